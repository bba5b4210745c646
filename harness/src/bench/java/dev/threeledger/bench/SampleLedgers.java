package dev.threeledger.bench;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * The three ledgers of so many keys as CSV files, sorted by key unless they are to be shuffled. One
 * key in a thousand disagrees: its effect is missing.
 */
final class SampleLedgers {
  /** One key in so many disagrees. */
  static final int DISAGREES = 1_000;

  private SampleLedgers() {}

  static void write(Path folder, int keys, boolean shuffled) throws IOException {
    Files.createDirectories(folder);
    try (BufferedWriter business = Files.newBufferedWriter(folder.resolve("business.csv"));
        BufferedWriter external = Files.newBufferedWriter(folder.resolve("external.csv"));
        BufferedWriter execution = Files.newBufferedWriter(folder.resolve("execution.csv"))) {
      business.write("key,kind,amount,state,created_at\r\n");
      external.write("key,kind,amount,state,effect_id\r\n");
      execution.write("key,kind,amount,state,holder\r\n");
      for (int i = 0; i < keys; i++) {
        int number = shuffled ? (int) (i * 2_654_435_761L % keys) : i;
        String key = String.format(Locale.ROOT, "%08d/2026-01-31", number);
        String amount = number % 1000 + ".50";
        business.write(key + ",statement," + amount + ",,2026-01-31 10:15:30\r\n");
        if (number % DISAGREES != 0) {
          external.write(key + ",payments.charge," + amount + ",applied,ch_" + i + "\r\n");
        }
        execution.write(key + ",statement,,SUCCEEDED,worker-1\r\n");
      }
    }
  }

  /** How many of the keys disagree. */
  static int disagreeing(int keys) {
    return (keys + DISAGREES - 1) / DISAGREES;
  }
}
