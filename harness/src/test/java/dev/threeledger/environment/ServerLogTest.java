package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.threeledger.environment.ServerLog.Kind;
import dev.threeledger.environment.ServerLog.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {
  private static final String START = "2026-01-31 12:00:00.250 UTC\t7\t127.0.0.1(5000)\t";
  private static final Instant AT = Instant.parse("2026-01-31T12:00:00.250Z");

  @TempDir Path directory;

  @Test
  void aSlowStatementComesWithItsDurationAndSqlOfSeveralLines() throws Exception {
    assertThat(
            messages(
                START + "run\t00000\tLOG:  duration: 300.125 ms  statement: SELECT 1,",
                "\t  pg_sleep(1)"))
        .containsExactly(
            new Message(
                Kind.SLOW_STATEMENT,
                AT,
                7,
                5000,
                "00000",
                300.125,
                "SELECT 1,\n  pg_sleep(1)",
                null,
                null));
  }

  @Test
  void anExecutedPreparedStatementIsSlowToo() throws Exception {
    assertThat(
            messages(
                START + "run\t00000\tLOG:  duration: 300 ms  execute S_1/C_2: SELECT $1",
                START + "run\t00000\tDETAIL:  Parameters: $1 = '5'"))
        .containsExactly(
            new Message(
                Kind.SLOW_STATEMENT,
                AT,
                7,
                5000,
                "00000",
                300.0,
                "SELECT $1",
                "Parameters: $1 = '5'",
                null));
  }

  @Test
  void aPlanIsItsJson() throws Exception {
    assertThat(
            messages(
                START + "run\t00000\tLOG:  duration: 300 ms  plan:",
                "\t{",
                "\t  \"Query Text\": \"SELECT 1\"",
                "\t}"))
        .containsExactly(
            new Message(
                Kind.PLAN,
                AT,
                7,
                5000,
                "00000",
                300.0,
                "{\n  \"Query Text\": \"SELECT 1\"\n}",
                null,
                null));
  }

  @Test
  void aLockWaitKeepsItsDetailsAndStatement() throws Exception {
    assertThat(
            messages(
                START
                    + "run\t00000\tLOG:  process 7 still waiting for ShareLock on transaction 748"
                    + " after 200.1 ms",
                START + "run\t00000\tDETAIL:  Process holding the lock: 9. Wait queue: 7.",
                START + "run\t00000\tCONTEXT:  while updating tuple (0,1)",
                START + "run\t00000\tSTATEMENT:  UPDATE run SET state = 'B'"))
        .containsExactly(
            new Message(
                Kind.LOCK_WAIT,
                AT,
                7,
                5000,
                "00000",
                null,
                "process 7 still waiting for ShareLock on transaction 748 after 200.1 ms",
                "Process holding the lock: 9. Wait queue: 7.\nwhile updating tuple (0,1)",
                "UPDATE run SET state = 'B'"));
  }

  @Test
  void deadlocksErrorsAndTheRestAreToldApart() throws Exception {
    assertThat(
            messages(
                START + "run\t40P01\tERROR:  deadlock detected",
                START + "run\t23505\tERROR:  duplicate key value",
                START + "run\t00000\tLOG:  starting logical decoding for slot \"s\""))
        .extracting(Message::kind)
        .containsExactly(Kind.DEADLOCK, Kind.ERROR, Kind.OTHER);
  }

  @Test
  void whatBelongsToAnotherDatabaseIsLeftOut() throws Exception {
    assertThat(
            messages(
                START + "other\t00000\tLOG:  duration: 300 ms  statement: SELECT 1",
                "\tFROM somewhere",
                START + "\t00000\tLOG:  database system is ready",
                START + "run\t23505\tERROR:  duplicate key value",
                START + "other\t23505\tERROR:  not mine",
                START + "other\t23505\tSTATEMENT:  not mine"))
        .extracting(Message::text, Message::statement)
        .containsExactly(tuple("duplicate key value", null));
  }

  @Test
  void anEmptyLogHasNoMessages() throws Exception {
    assertThat(messages()).isEmpty();
  }

  private List<Message> messages(String... lines) throws Exception {
    Path file = Files.write(directory.resolve("server.log"), List.of(lines));
    return ServerLog.in(file, 0).of("run");
  }
}
