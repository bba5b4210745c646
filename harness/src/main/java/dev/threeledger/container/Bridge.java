package dev.threeledger.container;

/**
 * A bridge network of our own.
 *
 * @param gateway address under which its containers reach the engine's host
 * @param subnet whose addresses may be asked for, such as {@code 172.18.0.0/16}
 */
public record Bridge(String id, String name, String gateway, String subnet) {
  /** Addresses below the last that are left to those who ask: 64 workers in each of many lanes. */
  static final int ASKED_FOR = 2_000;

  /**
   * The address that stands this far below the subnet's last usable one. The engine gives its own
   * from the first on, so these stay free.
   *
   * @param below taken modulo the number of addresses that are left for this
   */
  public String addressFromTheEnd(long below) {
    String[] parts = subnet.split("/");
    int bits = Integer.parseInt(parts[1]);
    long first = 0;
    for (String part : parts[0].split("\\.")) {
      first = first * 256 + Long.parseLong(part);
    }
    long size = 1L << (32 - bits);
    long asked = Math.min(ASKED_FOR, size / 2);
    long address = first + size - 2 - Math.floorMod(below, asked);
    return "%d.%d.%d.%d"
        .formatted(address >> 24, address >> 16 & 255, address >> 8 & 255, address & 255);
  }
}
