package dev.threeledger.wire.postgres;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Collects the steps of one direction; bytes that just pass become one step. */
final class Steps {
  private List<Step> steps = new ArrayList<>();
  private boolean mayWait;
  private final ByteArrayOutputStream passing = new ByteArrayOutputStream();

  /** These bytes go on after all steps so far. */
  void pass(byte[] bytes, int offset, int length) {
    passing.write(bytes, offset, length);
  }

  void pass(byte[] bytes) {
    pass(bytes, 0, bytes.length);
  }

  void add(Step step) {
    endPassing();
    steps.add(step);
    mayWait |= !(step instanceof Step.Forward);
  }

  /** A step may have to wait for somebody. */
  boolean mayWait() {
    return mayWait;
  }

  /** All steps since the last call. */
  List<Step> take() {
    endPassing();
    List<Step> taken = steps;
    steps = new ArrayList<>();
    mayWait = false;
    return taken;
  }

  private void endPassing() {
    if (passing.size() > 0) {
      steps.add(new Step.Forward(passing.toByteArray(), List.of()));
      passing.reset();
    }
  }
}
