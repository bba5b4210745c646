package dev.threeledger.wire.toxiproxy;

import java.util.Map;

/** Passes everything on. Stands in for a toxic whose toxicity spared the connection. */
record Noop() implements Toxic {
  @Override
  public Map<String, Long> attributes() {
    return Map.of();
  }

  @Override
  public Noop with(Attributes attributes) {
    return this;
  }

  @Override
  public void run(Stub stub) {
    for (Chunk chunk = stub.take(); chunk != null; chunk = stub.take()) {
      stub.send(chunk);
    }
  }
}
