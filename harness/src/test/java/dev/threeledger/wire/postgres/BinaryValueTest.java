package dev.threeledger.wire.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bytes as {@code int4send}, {@code numeric_send} and so on give them. */
class BinaryValueTest {
  @ParameterizedTest
  @CsvSource({
    "16,01,t",
    "16,00,f",
    "21,ffff,-1",
    "23,80000000,-2147483648",
    "20,0000010000000000,1099511627776",
    "26,ffffffff,4294967295",
    "700,3fc00000,1.5",
    "701,4008000000000000,3",
    "25,c3a4,ä",
    "1043,,''",
    "2950,0f8fad5bd9cb469fa16570867728950e,0f8fad5b-d9cb-469f-a165-70867728950e",
    "1082,00002537,2026-01-31",
    "1082,ffffffff,1999-12-31",
    "1082,7fffffff,infinity",
    "1114,0000000000000001,2000-01-01 00:00:00.000001",
    "1184,ffffffffffffffff,1999-12-31 23:59:59.999999+00",
    "1184,0000000000000000,2000-01-01 00:00:00+00",
    "1114,8000000000000000,-infinity",
    "1700,0002000000000002007813 88,120.50",
    "1700,0001000100000000000c,120000",
    "1700,0001ffff40000004 04d2,-0.1234",
    "1700,0000000000000002,0.00",
    "1700,00000000c0000000,NaN",
    "17,01ff,\\x01ff",
    "99999,00,\\x00",
    "23,0001,\\x0001",
    "23,0000000001,\\x0000000001",
    "1700,0002,\\x0002",
  })
  void showsWhatTheServerWould(int type, String hex, String text) {
    byte[] value = HexFormat.of().parseHex(hex == null ? "" : hex.replace(" ", ""));
    assertThat(BinaryValue.text(type, value)).isEqualTo(text);
  }
}
