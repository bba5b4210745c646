package dev.threeledger.ledger;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Gives a ledger's file sorted by key, in bounded memory. A file that is sorted already is read
 * twice, once to see that it is; another one is sorted in runs, which are merged:
 *
 * <pre>
 *   ledger.csv ─► up to 100,000 rows ─► sorted ─► run file ┐
 *              ─► …                                         ├─► merged by key, then by run
 *              ─► …                                         ┘
 * </pre>
 */
final class LedgerSort {
  private static final int RUN_ROWS = 100_000;

  /** Long rows fill a run sooner. */
  private static final long RUN_CHARACTERS = 16L << 20;

  private static final int BUFFER = 32 * 1024;

  private static final Comparator<Placed> BY_KEY =
      Comparator.comparing(placed -> placed.row().key(), KeyOrder.KEYS);

  private LedgerSort() {}

  /** Opens the file; temporary files are gone when the rows are closed. */
  static SortedRows open(Path csv) throws IOException {
    return open(csv, RUN_ROWS);
  }

  /**
   * @param runRows of one run, at most
   */
  static SortedRows open(Path csv, int runRows) throws IOException {
    return isSorted(csv) ? asItIs(csv) : merged(csv, runRows);
  }

  /** Of rows in memory. */
  static SortedRows of(List<LedgerRow> rows) {
    List<Placed> sorted = new ArrayList<>();
    rows.forEach(row -> sorted.add(new Placed(row, sorted.size())));
    sorted.sort(BY_KEY);
    return new SortedRows() {
      private int next;

      @Override
      public LedgerRow next() {
        return next < sorted.size() ? sorted.get(next++).row() : null;
      }

      @Override
      public long place() {
        return sorted.get(next - 1).place();
      }

      @Override
      public void close() {}
    };
  }

  private static boolean isSorted(Path csv) throws IOException {
    try (CsvReader records = new CsvReader(Files.newBufferedReader(csv))) {
      int column = records.next() ? column(records) : -1;
      String before = null;
      while (column >= 0 && records.next()) {
        String key = column < records.fields() ? records.field(column) : null;
        if (KeyOrder.KEYS.compare(before, key) > 0) {
          return false;
        }
        before = key;
      }
      return true;
    }
  }

  /** Where the key stands in this header, below 0: nowhere. */
  private static int column(CsvReader header) {
    int column = header.fields() - 1;
    while (column >= 0 && !"key".equals(header.field(column))) {
      column--;
    }
    return column;
  }

  private static SortedRows asItIs(Path csv) throws IOException {
    LedgerRows rows = LedgerCsv.open(csv);
    return new SortedRows() {
      private long place = -1;

      @Override
      public LedgerRow next() throws IOException {
        place++;
        return rows.next();
      }

      @Override
      public long place() {
        return place;
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }

  private record Placed(LedgerRow row, long place) {}

  private static SortedRows merged(Path csv, int runRows) throws IOException {
    List<Path> runs = new ArrayList<>();
    String[] header = {};
    try (LedgerRows rows = LedgerCsv.open(csv)) {
      List<Placed> run = new ArrayList<>();
      long characters = 0;
      long place = 0;
      for (LedgerRow row = rows.next(); row != null; row = rows.next()) {
        Columns columns = (Columns) row.columns();
        header = columns.names();
        characters += columns.characters();
        run.add(new Placed(row, place++));
        if (run.size() >= runRows || characters >= RUN_CHARACTERS) {
          runs.add(write(run));
          run.clear();
          characters = 0;
        }
      }
      if (!run.isEmpty()) {
        runs.add(write(run));
      }
      return new Merge(header, runs);
    } catch (IOException | RuntimeException e) {
      delete(runs);
      throw e;
    }
  }

  private static Path write(List<Placed> run) throws IOException {
    run.sort(BY_KEY);
    Path file = Files.createTempFile("threeledger-sort-", ".run");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
      for (Placed placed : run) {
        out.writeLong(placed.place());
        for (String value : ((Columns) placed.row().columns()).texts()) {
          byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
          out.writeInt(bytes == null ? -1 : bytes.length);
          if (bytes != null) {
            out.write(bytes);
          }
        }
      }
      return file;
    } catch (IOException e) {
      delete(List.of(file));
      throw e;
    }
  }

  private static void delete(List<Path> files) throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }

  /** A run file, read from its beginning. */
  private static final class Run implements AutoCloseable {
    private final String[] header;
    private final int number;
    private final DataInputStream in;
    private LedgerRow row;
    private long place;

    Run(String[] header, int number, Path file) throws IOException {
      this.header = header;
      this.number = number;
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER));
    }

    /** False at its end. */
    boolean advance() throws IOException {
      try {
        place = in.readLong();
      } catch (EOFException end) {
        return false;
      }
      String[] values = new String[header.length];
      for (int i = 0; i < values.length; i++) {
        int length = in.readInt();
        values[i] = length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
      }
      row = LedgerCsv.row(header, values);
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  /** All runs as one. Earlier runs hold earlier rows, so that equal keys keep their order. */
  private static final class Merge implements SortedRows {
    private final List<Path> files;
    private final List<Run> runs = new ArrayList<>();
    private final PriorityQueue<Run> heads =
        new PriorityQueue<>(
            Comparator.<Run, String>comparing(run -> run.row.key(), KeyOrder.KEYS)
                .thenComparing(run -> run.number));
    private long place;

    Merge(String[] header, List<Path> files) throws IOException {
      this.files = files;
      try {
        for (int i = 0; i < files.size(); i++) {
          Run run = new Run(header, i, files.get(i));
          runs.add(run);
          if (run.advance()) {
            heads.add(run);
          }
        }
      } catch (IOException e) {
        close();
        throw e;
      }
    }

    @Override
    public LedgerRow next() throws IOException {
      Run first = heads.poll();
      if (first == null) {
        return null;
      }
      LedgerRow row = first.row;
      place = first.place;
      if (first.advance()) {
        heads.add(first);
      }
      return row;
    }

    @Override
    public long place() {
      return place;
    }

    @Override
    public void close() throws IOException {
      for (Run run : runs) {
        run.close();
      }
      delete(files);
    }
  }
}
