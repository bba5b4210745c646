package dev.threeledger.experiment;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a subject's jars hold, by the {@code META-INF/maven/**}{@code /pom.properties} in them; jars
 * within a jar are looked into as well. A jar without one goes by its file's name, {@code
 * postgresql-42.7.4.jar}.
 */
final class Libraries {
  private static final Pattern NAME = Pattern.compile("(.+?)-(\\d.*)\\.jar");

  private final SortedMap<String, String> versions = new TreeMap<>();
  private String artifact;
  private boolean first = true;

  /** A library and its version. */
  private record Found(String name, String version) {}

  /** Version by {@code group:artifact}, or by the jar's name where it does not say more. */
  SortedMap<String, String> versions() {
    return Collections.unmodifiableSortedMap(versions);
  }

  /**
   * The subject's own jar, {@code group:artifact version}: the first one that was added, where it
   * tells which of what it holds it is; else null.
   */
  String artifact() {
    return artifact;
  }

  void add(Path jar) throws IOException {
    String name = jar.getFileName().toString();
    List<Found> found = new ArrayList<>();
    try (JarFile file = new JarFile(jar.toFile())) {
      for (JarEntry entry : Collections.list(file.entries())) {
        if (isProperties(entry)) {
          try (InputStream in = file.getInputStream(entry)) {
            found.add(read(in));
          }
        } else if (entry.getName().endsWith(".jar")) {
          try (InputStream in = file.getInputStream(entry)) {
            addAll(nested(entry.getName().replaceAll(".*/", ""), in));
          }
        }
      }
    }
    if (first) {
      first = false;
      Found own = own(name, found);
      if (own != null) {
        artifact = own.name() + " " + own.version();
        found.remove(own);
      }
    } else if (found.isEmpty()) {
      found.addAll(byName(name));
    }
    addAll(found);
  }

  private static Found own(String jar, List<Found> found) {
    return found.size() == 1
        ? found.get(0)
        : found.stream()
            .filter(each -> jar.matches(Pattern.quote(artifactId(each)) + "(-\\d.*)?\\.jar"))
            .findFirst()
            .orElse(null);
  }

  private static String artifactId(Found found) {
    return found.name().substring(found.name().indexOf(':') + 1);
  }

  private static List<Found> nested(String name, InputStream in) throws IOException {
    List<Found> found = new ArrayList<>();
    JarInputStream jar = new JarInputStream(new ByteArrayInputStream(in.readAllBytes()));
    for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
      if (isProperties(entry)) {
        found.add(read(jar));
      }
    }
    return found.isEmpty() ? byName(name) : found;
  }

  private static List<Found> byName(String jar) {
    Matcher matcher = NAME.matcher(jar);
    return matcher.matches() ? List.of(new Found(matcher.group(1), matcher.group(2))) : List.of();
  }

  private static boolean isProperties(JarEntry entry) {
    return entry.getName().matches("META-INF/maven/.*/pom\\.properties");
  }

  private static Found read(InputStream in) throws IOException {
    Properties properties = new Properties();
    properties.load(in);
    return new Found(
        properties.getProperty("groupId") + ":" + properties.getProperty("artifactId"),
        properties.getProperty("version", "no version"));
  }

  /** The same library twice in different versions shows both. */
  private void addAll(List<Found> found) {
    for (Found each : found) {
      versions.merge(
          each.name(),
          each.version(),
          (one, other) -> one.contains(other) ? one : one + ", " + other);
    }
  }
}
