package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class StartFailureTest {
  private static final Path WHERE = Path.of("/cache/postgres");

  @Test
  void knowsAPortThatAnotherProcessTook() {
    assertThat(
            StartFailure.portTaken(
                "LOG:  could not bind IPv4 address \"127.0.0.1\": Address already in use\n"
                    + "FATAL:  could not create any TCP/IP sockets"))
        .isTrue();
    assertThat(StartFailure.portTaken("FATAL:  data directory has wrong ownership")).isFalse();
  }

  @Test
  void saysWhatToDoWhenTheDiskIsFull() {
    assertThat(message("cp: error writing 'data/1': No space left on device"))
        .isEqualTo(
            "no space left for PostgreSQL (postgres, /cache/postgres): free some, or point TMPDIR or"
                + " XDG_CACHE_HOME to another disk; it wrote last:\n"
                + "  cp: error writing 'data/1': No space left on device");
  }

  @Test
  void knowsAFullDiskAlsoFromOurOwnWriting() {
    IOException full = new IOException("No space left on device");
    assertThat(StartFailure.of(WHERE, full).getMessage())
        .startsWith(
            "no space left for PostgreSQL (unpacking, /cache/postgres): free some, or point");
    IOException other = new IOException("Stale file handle");
    assertThat(StartFailure.of(WHERE, other).getMessage())
        .isEqualTo(
            "cannot start PostgreSQL from /cache/postgres: java.io.IOException: Stale file handle");
  }

  @Test
  void saysWhatToDoWhenTheSystemIsTooOld() {
    assertThat(message("postgres: /lib/libc.so.6: version `GLIBC_2.27' not found"))
        .startsWith("postgres in /cache/postgres needs glibc 2.27 or newer");
  }

  @Test
  void saysWhatToDoWhenBinariesCannotRun() {
    assertThat(message("setsid: failed to execute /cache/bin/postgres: Permission denied"))
        .startsWith("cannot run postgres in /cache/postgres: is that file system mounted noexec");
  }

  @Test
  void otherwiseShowsTheLastLines() {
    assertThat(message("1\n2\n\n3\n4\n5\n6\n7\n8\n9\n"))
        .isEqualTo(
            "postgres failed in /cache/postgres; it wrote last:\n  2\n  3\n  4\n  5\n  6\n  7\n  8\n  9");
    assertThat(message("")).isEqualTo("postgres failed in /cache/postgres; it wrote nothing");
  }

  private static String message(String output) {
    return StartFailure.of("postgres", WHERE, output).getMessage();
  }
}
