package dev.threeledger.environment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * Binaries and an initialised data directory in the cache, from which each server takes a copy.
 *
 * @param binaries folder with {@code bin/postgres}
 * @param cluster folder with {@code data} and {@code password}
 * @param user as whom they run
 */
record ClusterTemplate(Path binaries, Path cluster, ServerUser user) {
  static final String SUPERUSER = "postgres";

  /** Changes whenever the arguments of initdb do. */
  private static final String FORM = "cluster1";

  /** Takes them from the cache, after building what is missing. */
  static ClusterTemplate in(Path cacheDirectory) throws IOException {
    ServerUser user = ServerUser.choose();
    Path directory = cacheDirectory.toAbsolutePath();
    Cache cache = Cache.in(directory);
    if (!user.canEnter(directory)) {
      Path temp = Path.of(System.getProperty("java.io.tmpdir"));
      cache = Cache.in(Cache.ownFolder(temp.resolve("threeledger-" + ServerUser.uid())));
    }
    PostgresBinaries found = PostgresBinaries.onClassPath();
    Path binaries = cache.once(found.id(), found::unpack);
    // Data directories belong to one user, and only that user can start them.
    String name = found.id() + "-" + FORM + "-" + user.name().toLowerCase() + ServerUser.uid();
    Path cluster = cache.once(name, folder -> initialise(binaries, folder, user));
    return new ClusterTemplate(binaries, cluster, user);
  }

  private static void initialise(Path binaries, Path folder, ServerUser user) throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path password = folder.resolve("password");
    Files.createFile(
        password,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(password, newPassword());
    user.open(folder);
    user.give(data);
    user.give(password);
    Command.Result result = Command.run(user.line(initdb(binaries, data, password)));
    if (result.status() != 0) {
      throw StartFailure.of("initdb", binaries, result.output());
    }
  }

  private static List<String> initdb(Path binaries, Path data, Path password) {
    return List.of(
        binaries.resolve("bin/initdb").toString(),
        "--pgdata=" + data,
        "--username=" + SUPERUSER,
        "--pwfile=" + password,
        "--auth=scram-sha-256",
        // The password is random: stretching it would only slow down every connection.
        "--set=scram_iterations=1",
        "--encoding=UTF8",
        "--locale=C",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--no-sync",
        "--no-instructions");
  }

  private static String newPassword() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Copies the data directory to a place that does not exist yet. */
  void copyTo(Path data) throws IOException {
    Command.Result result =
        Command.run(List.of("cp", "-a", cluster.resolve("data").toString(), data.toString()));
    if (result.status() != 0) {
      throw StartFailure.of("cp", data.getParent(), result.output());
    }
  }

  /** The superuser's. */
  String password() throws IOException {
    return Files.readString(cluster.resolve("password"));
  }

  /** Command line of the server. */
  List<String> serverCommand(Path data, int port) {
    List<String> command = new java.util.ArrayList<>();
    command.add(binaries.resolve("bin/postgres").toString());
    command.add("-D");
    command.add(data.toString());
    command.addAll(PostgresSettings.arguments(PostgresSettings.all(port)));
    return user.line(command);
  }
}
