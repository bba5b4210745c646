package dev.threeledger.reference;

/**
 * A request with an effect, as it goes out to a partner.
 *
 * @param path such as {@code /charges}
 * @param requestKey its idempotency key
 * @param body JSON
 */
record Request(Partner partner, String path, String requestKey, String body) {

  /** SHA-256 of the body, hex. */
  String digest() {
    return Digest.sha256(body);
  }

  Request under(String otherKey) {
    return new Request(partner, path, otherKey, body);
  }

  /** Sends it, once. */
  Answer send() {
    return partner.send(this, Answer::ofStep);
  }

  /** Sends it, once; it undoes another one. */
  Answer sendUndo() {
    return partner.send(this, Answer::ofUndo);
  }

  /** Asks what became of it, by its key. */
  Answer find() {
    return partner.find(path, requestKey);
  }
}
