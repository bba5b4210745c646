package dev.threeledger.wire.http;

import dev.threeledger.wire.Passage;

/**
 * One request and what became of it: written by the tap and by the partner, which know different
 * halves of it. Thread-safe.
 */
public final class Exchange {
  private final long request;
  private final String worker;
  private final String system;
  private final long connection;
  private final String method;
  private String operation;
  private String key;
  private long event;
  private Passage ordered;
  private boolean answerLeft;
  private boolean served;
  private boolean abandoned;

  Exchange(long request, String worker, String system, long connection, String method) {
    this.request = request;
    this.worker = worker;
    this.system = system;
    this.connection = connection;
    this.method = method;
  }

  /** Number of the request within the run, from 1. */
  public long request() {
    return request;
  }

  /** The worker that sent it. */
  public String worker() {
    return worker;
  }

  /** The outside system that it was sent to. */
  public String system() {
    return system;
  }

  /** The tap's number for the connection; 0 when it did not come through a tap. */
  public long connection() {
    return connection;
  }

  String method() {
    return method;
  }

  /**
   * The partner read the request.
   *
   * @param operation name of the matched operation
   * @param key business key, or null
   * @param event seq of RequestReceived
   */
  public synchronized void received(String operation, String key, long event) {
    this.operation = operation;
    this.key = key;
    this.event = event;
  }

  /** The partner went a step further: seq of the event that tells it. */
  public synchronized void reached(long event) {
    this.event = event;
  }

  /** The gate decided earlier than at the answer what becomes of it: WITHHOLD or DISCARD. */
  public synchronized void order(Passage passage) {
    this.ordered = passage;
  }

  /** The operation, or null as long as the partner has not read the request. */
  public synchronized String operation() {
    return operation;
  }

  /** The business key, or null when it is not known. */
  public synchronized String key() {
    return key;
  }

  /** Seq of the latest event of this exchange at the partner, 0 before the first. */
  public synchronized long event() {
    return event;
  }

  synchronized Passage ordered() {
    return ordered;
  }

  synchronized void markAnswerLeft() {
    answerLeft = true;
  }

  /** True when the partner's answer, or one in its place, left for the worker. */
  public synchronized boolean answerLeft() {
    return answerLeft;
  }

  /**
   * The partner has done all that it will do about the request.
   *
   * @return true when the connection ended before that: the answer goes nowhere, and it is the
   *     partner who has to tell it
   */
  public synchronized boolean served() {
    served = true;
    return abandoned;
  }

  /**
   * The connection ended without the answer.
   *
   * @return true when the partner is done: then it is the tap who has to tell it; false when it is
   *     still at it, or has never seen the request
   */
  synchronized boolean abandon() {
    abandoned = !served;
    return served;
  }
}
