package dev.threeledger.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
  @TempDir Path temp;

  @Test
  void severalThreadsBuildOnce() throws Exception {
    Cache cache = Cache.in(temp.resolve("cache"));
    AtomicInteger builds = new AtomicInteger();
    List<CompletableFuture<Path>> folders = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      folders.add(CompletableFuture.supplyAsync(() -> once(cache, builds)));
    }
    for (CompletableFuture<Path> folder : folders) {
      assertThat(folder.get(10, TimeUnit.SECONDS).resolve("file")).exists();
    }
    assertThat(builds).hasValue(1);
  }

  private static Path once(Cache cache, AtomicInteger builds) {
    try {
      return cache.once(
          "thing",
          folder -> {
            builds.incrementAndGet();
            Files.createFile(folder.resolve("file"));
          });
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatAnInterruptedBuilderLeftIsNotUsed() throws Exception {
    Files.createDirectories(temp.resolve(".thing.building/half"));
    Path folder = Cache.in(temp).once("thing", empty -> Files.createFile(empty.resolve("whole")));
    assertThat(folder.resolve("half")).doesNotExist();
    assertThat(folder.resolve("whole")).exists();
    assertThat(temp.resolve(".thing.building")).doesNotExist();
  }

  @Test
  void aBuilderThatFailsLeavesNothingAndIsTriedAgain() throws Exception {
    Cache cache = Cache.in(temp);
    assertThatThrownBy(
            () ->
                cache.once(
                    "thing",
                    folder -> {
                      Files.createFile(folder.resolve("half"));
                      throw new IOException("broken");
                    }))
        .hasMessage("broken");
    assertThat(temp.resolve("thing")).doesNotExist();
    assertThat(cache.once("thing", folder -> {})).isEmptyDirectory();
  }

  @Test
  void theUsualPlaceIsTheUsersCache() {
    assertThat(directory(Map.of("XDG_CACHE_HOME", temp + "/xdg", "HOME", temp + "/home")))
        .isEqualTo(temp.resolve("xdg/threeledger"));
    assertThat(directory(Map.of("HOME", temp + "/home")))
        .isEqualTo(temp.resolve("home/.cache/threeledger"));
  }

  @Test
  void withoutAWritableHomeItIsAFolderOfOursInTheTempDirectory() {
    assertThat(directory(Map.of("HOME", "/proc/nothing")))
        .isEqualTo(temp.resolve("threeledger-" + ServerUser.uid()))
        .isDirectory();
    assertThat(directory(Map.of("XDG_CACHE_HOME", "relative")))
        .isEqualTo(temp.resolve("threeledger-" + ServerUser.uid()));
  }

  private Path directory(Map<String, String> environment) {
    return Cache.defaultDirectory(environment, temp);
  }
}
