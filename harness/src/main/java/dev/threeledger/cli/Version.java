package dev.threeledger.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in =
        Version.class.getResourceAsStream(
            "/META-INF/maven/dev.threeledger/harness/pom.properties")) {
      if (in != null) {
        properties.load(in);
      }
    }
    return new String[] {
      "threeledger " + properties.getProperty("version", "(not run from its jar)"),
      "Java " + System.getProperty("java.runtime.version")
    };
  }
}
