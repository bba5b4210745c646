package dev.threeledger.external;

import java.util.List;

/** A request as the partner sees it. */
public interface Incoming {
  /** First value of a header, whatever the case of its name, or null. */
  String header(String name);

  /** First value of a query parameter, decoded, or null. */
  String query(String name);

  /** Segments of the path, decoded. */
  List<String> path();

  /** The body's raw bytes; empty when there is none. */
  byte[] body();
}
