package dev.threeledger.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.timeline.Event.HarnessProblem;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimelineWritingTest {
  private static final int THREADS = 8;
  private static final int EACH = 300;

  /** A file that is slow enough for others to come meanwhile, and fails when it is full. */
  private static final class SlowFile extends Writer {
    private final StringBuffer text = new StringBuffer();
    private final int room;
    private int writes;

    SlowFile(int room) {
      this.room = room;
    }

    @Override
    public void write(char[] chars, int offset, int length) throws IOException {
      writes++;
      for (int i = 0; i < 50; i++) {
        Thread.onSpinWait();
        Thread.yield();
      }
      if (text.length() + length > room) {
        throw new IOException("no space left");
      }
      text.append(chars, offset, length);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void aLineIsInTheFileWhenAppendReturnsHoweverManyWriteAtOnce() throws Exception {
    SlowFile file = new SlowFile(Integer.MAX_VALUE);
    Timeline timeline = new Timeline(file, System::nanoTime);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Boolean>> all = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      String name = "t" + thread;
      all.add(
          threads.submit(
              () -> {
                start.await();
                for (int i = 0; i < EACH; i++) {
                  String what = name + "-" + i + ".";
                  timeline.append(new HarnessProblem("run", what));
                  if (file.text.lastIndexOf(what) < 0) {
                    return false;
                  }
                }
                return true;
              }));
    }
    start.countDown();
    threads.shutdown();
    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    for (Future<Boolean> one : all) {
      assertThat(one.get()).isTrue();
    }
    timeline.closeWith(new HarnessProblem("run", "last"));
    assertThat(timeline.append(new HarnessProblem("run", "late")).seq()).isZero();

    List<Entry> read = file.text.toString().lines().map(TimelineJson::read).toList();
    assertThat(read).hasSize(THREADS * EACH + 1).isEqualTo(timeline.entries());
    for (int i = 0; i < read.size(); i++) {
      assertThat(read.get(i).seq()).isEqualTo(i + 1);
    }
    assertThat(file.writes).as("some lines went in one write").isLessThan(read.size());
  }

  @Test
  void whatCannotBeWrittenIsToldAndKeptInMemory() {
    SlowFile file = new SlowFile(200);
    Timeline timeline = new Timeline(file, System::nanoTime);
    for (int i = 0; i < 10; i++) {
      timeline.append(new HarnessProblem("run", "event " + i));
    }
    timeline.close();
    assertThat(timeline.writeFailure()).get().hasToString("java.io.IOException: no space left");
    assertThat(timeline.entries()).hasSize(10);
    assertThat(file.text.toString().lines()).hasSizeBetween(1, 3);
  }
}
