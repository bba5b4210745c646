package dev.threeledger.experiment;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.threeledger.scenario.Subject;
import dev.threeledger.scenario.SubjectFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubjectFilesTest {
  @TempDir Path folder;

  private SubjectFiles of(String command) throws Exception {
    String subject = Files.readString(Path.of("src/test/resources/formats/subject.yaml"));
    String other =
        subject
            .replaceFirst("command: .*", "command: " + command)
            .replaceFirst("prepare: .*\n", "");
    Path file = Files.writeString(folder.resolve("subject.yaml"), other);
    Subject read = SubjectFile.load(file);
    return SubjectFiles.of(read);
  }

  /** A jar with Maven's properties of each {@code group:artifact:version}. */
  private void jar(String name, String classPath, String... coordinates) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    try (OutputStream out = Files.newOutputStream(path)) {
      write(out, classPath, coordinates);
    }
  }

  private static void write(OutputStream out, String classPath, String... coordinates)
      throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (classPath != null) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    }
    JarOutputStream jar = new JarOutputStream(out, manifest);
    for (String each : coordinates) {
      String[] parts = each.split(":");
      if (parts[0].equals("nested")) {
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        write(inner, null, String.join(":", parts[1], parts[2], parts[3]));
        jar.putNextEntry(new JarEntry("BOOT-INF/lib/" + parts[2] + ".jar"));
        jar.write(inner.toByteArray());
      } else {
        jar.putNextEntry(
            new JarEntry("META-INF/maven/" + parts[0] + "/" + parts[1] + "/pom.properties"));
        jar.write(
            "groupId=%s\nartifactId=%s\nversion=%s\n"
                .formatted((Object[]) parts)
                .getBytes(StandardCharsets.UTF_8));
      }
    }
    jar.finish();
  }

  @Test
  void theManifestsClassPathIsFollowed() throws Exception {
    jar("target/app.jar", "lib/log-7.jar lib/pg-42.7.4.jar", "dev:app:1.0");
    jar("target/lib/log-7.jar", null, "org:log:7");
    jar("target/lib/pg-42.7.4.jar", null);
    SubjectFiles files = of("[java, -jar, target/app.jar]");
    assertThat(files.digests())
        .containsOnlyKeys("target/app.jar", "target/lib/log-7.jar", "target/lib/pg-42.7.4.jar");
    assertThat(files.libraries().artifact()).isEqualTo("dev:app 1.0");
    assertThat(files.libraries().versions())
        .containsOnly(entry("org:log", "7"), entry("pg", "42.7.4"));
  }

  @Test
  void aClassPathAndItsWildcardAreFollowed() throws Exception {
    jar("app.jar", null, "dev:app:1.0");
    jar("lib/a-1.jar", null, "org:a:1");
    jar("lib/b-2.jar", null, "org:b:2");
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(folder.resolve("classes/x.properties"), "x=1");
    SubjectFiles files = of("[java, -cp, \"app.jar:classes:lib/*\", Main]");
    assertThat(files.digests())
        .containsOnlyKeys("app.jar", "classes", "lib/a-1.jar", "lib/b-2.jar");
    assertThat(files.libraries().versions()).containsOnlyKeys("org:a", "org:b");
  }

  @Test
  void whatAFatJarHoldsIsFound() throws Exception {
    jar("shop-1.0.jar", null, "dev:shop:1.0", "org:log:7", "nested:org:pg:42");
    SubjectFiles files = of("[java, -jar, shop-1.0.jar]");
    assertThat(files.libraries().artifact()).isEqualTo("dev:shop 1.0");
    assertThat(files.libraries().versions())
        .containsOnly(entry("org:log", "7"), entry("org:pg", "42"));
  }

  @Test
  void aScriptIsDigestedAndAFolderOutsideIsNot() throws Exception {
    Files.writeString(folder.resolve("worker.py"), "print(1)");
    SubjectFiles files = of("[python3, worker.py, --config=worker.py, --root, /]");
    assertThat(files.digests())
        .containsOnlyKeys("worker.py", "/")
        .containsEntry("/", "not verified: a folder outside of the subject's");
    String before = files.digests().get("worker.py");
    Files.writeString(folder.resolve("worker.py"), "print(2)");
    assertThat(of("[python3, worker.py]").digests().get("worker.py")).isNotEqualTo(before);
  }
}
