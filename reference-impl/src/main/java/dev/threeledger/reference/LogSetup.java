package dev.threeledger.reference;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import org.slf4j.Logger;

/**
 * Logging without XML, which would cost start-up time: one line per decision to standard output,
 * masked and with its trace id, from us; from libraries, errors only. Found through {@code
 * META-INF/services}.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    MaskedLayout layout = new MaskedLayout();
    layout.setContext(context);
    layout.setPattern(
        "%d{HH:mm:ss.SSS} %-5level worker " + worker() + " %X{trace:--} %msg%n%nopexception");
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setLayout(layout);
    encoder.start();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setEncoder(encoder);
    console.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.ERROR);
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(console);
    context.getLogger(LogSetup.class.getPackageName()).setLevel(Level.INFO);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Whatever a line says, it says it masked. */
  private static final class MaskedLayout extends PatternLayout {
    private final boolean masks =
        !Defect.LOGS_CARD.settingName().equals(System.getenv().getOrDefault("DEFECT", ""));

    @Override
    public String doLayout(ILoggingEvent event) {
      String line = super.doLayout(event);
      return masks ? Masking.of(line) : line;
    }
  }

  private static String worker() {
    // a pattern's special characters would be read as one
    return System.getenv().getOrDefault("WORKER", "1").replaceAll("[^A-Za-z0-9._-]", "_");
  }
}
