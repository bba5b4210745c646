package dev.threeledger.wire.toxiproxy;

import java.util.Locale;

/** Which way bytes flow; {@code stream} in the API. */
enum Direction {
  /** From the client to the server. */
  UPSTREAM,
  /** From the server to the client. */
  DOWNSTREAM;

  static Direction of(String stream) {
    for (Direction direction : values()) {
      if (direction.text().equalsIgnoreCase(stream)) {
        return direction;
      }
    }
    throw new ApiException(400, "stream was invalid, can be either upstream or downstream");
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
