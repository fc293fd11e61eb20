package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.Authorship;
import io.lakeward.mapping.ChangeRules;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.Encoding;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Extent;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Projection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The keys of one flow into a table. */
final class FlowSection {
  private FlowSection() {}

  private static final Kind<String> TOPIC_NAME =
      Scalars.name(
          Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}"),
          "a topic name of letters, digits, . _ and -");

  static final Key<String> TOPIC = new Key<>("topic", TOPIC_NAME);
  static final Key<List<String>> TOPICS = new Key<>("topics", Containers.distinct(TOPIC_NAME));
  static final Key<String> TOPIC_PATTERN = new Key<>("topic_pattern", Scalars.REGEX);
  static final Key<Input.Snapshots> SNAPSHOT =
      new Key<>("snapshot", Containers.section(SnapshotSection.KEYS, SnapshotSection::read));
  static final Key<Expression> APPLY_AS_TRUNCATES = ChangeRulesSection.TRUNCATES;
  static final Key<String> COLUMNS_TO_UPDATE = new Key<>("columns_to_update", Scalars.TEXT);

  static final Key<Expression> ABSENT_WITHIN = new Key<>("absent_within", Scalars.EXPRESSION);

  static final Key<String> NAME = new Key<>("name", Scalars.TEXT);
  private static final Key<Boolean> ONCE = new Key<>("once", Scalars.FLAG);
  private static final Key<List<String>> COLUMN_LIST = new Key<>("column_list", Containers.NAMES);
  private static final Key<List<String>> EXCEPT_COLUMN_LIST =
      new Key<>("except_column_list", Containers.NAMES);
  private static final Key<Map<String, String>> RENAME =
      new Key<>("rename", Containers.TEXTS_BY_NAME);
  private static final Key<Map<String, Expression>> ADD_COLUMNS =
      new Key<>("add_columns", Containers.EXPRESSIONS_BY_NAME);
  private static final Key<Boolean> IGNORE_NULLS = new Key<>("ignore_null_updates", Scalars.FLAG);
  private static final Key<List<String>> IGNORE_NULLS_IN =
      new Key<>("ignore_null_updates_column_list", Containers.NAMES);
  private static final Key<List<String>> IGNORE_NULLS_EXCEPT =
      new Key<>("ignore_null_updates_except_column_list", Containers.NAMES);

  /** The keys about what a change leaves as it is; at most one of them may be there. */
  static final List<Key<?>> PARTIAL_UPDATES =
      List.of(IGNORE_NULLS, IGNORE_NULLS_IN, IGNORE_NULLS_EXCEPT, COLUMNS_TO_UPDATE);

  /** The keys of the section. */
  static final List<Key<?>> KEYS =
      Stream.of(
              List.of(
                  TOPIC,
                  TOPICS,
                  TOPIC_PATTERN,
                  SNAPSHOT,
                  ABSENT_WITHIN,
                  NAME,
                  ONCE,
                  COLUMN_LIST,
                  EXCEPT_COLUMN_LIST,
                  RENAME,
                  ADD_COLUMNS),
              PARTIAL_UPDATES,
              EncodingSection.KEYS,
              ChangeRulesSection.KEYS)
          .<Key<?>>flatMap(List::stream)
          .toList();

  static Optional<Flow> read(Section section, String name, List<String> keys, Format format) {
    Optional<Input> input = input(section);
    Optional<Encoding> encoding =
        section.has(SNAPSHOT)
            ? Optional.of(Encoding.ofDebezium(section.get(EncodingSection.SCHEMA)))
            : EncodingSection.read(section, format);
    SnapshotRules.checkFlow(section);
    Optional<ChangeRules> rules =
        section.has(SNAPSHOT)
            ? Optional.of(ChangeRules.OF_THE_FORMAT)
            : ChangeRulesSection.read(section, EncodingSection.format(section, format));
    boolean byPosition = rules.filter(found -> found.sequenceBy().isEmpty()).isPresent();
    if (byPosition && input.isPresent() && input.get() instanceof Input.Topics topics) {
      requireOneServer(section, topics.names());
    }
    Authorship authorship = authorship(section);
    String flowName = section.get(NAME).orElse(name);
    Extent extent = section.get(ONCE).orElse(false) ? Extent.ONCE : Extent.ENDLESS;
    Optional<Projection> projection = projection(section, keys, encoding);
    if (input.isEmpty() || encoding.isEmpty() || rules.isEmpty() || projection.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Flow(
            flowName,
            input.get(),
            encoding.get(),
            rules.get(),
            projection.get(),
            authorship,
            extent));
  }

  private static Optional<Input> input(Section section) {
    section.atMostOne(ErrorCode.MAPPING_INVALID, TOPIC, TOPICS, TOPIC_PATTERN, SNAPSHOT);
    if (Stream.of(TOPIC, TOPICS, TOPIC_PATTERN, SNAPSHOT).noneMatch(section::has)) {
      section.report(
          TOPIC, "one of the keys topic, topics, topic_pattern and snapshot is missing", "");
    }
    Optional<Input> topic = section.get(TOPIC).map(name -> new Input.Topics(List.of(name)));
    Optional<Input> topics = section.get(TOPICS).map(Input.Topics::new);
    Optional<Input> pattern = section.get(TOPIC_PATTERN).map(Input.TopicPattern::new);
    Optional<Expression> absentWithin = section.get(ABSENT_WITHIN);
    Optional<Input> snapshots = section.get(SNAPSHOT).map(found -> within(found, absentWithin));
    return topic.or(() -> topics).or(() -> pattern).or(() -> snapshots);
  }

  private static Input within(Input.Snapshots snapshots, Optional<Expression> absentWithin) {
    return new Input.Snapshots(
        snapshots.path(),
        snapshots.format(),
        snapshots.version(),
        snapshots.options(),
        snapshots.absentWithin().or(() -> absentWithin),
        snapshots.successMarker());
  }

  /** Debezium's topics begin with the server's name; the logs of two servers have no order. */
  private static void requireOneServer(Section section, List<String> topics) {
    List<String> servers =
        topics.stream()
            .filter(name -> name.contains("."))
            .map(name -> name.substring(0, name.indexOf('.')))
            .distinct()
            .toList();
    if (servers.size() > 1) {
      section.report(
          TOPICS,
          ErrorCode.MISSING_SEQUENCE_BY,
          "the topics are of the servers " + servers + ", whose positions cannot be compared",
          "Write sequence_by: _change.source_time, or another expression that orders all of them");
    }
  }

  /** A history of columns that are not there, or never change, would have one row for ever. */
  private static void requireTracked(
      Section section, Columns columns, List<String> keys, Map<String, Expression> add) {
    for (String name : notAdded(section, StoredAsSection.TRACK, add)) {
      if (!columns.takes(name)) {
        section.report(StoredAsSection.TRACK, name + " is tracked but not taken", "");
      } else if (keys.contains(name)) {
        section.report(StoredAsSection.TRACK, name + " is a key, which never changes", "");
      }
    }
  }

  private static Optional<Projection> projection(
      Section section, List<String> keys, Optional<Encoding> encoding) {
    Columns columns =
        Names.choice(
            section,
            COLUMN_LIST,
            EXCEPT_COLUMN_LIST,
            ErrorCode.BOTH_COLUMN_LIST_AND_EXCEPT_COLUMN_LIST);
    Map<String, String> rename = section.get(RENAME).orElse(Map.of());
    Map<String, Expression> add = section.get(ADD_COLUMNS).orElse(Map.of());
    Names names = new Names(section, columns, rename, encoding.flatMap(Encoding::schema));
    names.requireSelected(keys);
    names.requireKnown("keys", keys);
    names.requireKnown(COLUMN_LIST.name(), section.get(COLUMN_LIST).orElse(List.of()));
    names.requireKnown(
        EXCEPT_COLUMN_LIST.name(), section.get(EXCEPT_COLUMN_LIST).orElse(List.of()));
    names.requireKnown(RENAME.name(), List.copyOf(rename.keySet()));
    names.requireKnown(COLUMNS_TO_UPDATE.name(), section.get(COLUMNS_TO_UPDATE).stream().toList());
    Stream.of(
            IGNORE_NULLS_IN,
            IGNORE_NULLS_EXCEPT,
            StoredAsSection.TRACK,
            StoredAsSection.TRACK_EXCEPT)
        .forEach(key -> names.requireKnown(key.name(), notAdded(section, key, add)));
    requireTracked(section, columns, keys, add);
    keys.stream()
        .filter(add::containsKey)
        .forEach(
            key ->
                section.report(ADD_COLUMNS, key + " is a key, which only a source can have", ""));
    boolean distinct = names.requireDistinct(RENAME, ADD_COLUMNS, List.copyOf(add.keySet()));
    return distinct ? Optional.of(new Projection(columns, rename, add)) : Optional.empty();
  }

  /** The names in a list but those of added columns, which it may also name. */
  private static List<String> notAdded(
      Section section, Key<List<String>> key, Map<String, Expression> add) {
    return section.get(key).orElse(List.of()).stream()
        .filter(name -> !add.containsKey(name))
        .toList();
  }

  private static Authorship authorship(Section section) {
    ErrorCode conflict = ErrorCode.CONFLICTING_IGNORE_NULL_OPTIONS;
    section.atMostOne(conflict, PARTIAL_UPDATES.toArray(Key<?>[]::new));
    Optional<String> listed = section.get(COLUMNS_TO_UPDATE);
    boolean everywhere = section.get(IGNORE_NULLS).orElse(false);
    if (listed.isPresent()) {
      return new Authorship.Listed(listed.get());
    } else if (everywhere) {
      return new Authorship.IgnoreNulls(new Columns.All());
    } else if (section.has(IGNORE_NULLS_IN) || section.has(IGNORE_NULLS_EXCEPT)) {
      return new Authorship.IgnoreNulls(
          Names.choice(section, IGNORE_NULLS_IN, IGNORE_NULLS_EXCEPT, conflict));
    }
    return new Authorship.EveryColumn();
  }
}
