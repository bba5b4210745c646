package dev.threeledger.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.threeledger.ledger.Ledgers;
import dev.threeledger.timeline.Event;
import dev.threeledger.timeline.Timeline;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskFullTest {
  @TempDir Path folder;

  @Test
  void fullDiskIsOneClearMessageAndWhatWasWrittenIsKept() throws IOException {
    RunFolder run = new RunFolder(folder, new Masker(List.of()), disk("timeline.jsonl", 1));
    Timeline timeline = new Timeline(run.timelineWriter(), () -> 0);
    timeline.append(new Event.LedgerRead("due", 1));
    timeline.append(new Event.LedgerRead("business", 2));
    timeline.close();

    assertThat(timeline.writeFailure().orElseThrow())
        .isInstanceOf(EvidenceException.class)
        .hasMessage(
            "cannot write %s: no space left; free some or choose another folder for reports"
                + " (what was written before is kept)",
            folder.resolve("timeline.jsonl"));
    assertThat(run.readTimeline()).hasSize(1);
    assertThat(timeline.entries()).hasSize(2);
  }

  @Test
  void oneLedgerThatCannotBeWrittenDoesNotLoseTheOthers() {
    RunFolder run = new RunFolder(folder, new Masker(List.of()), disk("business.csv", 0));
    Ledgers empty =
        new Ledgers(
            Optional.of(List.of()),
            Optional.of(List.of()),
            Optional.of(List.of()),
            Optional.empty());

    assertThatThrownBy(() -> run.writeLedgers(empty))
        .isInstanceOf(EvidenceException.class)
        .hasMessageContaining("business.csv: no space left");
    assertThat(folder.resolve("ledgers/external.csv")).hasContent("key,kind,amount,state");
    assertThat(folder.resolve("ledgers/execution.csv")).exists();
    assertThat(folder.resolve("ledgers/due.csv")).doesNotExist();
  }

  @Test
  void placeThatIsNoFolderIsToldSo() throws IOException {
    Path file = Files.writeString(folder.resolve("reports"), "");

    assertThatThrownBy(() -> BatchFolder.create(file))
        .isInstanceOf(EvidenceException.class)
        .hasMessage(
            "cannot write "
                + file
                + ": it is a file, not a folder; choose another folder for reports");
  }

  @Test
  void halfOfAFileIsNotLeftBehind() {
    Path file = folder.resolve("run.yaml");

    assertThatThrownBy(() -> disk("run.yaml", 0).write(file, "asked: all"))
        .isInstanceOf(EvidenceException.class)
        .hasMessageContaining("no space left");
    assertThat(file).doesNotExist();
  }

  /** A disk on which one file takes so many writes and then no more. */
  private static Storage disk(String fullFor, int writes) {
    return file -> {
      OutputStream real = Storage.DISK.create(file);
      return file.endsWith(fullFor) ? new Full(real, writes) : real;
    };
  }

  private static final class Full extends FilterOutputStream {
    private int left;

    Full(OutputStream out, int writes) {
      super(out);
      this.left = writes;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (left-- <= 0) {
        throw new IOException("No space left on device");
      }
      out.write(bytes, offset, length);
    }
  }
}
