package dev.threeledger.wire.postgres;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;

/**
 * Values in PostgreSQL's binary format as the text that the server would show; {@code \x…} where
 * the type is not known. Type numbers are those of the server's {@code pg_type.dat}; the formats
 * those of its {@code *_send} functions.
 */
final class BinaryValue {
  private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
          .toFormatter(java.util.Locale.ROOT);

  private BinaryValue() {}

  /** The value as text. */
  static String text(int type, byte[] value) {
    try {
      ByteBuffer in = ByteBuffer.wrap(value);
      String text = known(type, in, value);
      return text == null || in.hasRemaining() ? hex(value) : text;
    } catch (BufferUnderflowException | DateTimeException | ArithmeticException e) {
      return hex(value);
    }
  }

  private static String known(int type, ByteBuffer in, byte[] value) {
    return switch (type) {
      case 16 -> in.get() != 0 ? "t" : "f";
      case 21 -> String.valueOf(in.getShort());
      case 23 -> String.valueOf(in.getInt());
      case 20 -> String.valueOf(in.getLong());
      case 26 -> Integer.toUnsignedString(in.getInt());
      case 700 -> real(String.valueOf(in.getFloat()));
      case 701 -> real(String.valueOf(in.getDouble()));
      case 1700 -> numeric(in);
      case 18, 19, 25, 114, 142, 705, 1042, 1043 -> characters(in, value);
      case 2950 -> new UUID(in.getLong(), in.getLong()).toString();
      case 1082 -> date(in.getInt());
      case 1114 -> timestamp(in.getLong(), "");
      case 1184 -> timestamp(in.getLong(), "+00");
      default -> null;
    };
  }

  private static String hex(byte[] value) {
    return "\\x" + HexFormat.of().formatHex(value);
  }

  private static String characters(ByteBuffer in, byte[] value) {
    in.position(in.limit());
    return new String(value, StandardCharsets.UTF_8);
  }

  private static String real(String java) {
    return java.endsWith(".0") ? java.substring(0, java.length() - 2) : java;
  }

  private static String date(int days) {
    if (days == Integer.MAX_VALUE || days == Integer.MIN_VALUE) {
      return days > 0 ? "infinity" : "-infinity";
    }
    return LocalDate.of(2000, 1, 1).plusDays(days).toString();
  }

  private static String timestamp(long micros, String zone) {
    if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
      return micros > 0 ? "infinity" : "-infinity";
    }
    return EPOCH.plus(micros, ChronoUnit.MICROS).atOffset(ZoneOffset.UTC).format(TIMESTAMP) + zone;
  }

  /** Groups of four decimal digits, the first worth 10000^weight. */
  private static String numeric(ByteBuffer in) {
    int groups = in.getShort();
    int weight = in.getShort();
    int sign = in.getShort() & 0xffff;
    int scale = in.getShort();
    switch (sign) {
      case 0xC000:
        return "NaN";
      case 0xD000:
        return "Infinity";
      case 0xF000:
        return "-Infinity";
      default:
        break;
    }
    BigInteger digits = BigInteger.ZERO;
    for (int i = 0; i < groups; i++) {
      digits = digits.multiply(BigInteger.valueOf(10_000)).add(BigInteger.valueOf(in.getShort()));
    }
    BigDecimal value =
        new BigDecimal(digits)
            .scaleByPowerOfTen(4 * (weight - groups + 1))
            .setScale(scale, java.math.RoundingMode.DOWN);
    return (sign == 0x4000 ? value.negate() : value).toPlainString();
  }
}
