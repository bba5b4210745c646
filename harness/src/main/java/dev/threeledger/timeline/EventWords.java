package dev.threeledger.timeline;

/** How an event is named where people state or read at which one a deviation was found. */
public final class EventWords {
  private EventWords() {}

  /**
   * Its name, and the table or operation where it has one: {@code RowChanged posting}, {@code
   * RequestReceived payments.charge}, {@code StopConditionMet}.
   */
  public static String of(Event event) {
    if (event instanceof Event.RowChanged row) {
      return event.name() + " " + row.table();
    }
    if (event instanceof Event.Outside outside && outside.operation() != null) {
      return event.name() + " " + outside.operation();
    }
    return event.name();
  }
}
