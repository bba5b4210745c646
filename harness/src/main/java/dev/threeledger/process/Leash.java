package dev.threeledger.process;

import java.util.List;

/**
 * The shell script that stands between the JVM and a child.
 *
 * <pre>
 * JVM ──stdin──► guard (kill -s …)─────────────► the child's process group
 *  ▲                                               ▲ setsid, exec
 *  └──stdout── "started 17", "exited 0" ◄── holder ─┘ waits for it
 * </pre>
 *
 * The guard reads one line per request: a signal name, answered by {@code sent <status>}, or LEAVE.
 * At the end of its input, which the kernel brings about when the JVM is gone for whatever reason,
 * it kills the group. It stands outside that group, so that a stopped group does not stop it. The
 * holder runs the child in the foreground: a shell's background children would ignore SIGINT. The
 * leash has a session of its own: what is sent to the JVM's whole process group, Ctrl-C in a
 * terminal or SIGKILL by a supervisor, does not reach it, and the decision stays with the JVM's
 * end.
 */
final class Leash {
  static final String STARTED = "started ";
  static final String EXITED = "exited ";
  static final String SENT = "sent ";
  static final String LEAVE = "LEAVE";

  private static final String SCRIPT =
      """
      trap : INT TERM HUP
      exec 3>&1 4<&0
      {
        trap : INT TERM HUP
        setsid sh -c '
          echo $$ >&5
          echo "started $$" >&3
          log=$1
          shift
          exec "$@" 3>&- 4<&- 5>&- </dev/null >>"$log" 2>&1
        ' leash "$@"
        echo "exited $?" >&3
      } 5>&1 | {
        trap '' INT TERM HUP
        read -r group || exit
        while read -r name <&4; do
          [ "$name" = LEAVE ] && exit
          kill -s "$name" -- "-$group" 2>/dev/null
          echo "sent $?" >&3
        done
        kill -s KILL -- "-$group"
      }
      """;

  private Leash() {}

  /** Command line of the leash, to which the log file and the child's command line are added. */
  static List<String> command() {
    return List.of("setsid", "sh", "-c", SCRIPT, "leash");
  }
}
