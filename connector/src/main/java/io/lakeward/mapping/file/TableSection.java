package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.DeclaredSchema;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.Retention;
import io.lakeward.mapping.ScdType;
import io.lakeward.mapping.SchemaEvolution;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One of {@code tables}. */
final class TableSection {
  private TableSection() {}

  private static final Retention DEFAULT_RETENTION = Retention.of(Duration.ofDays(7));

  static final Key<String> TARGET =
      new Key<>(
          "target",
          Scalars.name(
              Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}_$-]*"),
              "a table name of letters, digits, _ $ and -"));
  private static final Key<List<String>> TABLE_KEYS = new Key<>("keys", Containers.NAMES);
  private static final Key<OnTruncate> ON_TRUNCATE =
      new Key<>("on_truncate", Scalars.choice(OnTruncate.class));
  private static final Key<List<String>> PARTITION_BY = new Key<>("partition_by", Containers.NAMES);
  private static final Key<List<String>> SORT_BY = new Key<>("sort_by", Containers.NAMES);
  private static final Key<Options> TABLE_PROPERTIES =
      new Key<>("table_properties", Containers.OPTIONS);
  private static final Key<SchemaEvolution> SCHEMA_EVOLUTION =
      new Key<>("schema_evolution", Scalars.choice(SchemaEvolution.class));
  private static final Key<Retention> TOMBSTONE_RETENTION =
      new Key<>("tombstone_retention", Scalars.RETENTION);
  private static final Key<DeclaredSchema> TARGET_SCHEMA =
      new Key<>("target_schema", Containers.SCHEMA);
  private static final Key<Options> SPARK_CONF = new Key<>("spark_conf", Containers.OPTIONS);

  /** The keys of a table: its own, those of its history, and those of its only flow. */
  static final List<Key<?>> KEYS =
      Stream.of(
              List.of(
                  TARGET,
                  TABLE_KEYS,
                  ON_TRUNCATE,
                  PARTITION_BY,
                  SORT_BY,
                  TABLE_PROPERTIES,
                  SCHEMA_EVOLUTION,
                  TOMBSTONE_RETENTION,
                  TARGET_SCHEMA,
                  SPARK_CONF,
                  Flows.FLOWS),
              StoredAsSection.KEYS,
              FlowSection.KEYS)
          .<Key<?>>flatMap(List::stream)
          .toList();

  static Optional<Table> read(Section section, Format defaultFormat) {
    Optional<String> target = section.require(TARGET);
    List<String> keys = section.get(TABLE_KEYS).orElse(List.of());
    Optional<StoredAs> storedAs = StoredAsSection.read(section);
    List<Flow> flows = Flows.read(section, target.orElse("?"), keys, defaultFormat);
    requireKeys(section, flows, defaultFormat);
    SnapshotRules.checkTable(section);
    EncodingSection.format(section, defaultFormat)
        .ifPresent(format -> StoredAsSection.checkFormat(section, format));
    target.ifPresent(name -> Names.reserved(section, TARGET, List.of(name)));
    Options sparkConf = section.get(SPARK_CONF).orElse(Options.NONE);
    for (String name : sparkConf.values().keySet()) {
      if (!name.startsWith("spark.")) {
        section.report(SPARK_CONF, name + " is no Spark setting", "They begin with spark.");
      }
    }
    FileLayout layout =
        new FileLayout(
            section.get(PARTITION_BY),
            section.get(SORT_BY).orElse(List.of()),
            section.get(TABLE_PROPERTIES).orElse(Options.NONE));
    SchemaEvolution evolution = section.get(SCHEMA_EVOLUTION).orElse(SchemaEvolution.ADD);
    Retention retention = section.get(TOMBSTONE_RETENTION).orElse(DEFAULT_RETENTION);
    Optional<DeclaredSchema> targetSchema = section.get(TARGET_SCHEMA);
    Optional<OnTruncate> onTruncate =
        storedAs.map(stored -> onTruncate(section, stored.type(), flows.size()));
    if (target.isEmpty() || storedAs.isEmpty() || flows.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Table(
            target.get(),
            flows,
            keys,
            storedAs.get(),
            layout,
            evolution,
            onTruncate.get(),
            retention,
            targetSchema,
            sparkConf));
  }

  /** The keys of custom events are nowhere but in the mapping. */
  private static void requireKeys(Section section, List<Flow> flows, Format defaultFormat) {
    if (SnapshotRules.readsSnapshots(section)) {
      SnapshotRules.requireKeys(section, TABLE_KEYS);
      return;
    }
    Stream<Format> formats =
        section.has(Flows.FLOWS)
            ? flows.stream().map(flow -> flow.encoding().format())
            : EncodingSection.format(section, defaultFormat).stream();
    boolean custom = formats.anyMatch(Format::isCustom);
    if (custom && !section.has(TABLE_KEYS)) {
      section.report(
          TABLE_KEYS,
          ErrorCode.EMPTY_KEYS,
          "custom events do not say what their key is",
          "Write keys: [column, …]");
    }
  }

  private static OnTruncate onTruncate(Section section, ScdType type, int flows) {
    OnTruncate all = type == ScdType.TYPE_1 ? OnTruncate.TRUNCATE_ALL : OnTruncate.END_ALL;
    Optional<OnTruncate> given = section.get(ON_TRUNCATE);
    boolean fits =
        given.isEmpty()
            || given.get() == all
            || given.get() == OnTruncate.IGNORE
            || given.get() == OnTruncate.FAIL;
    if (!fits) {
      section.report(
          ON_TRUNCATE,
          given.get().key() + " does not go with stored_as_scd_type " + type.key(),
          "Write " + all.key() + ", ignore or fail");
    }
    // One flow's truncate must not silently take the rows of the others.
    return given.orElse(type == ScdType.TYPE_1 && flows < 2 ? all : OnTruncate.FAIL);
  }
}
