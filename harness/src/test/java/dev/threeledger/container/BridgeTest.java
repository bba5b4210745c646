package dev.threeledger.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BridgeTest {
  private static Bridge in(String subnet) {
    return new Bridge("id", "name", "172.18.0.1", subnet);
  }

  @Test
  void addressesAreGivenFromTheEndOfTheSubnet() {
    assertThat(in("172.18.0.0/16").addressFromTheEnd(0)).isEqualTo("172.18.255.254");
    assertThat(in("172.18.0.0/16").addressFromTheEnd(1)).isEqualTo("172.18.255.253");
    assertThat(in("192.168.16.0/20").addressFromTheEnd(0)).isEqualTo("192.168.31.254");
  }

  @Test
  void theyComeRoundAndLeaveTheFirstHalfToTheEngine() {
    Bridge small = in("10.1.2.0/28");
    Set<String> given = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      given.add(small.addressFromTheEnd(i));
    }
    assertThat(given).hasSize(8).contains("10.1.2.14", "10.1.2.7").doesNotContain("10.1.2.6");
  }
}
