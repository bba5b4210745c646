package dev.threeledger.reference;

import java.util.List;

/** An answer over HTTP. The body is JSON. */
record Reply(int status, String body) {
  static Reply error(int status, String error) {
    return new Reply(status, Json.write("error", error));
  }

  /** 422, with everything that is wrong; nothing was recorded. */
  static Reply problems(List<String> problems) {
    return error(422, String.join("; ", problems));
  }
}
