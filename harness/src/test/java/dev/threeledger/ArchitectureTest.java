package dev.threeledger;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Dependencies point one way. The table is the whole truth: a package below {@code dev.threeledger}
 * that it does not name fails the test; one that it names and that is not there yet does not.
 */
class ArchitectureTest {
  private static final String ROOT = "dev.threeledger.";
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Pattern MAY_IMPORT_TEXT = Pattern.compile("May import: ([^.]*)\\.");

  /** Which packages a package may import, beside itself and what lies below it. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      new TreeMap<>(
          Map.ofEntries(
              entry("timeline", Set.of()),
              entry("verdict", Set.of()),
              entry("process", Set.of()),
              entry("container", Set.of("process")),
              entry("invariant", Set.of()),
              entry("scenario", Set.of("invariant", "verdict")),
              entry("matrix", Set.of("scenario", "verdict")),
              entry("ledger", Set.of("timeline", "scenario", "verdict")),
              entry("wire", Set.of("timeline", "scenario")),
              entry("external", Set.of("wire", "timeline", "scenario", "ledger")),
              entry(
                  "environment",
                  Set.of(
                      "container",
                      "process",
                      "wire",
                      "external",
                      "timeline",
                      "scenario",
                      "ledger")),
              entry("subject", Set.of("process", "scenario", "timeline")),
              entry("trigger", Set.of("scenario", "timeline", "wire")),
              entry(
                  "fault",
                  Set.of(
                      "scenario",
                      "timeline",
                      "verdict",
                      "wire",
                      "subject",
                      "trigger",
                      "environment")),
              entry("quiesce", Set.of("timeline", "scenario")),
              entry("check", Set.of("scenario", "timeline", "ledger", "verdict", "invariant")),
              entry("judge", Set.of("check", "fault", "timeline", "scenario", "ledger", "verdict")),
              entry("evidence", Set.of("timeline", "scenario", "ledger", "verdict")),
              entry("cost", Set.of("timeline", "scenario", "evidence")),
              entry(
                  "report",
                  Set.of(
                      "evidence", "check", "judge", "timeline", "scenario", "ledger", "verdict"))));

  /** Import the inner ones as they like; nobody below imports them. */
  private static final List<String> OUTER =
      List.of("run", "selftest", "experiment", "replay", "cli", "junit");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.threeledger");

  static Set<String> packages() {
    return MAY_IMPORT.keySet();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void packageImportsOnlyWhatTheTableAllows(String name) {
    Set<String> allowed = new TreeSet<>(MAY_IMPORT.get(name));
    allowed.add(name);
    noClasses()
        .that()
        .resideInAPackage(ROOT + name + "..")
        .should()
        .dependOnClassesThat(
            describe(
                "are ours and outside " + allowed,
                type -> isOurs(type) && !allowed.contains(packageOf(type))))
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void runImportsNothingOutsideIt() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "run..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + "selftest..",
            ROOT + "experiment..",
            ROOT + "replay..",
            ROOT + "cli..",
            ROOT + "junit..")
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @Test
  void everyPackageStandsInTheTable() {
    Set<String> found = new TreeSet<>();
    CLASSES.stream().filter(ArchitectureTest::isOurs).forEach(type -> found.add(packageOf(type)));
    found.removeAll(MAY_IMPORT.keySet());
    OUTER.forEach(found::remove);

    assertThat(found).isEmpty();
  }

  @Test
  void onlyCliAndJunitPrint() {
    JavaClasses quiet = CLASSES.that(describe("are inner", type -> !prints(packageOf(type))));
    noClasses().should().accessField(System.class, "out").check(quiet);
    noClasses().should().accessField(System.class, "err").check(quiet);
    noClasses()
        .should()
        .callMethodWhere(
            describe(
                "prints a stack trace",
                call ->
                    call.getName().equals("printStackTrace")
                        && call.getTarget().getRawParameterTypes().isEmpty()))
        .check(quiet);
  }

  @Test
  void onlyContainerPackagesTalkToDocker() {
    JavaClasses others =
        CLASSES.that(
            describe(
                "are elsewhere",
                type ->
                    !packageOf(type).equals("container")
                        && !type.getPackageName().equals(ROOT + "environment.containers")));
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.testcontainers..", "com.github.dockerjava..")
        .check(others);
  }

  @Test
  void onlyCliExits() {
    JavaClasses staying =
        CLASSES.that(describe("are not cli", type -> !packageOf(type).equals("cli")));
    noClasses()
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(staying);
  }

  /** The list in {@code package-info.java} may be shorter than the table's, never longer. */
  @Test
  void everyPackageSaysWhatItMayImport() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path folder : sourceFolders()) {
      String name = SOURCES.resolve("dev/threeledger").relativize(folder).toString();
      String stated = stated(folder.resolve("package-info.java"));
      String root = name.replaceAll("/.*", "");
      if (stated == null) {
        wrong.add(name + " has no package-info.java with a paragraph 'May import: …'");
      } else if (MAY_IMPORT.containsKey(root) && !stated.startsWith("no other package")) {
        Set<String> more = new TreeSet<>(List.of(stated.split("[,\\s]+")));
        more.removeAll(MAY_IMPORT.get(root));
        more.remove(root);
        more.forEach(other -> wrong.add(name + " says it may import " + other));
      }
    }

    assertThat(wrong).isEmpty();
  }

  /** {@code scenario, timeline} from {@code May import: scenario, timeline.}, or null. */
  private static String stated(Path info) throws IOException {
    if (!Files.exists(info)) {
      return null;
    }
    String text = Files.readString(info).replaceAll("\\R \\* ?", " ");
    Matcher matcher = MAY_IMPORT_TEXT.matcher(text);
    return matcher.find() ? matcher.group(1).trim() : null;
  }

  private static List<Path> sourceFolders() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(Path::getParent)
          .distinct()
          .sorted()
          .toList();
    }
  }

  private static boolean prints(String name) {
    return name.equals("cli") || name.equals("junit");
  }

  private static boolean isOurs(JavaClass type) {
    return type.getPackageName().startsWith(ROOT);
  }

  /** {@code wire} for everything in and below {@code dev.threeledger.wire}. */
  private static String packageOf(JavaClass type) {
    String name = type.getBaseComponentType().getPackageName();
    if (!name.startsWith(ROOT)) {
      return "";
    }
    String inner = name.substring(ROOT.length());
    int dot = inner.indexOf('.');
    return dot < 0 ? inner : inner.substring(0, dot);
  }
}
