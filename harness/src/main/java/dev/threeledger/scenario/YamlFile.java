package dev.threeledger.scenario;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Reads one YAML document into a {@link Tree}. What would make two readers disagree is refused:
 * tabs, aliases, repeated keys, several documents.
 */
public final class YamlFile {
  private final Path file;
  private final Problems problems;

  private YamlFile(Path file, Problems problems) {
    this.file = file;
    this.problems = problems;
  }

  /** The file's document, or empty when a problem was added that leaves nothing to read. */
  public static Optional<Tree> read(Path file, Problems problems) {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8), file, problems);
    } catch (NoSuchFileException e) {
      problems.add(Location.of(file), "no such file");
    } catch (CharacterCodingException e) {
      problems.add(Location.of(file), "is not UTF-8 text; save it as UTF-8");
    } catch (IOException e) {
      problems.add(Location.of(file), "cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }

  /**
   * The text's document, or empty when a problem was added that leaves nothing to read.
   *
   * @param file named in locations; nothing is read from it
   */
  public static Optional<Tree> parse(String text, Path file, Problems problems) {
    return new YamlFile(file, problems).parse(text);
  }

  private Optional<Tree> parse(String text) {
    try {
      if (hasReferences(text)) {
        return Optional.empty();
      }
      Node node = new Yaml(new LoaderOptions()).compose(new StringReader(text));
      if (node == null) {
        problems.add(Location.of(file), "is empty");
        return Optional.empty();
      }
      return Optional.of(tree(node));
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
      problems.add(at(mark), words(e, mark));
    } catch (YAMLException e) {
      problems.add(
          Location.of(file), "is no YAML: " + e.getMessage().lines().findFirst().orElse(""));
    }
    return Optional.empty();
  }

  /** Looks at the event stream, since a composed tree no longer shows where an alias stood. */
  private boolean hasReferences(String text) {
    boolean found = false;
    for (Event event : new Yaml(new LoaderOptions()).parse(new StringReader(text))) {
      if (event instanceof AliasEvent alias) {
        problems.add(
            at(event.getStartMark()),
            "alias '*" + alias.getAnchor() + "'; aliases are not used, write the value out");
        found = true;
      } else if (event instanceof NodeEvent node && node.getAnchor() != null) {
        problems.add(
            at(event.getStartMark()),
            "anchor '&" + node.getAnchor() + "'; anchors are not used, remove it");
        found = true;
      }
    }
    return found;
  }

  private Tree tree(Node node) {
    Location at = at(node.getStartMark());
    if (node instanceof MappingNode mapping) {
      return new Tree.Mapping(fields(mapping), at);
    }
    if (node instanceof SequenceNode sequence) {
      List<Tree> items = new ArrayList<>();
      sequence.getValue().forEach(item -> items.add(tree(item)));
      return new Tree.Sequence(items, at);
    }
    ScalarNode scalar = (ScalarNode) node;
    return new Tree.Text(scalar.getValue(), !scalar.isPlain(), at);
  }

  private Map<String, Tree.Field> fields(MappingNode mapping) {
    Map<String, Tree.Field> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      Location keyAt = at(tuple.getKeyNode().getStartMark());
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        problems.add(keyAt, "a key must be a word, not a list or mapping");
        continue;
      }
      Tree.Field before = fields.get(key.getValue());
      if (before != null) {
        problems.add(
            keyAt,
            "key '%s' is repeated; it stands already in line %d"
                .formatted(key.getValue(), before.keyAt().line()));
        continue;
      }
      fields.put(key.getValue(), new Tree.Field(keyAt, tree(tuple.getValueNode())));
    }
    return fields;
  }

  private Location at(Mark mark) {
    return mark == null
        ? Location.of(file)
        : new Location(file, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static String words(MarkedYAMLException e, Mark mark) {
    if (String.valueOf(e.getProblem()).contains("(TAB)") || atTab(mark)) {
      return "a tab; YAML is indented with spaces";
    }
    if (String.valueOf(e.getContext()).contains("expected a single document")) {
      return "a second document begins; write one document per file";
    }
    String context = e.getContext() == null ? "" : e.getContext() + ": ";
    return "is no YAML: " + context + e.getProblem();
  }

  private static boolean atTab(Mark mark) {
    return mark != null
        && mark.getPointer() < mark.getBuffer().length
        && mark.getBuffer()[mark.getPointer()] == '\t';
  }
}
