package dev.threeledger.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What the figures were measured on. */
final class Machine {
  private Machine() {}

  static Map<String, String> now() throws IOException {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("CPU", line("/proc/cpuinfo", "model name"));
    machine.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    machine.put("memory", line("/proc/meminfo", "MemTotal"));
    machine.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("JVM", System.getProperty("java.vm.name") + " " + Runtime.version());
    machine.put("load", load());
    return machine;
  }

  /** Load averages. */
  static String load() throws IOException {
    String[] parts = Files.readString(Path.of("/proc/loadavg")).split(" ");
    return parts[0] + " " + parts[1] + " " + parts[2];
  }

  private static String line(String file, String name) throws IOException {
    return Files.readAllLines(Path.of(file)).stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("not told by " + file);
  }
}
