package dev.threeledger.evidence;

import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;

/** Quotes also texts that hold anything but plain ASCII and letters: YAML would lose some of it. */
final class YamlQuoting extends StringQuotingChecker.Default {
  private static final long serialVersionUID = 1L;

  @Override
  public boolean needToQuoteName(String name) {
    return odd(name) || super.needToQuoteName(name);
  }

  @Override
  public boolean needToQuoteValue(String value) {
    return odd(value) || super.needToQuoteValue(value);
  }

  private static boolean odd(String text) {
    return text.chars()
        .anyMatch(c -> (c < ' ' && c != '\n') || (c > '~' && !Character.isLetter(c)));
  }
}
