package dev.threeledger.evidence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The commit of a working tree, as {@code git} reports it.
 *
 * @param commit full id, or null when it could not be learnt
 * @param dirty true when something is changed or not tracked; null when it could not be learnt
 * @param why why it could not be learnt, else null
 */
public record GitState(String commit, Boolean dirty, String why) {
  private static final int WITHIN_SECONDS = 10;

  /** The state of the tree that holds this folder. Asks {@code git}, which changes nothing. */
  public static GitState of(Path folder) {
    if (!belongsToTree(folder.toAbsolutePath().normalize())) {
      return new GitState(null, null, "not verified: there is no .git");
    }
    try {
      String commit = git(folder, "rev-parse", "HEAD");
      boolean dirty = !git(folder, "--no-optional-locks", "status", "--porcelain").isEmpty();
      return new GitState(commit, dirty, null);
    } catch (IOException e) {
      return new GitState(null, null, "not verified: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new GitState(null, null, "not verified: interrupted");
    }
  }

  private static boolean belongsToTree(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".git"))) {
        return true;
      }
    }
    return false;
  }

  private static String git(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    // the answer goes through a file: a full pipe could never block it
    Path answer = Files.createTempFile("threeledger-git-", ".txt");
    try {
      return ask(command, folder, answer);
    } finally {
      Files.deleteIfExists(answer);
    }
  }

  private static String ask(List<String> command, Path folder, Path answer)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(answer.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("git did not answer within " + WITHIN_SECONDS + " s");
      }
      if (process.exitValue() != 0) {
        throw new IOException("git " + command.get(1) + " ended with " + process.exitValue());
      }
      return Files.readString(answer, StandardCharsets.UTF_8).strip();
    } finally {
      process.destroyForcibly();
    }
  }
}
