package dev.threeledger.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MaskerTest {

  @Test
  void masksAValueAsItIsEscapedAndEncoded() {
    Masker masker = new Masker(List.of("s3cret \"x\""));

    assertThat(masker.text("f", "a s3cret \"x\" b s3cret \\\"x\\\" c s3cret+%22x%22"))
        .isEqualTo("a [secret] b [secret] c [secret]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4111111111111111",
        "4111 1111 1111 1111",
        "5500-0055-5555-5559",
        "378282246310005",
        "3782 822463 10005"
      })
  void masksCardNumbers(String number) {
    assertThat(new Masker(List.of()).text("f", "\"" + number + "\""))
        .matches("\"\\[card …\\d{4}]\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4111111111111112", // the sum is wrong
        "1764417600000", // epoch milliseconds
        "1764417600000000000",
        "ch_4111111111111111",
        "0.4111111111111111",
        "2026-01-31 120.50",
        "4f4111111111111111aa",
        "41111111111111114111111111111111"
      })
  void leavesOtherNumbersAlone(String text) {
    assertThat(new Masker(List.of()).text("f", text)).isEqualTo(text);
  }

  @Test
  void namesWhatItFindsByItsPlaceInTheList() {
    Masker masker = new Masker(List.of("first", "second"));

    assertThat(masker.find("second 4111111111111111 first"))
        .containsExactly("secret 1", "secret 2", "card number");
    assertThat(masker.find("nothing")).isEmpty();
  }

  @Test
  void masksNumbersInTheInputOfATrigger() throws IOException {
    assertThat(
            new Masker(List.of("12345"))
                .asked(
                    "run.yaml",
                    Trees.readJson(
                        "{\"seed\":12345,\"when\":[{\"with\":{\"pin\":12345,\"n\":2}}]}"))
                .toString())
        .isEqualTo("{\"seed\":12345,\"when\":[{\"with\":{\"pin\":\"[secret]\",\"n\":2}}]}");
  }

  @Test
  void keepsJsonValidAndNumbersAsTheyAre() {
    assertThat(
            new Masker(List.of("12345"))
                .jsonLine("f", "{\"seq\":12345,\"body\":\"12345\",\"list\":[\"x12345\"]}"))
        .isEqualTo("{\"seq\":12345,\"body\":\"[secret]\",\"list\":[\"x[secret]\"]}");
  }

  @Test
  void refusesAValueThatWouldMaskOrdinaryText() {
    assertThatThrownBy(() -> new Masker(List.of("abc")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void valueThatIsSplitByAFlushIsStillMasked() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Masker masker = new Masker(List.of("canary"));
    try (MaskingWriter writer =
        new MaskingWriter(Path.of("f"), bytes, line -> masker.text("f", line))) {
      writer.write("can");
      writer.flush();
      writer.write("ary\ncan\nary");
    }

    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("[secret]\ncan\nary");
  }
}
