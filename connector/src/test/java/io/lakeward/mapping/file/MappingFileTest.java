package io.lakeward.mapping.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.mapping.Authorship;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.ChangeRules;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.DecimalMode;
import io.lakeward.mapping.Encoding;
import io.lakeward.mapping.Export;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Extent;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.GeometryForm;
import io.lakeward.mapping.Infinity;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.OnTruncate;
import io.lakeward.mapping.Options;
import io.lakeward.mapping.Retention;
import io.lakeward.mapping.SchemaEvolution;
import io.lakeward.mapping.SnapshotFormat;
import io.lakeward.mapping.Source;
import io.lakeward.mapping.StartingOffsets;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import io.lakeward.mapping.TimeOfDayForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingFileTest {

  private static final Path SHIPPED = Path.of("..", "mappings");

  private static final String LEAST =
      """
      pipeline: p
      source: {kafka: {bootstrap_servers: "localhost:9092"}}
      lake: {catalog: {warehouse: lake}, namespace: ns}
      tables: [{target: t, topic: a.b}]
      """;

  @ParameterizedTest
  @ValueSource(strings = {"postgres.yaml", "events.yaml", "snapshots.yaml"})
  void shippedMappingsAreValid(String name) {
    assertThat(MappingFile.read(SHIPPED.resolve(name)).tables()).isNotEmpty();
  }

  @Test
  void theLeastMappingHasItsDefaults() {
    Mapping mapping = parse(LEAST);

    Source.Kafka kafka = (Source.Kafka) mapping.source().orElseThrow();
    assertThat(kafka.startingOffsets()).isEqualTo(new StartingOffsets.Earliest());
    assertThat(kafka.maxRecordsPerBatch()).contains(200_000L);
    assertThat(mapping.lake().catalog().name()).isEqualTo("lake");
    assertThat(mapping.lake().catalog().type()).isEqualTo(CatalogType.LOCAL);
    assertThat(mapping.lake().catalog().warehouse()).contains("/srv/lake");
    assertThat(mapping.run().checkpoint()).isEqualTo("/srv/lake/_checkpoints");
    assertThat(mapping.run().trigger()).isEqualTo(Duration.ofSeconds(10));
    Table table = mapping.tables().get(0);
    assertThat(table.keys()).isEmpty();
    assertThat(table.storedAs()).isEqualTo(new StoredAs.Type1());
    assertThat(table.onTruncate()).isEqualTo(OnTruncate.TRUNCATE_ALL);
    assertThat(table.schemaEvolution()).isEqualTo(SchemaEvolution.ADD);
    assertThat(table.tombstoneRetention()).isEqualTo(Retention.of(Duration.ofDays(7)));
    Flow flow = table.flows().get(0);
    assertThat(flow.name()).isEqualTo("t");
    assertThat(flow.input()).isEqualTo(new Input.Topics(List.of("a.b")));
    assertThat(flow.encoding().format()).isEqualTo(Format.DEBEZIUM_JSON);
    assertThat(flow.encoding().timeOfDay()).isEqualTo(TimeOfDayForm.TEXT);
    assertThat(flow.encoding().geometry()).isEqualTo(GeometryForm.STRUCT);
    assertThat(flow.rules()).isEqualTo(ChangeRules.OF_THE_FORMAT);
    assertThat(flow.projection().columns()).isEqualTo(new Columns.All());
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfSchemaEvolutionIsRead(SchemaEvolution evolution) {
    Mapping mapping = parse(LEAST + "defaults: {schema_evolution: " + evolution.key() + "}\n");
    assertThat(mapping.tables().get(0).schemaEvolution()).isEqualTo(evolution);
  }

  @Test
  void everySupportedKeyIsRead() {
    Mapping mapping =
        parse(
            """
            pipeline: p
            source:
              capture: {path: cap, max_files_per_trigger: 1}
              format: json
            lake:
              catalog: {name: c, type: rest, warehouse: "s3://b/w", properties: {uri: "http://r"}}
              namespace: a.b
            run:
              trigger: 500 ms
              checkpoint: "s3://b/cp"
              on_error: dead_letter
              max_dead_letters: 1_000
            defaults: {schema_evolution: none, except_column_list: [z]}
            tables:
              - target: t
                topics: [x, y]
                schema: "id BIGINT, d DECIMAL(10, 2), `odd, name` STRUCT<a: INT, b: STRING>, op STRING"
                keys: [id]
                sequence_by: [d, id]
                apply_as_deletes: op = 'd'
                apply_as_truncates: op = 't'
                column_list: [id, "odd, name"]
                rename: {"odd, name": fine}
                decimal: string
                tombstone_retention: forever
                unavailable_value: N/A
                infinity: clamp
                table_properties: {a: b}
                spark_conf: {spark.sql.x: 1}
                name: flow
              - {target: u, topic_pattern: "u\\\\..*", format: debezium-json, time_of_day: micros,
                 geometry: wkt}
            """);

    assertThat(mapping.source()).contains(new Source.Capture("/srv/cap", Optional.of(1)));
    assertThat(mapping.lake().namespace()).containsExactly("a", "b");
    assertThat(mapping.lake().catalog().warehouse()).contains("s3://b/w");
    assertThat(mapping.run().checkpoint()).isEqualTo("s3://b/cp");
    assertThat(mapping.run().trigger()).isEqualTo(Duration.ofMillis(500));
    assertThat(mapping.run().maxDeadLetters()).hasValue(1000);
    Table table = mapping.table("t").orElseThrow();
    assertThat(table.tombstoneRetention()).isEqualTo(Retention.FOREVER);
    assertThat(table.schemaEvolution()).isEqualTo(SchemaEvolution.NONE);
    assertThat(table.layout().properties().values()).isEqualTo(Map.of("a", "b"));
    Flow flow = table.flows().get(0);
    assertThat(flow.name()).isEqualTo("flow");
    assertThat(flow.encoding().schema().orElseThrow().columns())
        .containsExactly("id", "d", "odd, name", "op");
    assertThat(flow.encoding().decimal()).isEqualTo(DecimalMode.STRING);
    assertThat(flow.encoding().infinity()).isEqualTo(Infinity.CLAMP);
    assertThat(flow.rules().sequenceBy()).containsExactly(sql("d"), sql("id"));
    assertThat(flow.rules().applyAsDeletes()).contains(sql("op = 'd'"));
    // The table's own choice of columns replaces the default one, though its key is another.
    assertThat(flow.projection().columns()).isEqualTo(new Columns.Only(List.of("id", "odd, name")));
    assertThat(flow.projection().targetOf("odd, name")).isEqualTo("fine");
    Flow other = mapping.table("u").orElseThrow().flows().get(0);
    assertThat(other.input()).isEqualTo(new Input.TopicPattern("u\\..*"));
    assertThat(other.encoding().timeOfDay()).isEqualTo(TimeOfDayForm.MICROS);
    assertThat(other.encoding().geometry()).isEqualTo(GeometryForm.WKT);
    assertThat(other.projection().columns()).isEqualTo(new Columns.Except(List.of("z")));
  }

  @Test
  void offsetsAreGivenByTopicAndPartition() {
    Mapping mapping = parse(LEAST.replace("\"}", "\", starting_offsets: {a.b: {0: 5, 1: 0}}}"));

    assertThat(((Source.Kafka) mapping.source().orElseThrow()).startingOffsets())
        .isEqualTo(new StartingOffsets.Exact(Map.of("a.b", Map.of(0, 5L, 1, 0L))));
  }

  @Test
  void flowsHaveWhatTheirTableSaysAndTheyDoNot() {
    Mapping mapping =
        parse(
            LEAST.replace(
                "topic: a.b}",
                """
                sequence_by: _change.position, except_column_list: [z], flows: [
                    {topic: a.b}, {topics: [x, y], column_list: [id], name: old, once: true},
                    {topics: [x, z]}]}"""));

    List<Flow> flows = mapping.tables().get(0).flows();
    assertThat(flows).extracting(Flow::name).containsExactly("t-a.b", "old", "t-3");
    assertThat(flows)
        .extracting(Flow::extent)
        .containsExactly(Extent.ENDLESS, Extent.ONCE, Extent.ENDLESS);
    assertThat(flows)
        .extracting(flow -> flow.projection().columns())
        .containsExactly(
            new Columns.Except(List.of("z")),
            new Columns.Only(List.of("id")),
            new Columns.Except(List.of("z")));
    assertThat(mapping.tables().get(0).onTruncate()).isEqualTo(OnTruncate.FAIL);
  }

  @Test
  void snapshotsNeedNoSource() {
    Mapping mapping =
        parse(
            """
            pipeline: p
            lake: {catalog: {warehouse: lake}, namespace: ns}
            tables:
            - target: t
              keys: [id]
              schema: "id BIGINT, day DATE"
              once: true
              absent_within: day >= DATE'2026-01-01'
              stored_as_scd_type: 2
              snapshot:
                path: exports/version=*
                format: csv
                version: version
                success_marker: _SUCCESS
                options: {sep: "\t", quote: "", inferSchema: false}
            - target: u
              keys: [id]
              snapshot: {path: " (SELECT * FROM u) x", format: jdbc, version: SELECT now(),
                         absent_within: a, options: {url: "jdbc:postgresql://h/d"}}
            - {target: v, keys: [id], snapshot: {path: lake.v, format: iceberg, version: snapshot_id}}
            """);

    assertThat(mapping.source()).isEmpty();
    Flow files = mapping.tables().get(0).flows().get(0);
    assertThat(files.name()).isEqualTo("t");
    assertThat(files.extent()).isEqualTo(Extent.ONCE);
    assertThat(files.rules()).isEqualTo(ChangeRules.OF_THE_FORMAT);
    assertThat(files.encoding())
        .isEqualTo(Encoding.ofDebezium(files.encoding().schema()))
        .extracting(encoding -> encoding.schema().orElseThrow().columns())
        .isEqualTo(List.of("id", "day"));
    assertThat(files.input())
        .isEqualTo(
            new Input.Snapshots(
                "/srv/exports/version=*",
                SnapshotFormat.CSV,
                sql("version"),
                Options.of(Map.of("sep", "\t", "quote", "", "inferSchema", "false")),
                Optional.of(sql("day >= DATE'2026-01-01'")),
                Optional.of("_SUCCESS")));
    assertThat(mapping.tables().get(1).flows().get(0).input())
        .isEqualTo(
            new Input.Snapshots(
                " (SELECT * FROM u) x",
                SnapshotFormat.JDBC,
                sql("SELECT now()"),
                Options.of(Map.of("url", "jdbc:postgresql://h/d")),
                Optional.of(sql("a")),
                Optional.empty()));
    assertThat(((Input.Snapshots) mapping.tables().get(2).flows().get(0).input()).path())
        .isEqualTo("lake.v");
  }

  @Test
  void whatHoldsForRecordsDoesNotReachSnapshotsBesideThem() {
    Mapping mapping =
        parse(
            """
            pipeline: p
            source: {kafka: {bootstrap_servers: x}, format: avro, schema_registry: {url: "http://r"}}
            lake: {catalog: {warehouse: lake}, namespace: ns}
            defaults: {decimal: string, on_truncate: ignore, ignore_null_updates: true}
            tables:
            - target: t
              keys: [id]
              schema: id BIGINT, v BIGINT
              sequence_by: v
              apply_as_deletes: v < 0
              absent_within: v > 0
              flows:
              - {topic: a}
              - {snapshot: {path: p, format: json, version: v}, name: t-p}
              - {snapshot: {path: q, format: json, version: v}, name: t-q, absent_within: v < 0}
            - {target: u, keys: [id], snapshot: {path: p, format: orc, version: v}}
            """);

    List<Flow> flows = mapping.tables().get(0).flows();
    assertThat(flows).extracting(Flow::name).containsExactly("t-a", "t-p", "t-q");
    assertThat(flows.get(0).rules().applyAsDeletes()).contains(sql("v < 0"));
    assertThat(flows.get(0).authorship()).isInstanceOf(Authorship.IgnoreNulls.class);
    assertThat(flows.get(1).rules()).isEqualTo(ChangeRules.OF_THE_FORMAT);
    assertThat(flows.get(1).authorship()).isEqualTo(new Authorship.EveryColumn());
    assertThat(((Input.Snapshots) flows.get(1).input()).absentWithin()).contains(sql("v > 0"));
    assertThat(flows.get(1).encoding())
        .isEqualTo(Encoding.ofDebezium(flows.get(0).encoding().schema()));
  }

  @Test
  void onlySnapshotsMayStandBesideASourceWithoutRecords() {
    Mapping mapping =
        parse(
            """
            pipeline: p
            source: {format: json}
            lake: {catalog: {warehouse: lake}, namespace: ns}
            tables: [{target: u, keys: [id], snapshot: {path: p, format: orc, version: v}}]
            """);

    assertThat(mapping.source()).isEmpty();
  }

  @Test
  void anExportStandsAloneWithoutItsVersion() {
    MappingFile reader = new MappingFile(Map.of("PASSWORD", "s3cret"), Path.of("/srv"));
    Export database =
        reader.parseExport(
            "--against",
            "{format: jdbc, path: public.t, options: {url: 'jdbc:x', password: '${PASSWORD}'}}");
    assertThat(database.version()).isEmpty();
    assertThat(database.options().values()).containsEntry("password", "s3cret");
    assertThat(database.toString()).doesNotContain("s3cret");
    Export files =
        reader.parseExport(
            "rows.yaml",
            "{format: csv, path: p, schema: id INT, version: v, absent_within: a, success_marker: m}");
    assertThat(files)
        .isEqualTo(
            new Export(
                "/srv/p",
                SnapshotFormat.CSV,
                Optional.of(sql("v")),
                Options.NONE,
                files.schema(),
                Optional.of(sql("a")),
                Optional.of("m")));
    assertThat(files.schema().orElseThrow().columns()).containsExactly("id");
  }

  @Test
  void everyMistakeOfAnExportIsTold() {
    MappingFile reader = new MappingFile(Map.of(), Path.of("/srv"));
    InvalidMappingException invalid =
        catchThrowableOfType(
            InvalidMappingException.class,
            () -> reader.parseExport("--against", "{format: iceberg, pth: t, schema: id INT}"));
    assertThat(invalid.problems())
        .extracting(Problem::toString)
        .containsExactly(
            "--against:1:1: the key path is missing",
            "--against:1:19: pth: unknown key. Did you mean path?",
            "--against:1:27: schema: schema does not go with snapshots of format iceberg, which have"
                + " one. Leave it out");
  }

  @Test
  void passwordsOfDatabasesDoNotPrint() {
    Mapping mapping =
        parse(
            """
            pipeline: p
            lake: {catalog: {warehouse: lake}, namespace: ns}
            tables:
            - target: u
              keys: [id]
              snapshot:
                path: public.u
                format: jdbc
                version: current_timestamp()
                options: {url: "jdbc:postgresql://h/d?user=me&password=s3cret&ssl=true", user: me,
                          password: w0rd, pwd: w0rd, sslkeypassphrase: w0rd,
                          fs.azure.account.key.x: w0rd}
            - target: o
              keys: [id]
              snapshot: {path: o, format: jdbc, version: current_timestamp(),
                         options: {url: "jdbc:oracle:thin:scott/s3cret@//h/d"}}
            """);

    assertThat(mapping.toString())
        .doesNotContain("s3cret", "w0rd")
        .contains("jdbc:postgresql://h/d?user=me&password=(hidden)&ssl=true");
    Input.Snapshots snapshots = (Input.Snapshots) mapping.tables().get(0).flows().get(0).input();
    assertThat(snapshots.options().redact("no jdbc:sqlserver://h;Password=s3cret;a=b for w0rd"))
        .isEqualTo("no jdbc:sqlserver://h;Password=(hidden);a=b for (hidden)");
  }

  @Test
  void debeziumsOwnRulesMayBeWrittenOut() {
    Mapping mapping =
        parse(
            LEAST.replace(
                "a.b}",
                "a.b, sequence_by: _change.position, apply_as_deletes: \"_change.op='d'\"}"));

    assertThat(mapping.tables().get(0).flows().get(0).rules()).isEqualTo(ChangeRules.OF_THE_FORMAT);
  }

  @Test
  void debeziumsRulesMayBeOthers() {
    Mapping mapping =
        parse(
            LEAST.replace(
                "a.b}",
                "a.b, sequence_by: [v, _change.position], apply_as_deletes: gone,"
                    + " apply_as_truncates: none, add_columns: {at: _change.source_time}}"));

    Flow flow = mapping.tables().get(0).flows().get(0);
    assertThat(flow.rules())
        .isEqualTo(
            new ChangeRules(
                List.of(sql("v"), sql("_change.position")),
                Optional.of(sql("gone")),
                Optional.of(sql("none"))));
    assertThat(flow.projection().add()).isEqualTo(Map.of("at", sql("_change.source_time")));
  }

  @Test
  void referencesAreReplacedAndDoNotPrint(@TempDir Path directory) throws IOException {
    Files.writeString(directory.resolve("secret"), "s3cret\n");
    Mapping mapping =
        new MappingFile(Map.of("HOST", "h:1", "EMPTY", ""), directory)
            .parse(
                "m.yaml",
                LEAST.replace(
                    "\"localhost:9092\"",
                    """
                    "${HOST},${NONE:-i:2}${EMPTY:-}", properties: {
                      sasl.jaas.config: written, plain: "${file:secret}", dollar: "$${x}"}\
                    """));

    Source.Kafka kafka = (Source.Kafka) mapping.source().orElseThrow();
    assertThat(kafka.bootstrapServers()).isEqualTo("h:1,i:2");
    assertThat(kafka.properties().values())
        .isEqualTo(Map.of("sasl.jaas.config", "written", "plain", "s3cret", "dollar", "${x}"));
    assertThat(mapping.toString())
        .doesNotContain("s3cret", "written")
        .contains("plain=(hidden)", "dollar=${x}");
  }

  @Test
  void whatWasSubstitutedIsInNoMessage() {
    String yaml = LEAST + "run: {trigger: \"${T}\", on_error: \"${T}\"}\nbad: \"${T}\"\n";

    InvalidMappingException invalid =
        catchThrowableOfType(
            InvalidMappingException.class,
            () -> new MappingFile(Map.of("T", "s3cret"), Path.of("/srv")).parse("m.yaml", yaml));

    assertThat(invalid).hasMessageNotContaining("s3cret").hasMessageContaining("\"${T}\"");
    assertThat(invalid.problems()).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"absent.yaml", "."})
  void unreadableFilesAreProblems(String name) {
    assertThatThrownBy(() -> MappingFile.read(Path.of(name)))
        .isInstanceOf(InvalidMappingException.class)
        .hasMessageContaining("cannot read the file");
  }

  private static Expression sql(String text) {
    return new Expression(text);
  }

  private static Mapping parse(String yaml) {
    return new MappingFile(Map.of(), Path.of("/srv")).parse("m.yaml", yaml);
  }
}
