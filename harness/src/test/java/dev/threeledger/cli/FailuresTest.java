package dev.threeledger.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.environment.EnvironmentException;
import dev.threeledger.environment.UnfitException;
import dev.threeledger.subject.SubjectException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class FailuresTest {
  private static String told(Exception failure) {
    StringWriter err = new StringWriter();
    int code = Failures.report(failure, new PrintWriter(err));
    return code + " " + err;
  }

  @Test
  void givesEachKindItsExitCode() {
    assertThat(told(new SubjectException("it exited"))).isEqualTo("3 threeledger: it exited\n");
    assertThat(told(new UnfitException("no table x"))).isEqualTo("2 threeledger: no table x\n");
    assertThat(told(new EnvironmentException("full"))).isEqualTo("4 threeledger: full\n");
    assertThat(told(new UncheckedIOException("gone", new IOException())))
        .isEqualTo("4 threeledger: gone\n");
    // told with a file in the temp directory, which a test does not leave behind
    assertThat(Failures.code(new IllegalStateException("odd"))).isEqualTo(ExitCode.BROKEN);
  }

  @Test
  void saysWhatABarePathCannot() {
    assertThat(told(new AccessDeniedException("/x")))
        .isEqualTo("4 threeledger: java.nio.file.AccessDeniedException: /x\n");
  }

  @Test
  void tellsALaterFailureOfAnotherKindToo() {
    Exception first = new SubjectException("it exited");
    first.addSuppressed(new EnvironmentException("disk full"));
    first.addSuppressed(new SubjectException("the other one, too"));
    assertThat(told(first)).isEqualTo("3 threeledger: it exited\nthen also: disk full\n");
  }
}
