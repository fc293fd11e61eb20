package io.lakeward.mapping.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads YAML into {@link Value}s that know their places, with substitutions made. */
final class YamlReader {

  private static final Place START = new Place(1, 1, "");

  /** Far above any mapping, and low enough that a few nested aliases cannot fill the memory. */
  private static final int MAX_VALUES = 200_000;

  private static final int MAX_DEPTH = 50;

  private final Problems problems;
  private final Substitution substitution;
  private int values;

  YamlReader(Problems problems, Substitution substitution) {
    this.problems = problems;
    this.substitution = substitution;
  }

  /** The file's one document; empty where a problem was found that hides the rest. */
  Optional<Value> read(String text) {
    List<Node> documents = new ArrayList<>();
    try {
      new Compose(LoadSettings.builder().build())
          .composeAllFromString(text)
          .forEach(documents::add);
    } catch (MarkedYamlEngineException e) {
      problems.add(e.getProblemMark().map(YamlReader::placeOf).orElse(START), e.getProblem());
      return Optional.empty();
    } catch (YamlEngineException e) {
      problems.add(START, "not YAML: " + e.getMessage().lines().findFirst().orElse(""));
      return Optional.empty();
    }
    if (documents.size() != 1) {
      problems.add(START, "the file holds " + documents.size() + " YAML documents in place of one");
      return Optional.empty();
    }
    return Optional.of(valueOf(documents.get(0), placeIn(START, documents.get(0)), 0));
  }

  private Value valueOf(Node node, Place place, int depth) {
    if (++values > MAX_VALUES || depth > MAX_DEPTH) {
      if (values <= MAX_VALUES + 1) {
        problems.add(place, "nested too deep, or too large");
      }
      return new Value.Nothing(place);
    }
    if (node instanceof MappingNode mapping) {
      return fieldsOf(mapping, place, depth);
    } else if (node instanceof SequenceNode sequence) {
      return itemsOf(sequence, place, depth);
    } else if (node instanceof ScalarNode scalar) {
      return textOf(scalar, place);
    }
    problems.add(place, "an alias without its anchor");
    return new Value.Nothing(place);
  }

  private Value fieldsOf(MappingNode node, Place place, int depth) {
    Map<String, Value.Field> fields = new LinkedHashMap<>();
    for (NodeTuple tuple : node.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        problems.add(placeIn(place, tuple.getKeyNode()), "a key must be text");
        continue;
      }
      String key = keyNode.getValue();
      Mark keyMark = keyNode.getStartMark().orElseThrow();
      Place keyPlace = place.below(key, keyMark.getLine() + 1, keyMark.getColumn() + 1);
      Place valuePlace = placeIn(keyPlace, tuple.getValueNode());
      Value.Field field =
          new Value.Field(keyPlace, valueOf(tuple.getValueNode(), valuePlace, depth + 1));
      Value.Field first = fields.putIfAbsent(key, field);
      if (first != null) {
        problems.add(keyPlace, "the key is there twice, first in line " + first.key().line());
      }
    }
    return new Value.Fields(place, fields);
  }

  private Value itemsOf(SequenceNode node, Place place, int depth) {
    List<Value> items = new ArrayList<>();
    for (Node item : node.getValue()) {
      Place at = placeIn(place, item);
      items.add(valueOf(item, place.item(items.size(), at.line(), at.column()), depth + 1));
    }
    return new Value.Items(place, items);
  }

  private Value textOf(ScalarNode node, Place place) {
    String text = node.getValue();
    if (node.getTag().equals(Tag.NULL) && (text.isEmpty() || text.equals("~"))) {
      return new Value.Nothing(place);
    }
    return substitution.apply(text, place, problems);
  }

  private static Place placeIn(Place parent, Node node) {
    Mark mark = node.getStartMark().orElseThrow();
    return new Place(mark.getLine() + 1, mark.getColumn() + 1, parent.path());
  }

  private static Place placeOf(Mark mark) {
    return new Place(mark.getLine() + 1, mark.getColumn() + 1, "");
  }
}
