package dev.threeledger.environment;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server wrote about one of its databases: what was slow, waited or failed. */
public final class ServerLog {
  /**
   * Time, process id, client's address and port, database, SQLSTATE; tabs between. Continuation
   * lines begin with a tab.
   */
  static final String LINE_PREFIX = "%m\t%p\t%r\t%d\t%e\t";

  private static final Pattern LINE =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d) (\\d\\d:\\d\\d:\\d\\d\\.\\d{3}) UTC\t(\\d+)\t(?:[^"
              + "\t]*\\((\\d+)\\))?[^\t]*\t([^\t]*)\t(\\w{5})\t([A-Z0-9]+):  (.*)");
  private static final Pattern DURATION =
      Pattern.compile(
          "duration: ([0-9.]+) ms {2}(?s:(plan:\\s*|(?:statement|execute[^:]*): )(.*))");

  private final String text;

  private ServerLog(String text) {
    this.text = text;
  }

  /** What stands in these bytes; they begin where a line does. */
  public static ServerLog of(byte[] bytes) {
    return new ServerLog(new String(bytes, StandardCharsets.UTF_8));
  }

  /**
   * The log of a server from a place on: what stood there before concerns others.
   *
   * @param from bytes before it, where a line ended
   */
  public static ServerLog in(Path file, long from) throws IOException {
    try (SeekableByteChannel log = Files.newByteChannel(file)) {
      log.position(Math.min(from, log.size()));
      return of(Channels.newInputStream(log).readAllBytes());
    }
  }

  /** What kind of message it is. */
  public enum Kind {
    /** A statement took longer than 250 ms; the text is its SQL. */
    SLOW_STATEMENT,
    /**
     * The plan of a statement, in JSON: of one that took longer than 250 ms, or of every one where
     * that was asked for ({@link Databases#explainEverything}).
     */
    PLAN,
    /** Somebody waited for a lock for longer than 200 ms, or got it after that. */
    LOCK_WAIT,
    /** A deadlock was resolved by an error. */
    DEADLOCK,
    /** A statement or connection failed. */
    ERROR,
    /** Anything else. */
    OTHER
  }

  /**
   * One message.
   *
   * @param pid of the backend
   * @param port of its client, by which a worker's connection is known; 0: none
   * @param sqlState {@code 00000} unless something failed
   * @param millis duration of a slow statement or a plan's statement, else null
   * @param text the message, the SQL or the plan
   * @param detail further lines that PostgreSQL wrote with it, or null
   * @param statement the SQL that was running, or null
   */
  public record Message(
      Kind kind,
      Instant at,
      int pid,
      int port,
      String sqlState,
      Double millis,
      String text,
      String detail,
      String statement) {}

  /** The messages about one database, in order. */
  public List<Message> of(String database) {
    List<Message> messages = new ArrayList<>();
    Part part = null;
    Unfinished open = null;
    for (String line : text.split("\n")) {
      boolean continues = line.startsWith("\t");
      Matcher fields = LINE.matcher(line);
      if (continues || !fields.matches()) {
        if (part != null) {
          part.text.append('\n').append(continues ? line.substring(1) : line);
        }
        continue;
      }
      part = new Part(fields.group(7), new StringBuilder(fields.group(8)));
      if (!fields.group(5).equals(database)) {
        part = new Part(part.label, new StringBuilder());
      } else if (isContinuation(part.label) && open != null) {
        open.parts.add(part);
      } else {
        finish(open, messages);
        open = new Unfinished(fields, part);
      }
    }
    finish(open, messages);
    return messages;
  }

  private static boolean isContinuation(String label) {
    return switch (label) {
      case "DETAIL", "HINT", "CONTEXT", "STATEMENT", "QUERY", "LOCATION" -> true;
      default -> false;
    };
  }

  private static void finish(Unfinished message, List<Message> messages) {
    if (message != null) {
      messages.add(message.finished());
    }
  }

  /** A labelled part of a message, of one or more lines. */
  private record Part(String label, StringBuilder text) {}

  /** A message whose further parts may follow. */
  private static final class Unfinished {
    private final Instant at;
    private final int pid;
    private final int port;
    private final String sqlState;
    private final List<Part> parts = new ArrayList<>();

    Unfinished(Matcher fields, Part first) {
      at = Instant.parse(fields.group(1) + "T" + fields.group(2) + "Z");
      pid = Integer.parseInt(fields.group(3));
      port = fields.group(4) == null ? 0 : Integer.parseInt(fields.group(4));
      sqlState = fields.group(6);
      parts.add(first);
    }

    Message finished() {
      String text = parts.get(0).text.toString();
      Matcher duration = DURATION.matcher(text);
      if (duration.matches()) {
        Kind kind = duration.group(2).startsWith("plan") ? Kind.PLAN : Kind.SLOW_STATEMENT;
        return message(kind, Double.valueOf(duration.group(1)), duration.group(3));
      }
      return message(kind(text), null, text);
    }

    private Message message(Kind kind, Double millis, String text) {
      return new Message(kind, at, pid, port, sqlState, millis, text, joined(false), joined(true));
    }

    private Kind kind(String text) {
      if (sqlState.equals("40P01")) {
        return Kind.DEADLOCK;
      }
      if (text.startsWith("process ")
          && (text.contains(" waiting for ") || text.contains(" acquired "))) {
        return Kind.LOCK_WAIT;
      }
      return sqlState.equals("00000") ? Kind.OTHER : Kind.ERROR;
    }

    private String joined(boolean statements) {
      List<String> texts =
          parts.stream()
              .skip(1)
              .filter(part -> part.label.equals("STATEMENT") == statements)
              .map(part -> part.text.toString())
              .toList();
      return texts.isEmpty() ? null : String.join("\n", texts);
    }
  }
}
