package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Authorship;
import io.lakeward.mapping.ChangeRules;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.DeclaredSchema;
import io.lakeward.mapping.Encoding;
import io.lakeward.mapping.Export;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Mapping;
import io.lakeward.mapping.Projection;
import io.lakeward.mapping.SchemaRegistry;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import io.lakeward.source.AmongOthers;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.Selection;
import io.lakeward.source.avro.AvroFormat;
import io.lakeward.source.avro.JsonForm;
import io.lakeward.source.custom.JsonFormat;
import io.lakeward.source.debezium.ColumnForms;
import io.lakeward.source.debezium.DebeziumJsonFormat;
import io.lakeward.source.debezium.DecimalEncoding;
import io.lakeward.source.debezium.FlattenedFormat;
import io.lakeward.source.debezium.GeometryColumn;
import io.lakeward.source.debezium.InfinityPolicy;
import io.lakeward.source.debezium.TimeOfDayColumn;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.json.EpochUnit;
import io.lakeward.source.snapshot.SnapshotDescription;
import io.lakeward.source.snapshot.SnapshotFormat;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The envelope of a flow as its mapping describes it. The one line to wire a new adapter in. */
final class Formats {

  private final SparkSession session;
  private final Optional<SchemaRegistry> registry;

  /** The formats of a mapping's flows; the registry is there where one of them is in Avro. */
  Formats(SparkSession session, Optional<SchemaRegistry> registry) {
    this.session = session;
    this.registry = registry;
  }

  /**
   * The format of a table's flow.
   *
   * @throws LakewardException where what the mapping says of it cannot be; names the table
   */
  RecordFormat of(Table table, Flow flow) {
    try {
      return checked(table, flow);
    } catch (LakewardException e) {
      throw e.with("table", table.target());
    }
  }

  /**
   * A table's flow of snapshots.
   *
   * @throws LakewardException where what the mapping says of it cannot be; names the table
   */
  SnapshotPlan snapshots(Mapping mapping, Table table, Flow flow, Input.Snapshots input) {
    try {
      FlowExpressions added =
          FlowExpressions.builder(new ExpressionCompiler(session))
              .columns(added(flow.projection()))
              .build();
      requireNoTrackedTimes(table, added.loadTimes());
      return new SnapshotPlan(
          mapping.pipeline(),
          mapping.lake().nameOf(table),
          table,
          flow,
          described(Export.of(flow, input)),
          added,
          input.absentWithin());
    } catch (LakewardException e) {
      throw e.with("table", table.target());
    }
  }

  /** An export as it is read. */
  static SnapshotDescription described(Export export) {
    return new SnapshotDescription(
        export.path(),
        SnapshotFormat.valueOf(export.format().name()),
        export.version().map(Expression::sql),
        export.options().values(),
        export.schema().map(Formats::struct),
        export.successMarker());
  }

  private RecordFormat checked(Table table, Flow flow) {
    RecordFormat format = wired(table, flow);
    requireNoTrackedTimes(table, format.loadTimes());
    return table.flows().size() > 1 ? new AmongOthers(format) : format;
  }

  /** The time of loading would begin a new row of a history with each change that is none. */
  private static void requireNoTrackedTimes(Table table, Set<String> loadTimes) {
    if (!(table.storedAs().tracked() instanceof Columns.Only only)) {
      return;
    }
    List<String> times = only.names().stream().filter(loadTimes::contains).toList();
    if (!times.isEmpty()) {
      throw LakewardException.of(ErrorCode.EXPRESSION_INVALID)
          .fact("table", table.target())
          .fact("key", "track_history_column_list")
          .fact("columns", times)
          .fact(
              "problem", "the time of loading cannot be tracked: no change of the source is in it")
          .advice("leave these columns out of the list")
          .build();
    }
  }

  private RecordFormat wired(Table table, Flow flow) {
    return switch (flow.encoding().format()) {
      case DEBEZIUM_JSON -> debeziumJson(table, flow);
      case DEBEZIUM_AVRO -> avro(debeziumJson(table, flow), JsonForm.CONNECT);
      case FLATTENED_JSON -> flattened(table, flow);
      case FLATTENED_AVRO -> avro(flattened(table, flow), JsonForm.CONNECT);
      case JSON -> json(table, flow);
      case AVRO -> avro(json(table, flow), JsonForm.PLAIN);
    };
  }

  private RecordFormat flattened(Table table, Flow flow) {
    boolean ownDeletes = flow.rules().applyAsDeletes().isPresent();
    return new FlattenedFormat(
        debeziumJson(table, flow),
        flow.encoding().metadataPrefix(),
        ownDeletes ? FlattenedFormat.Tombstones.SKIP : FlattenedFormat.Tombstones.DELETE,
        flow.encoding().schema().map(Formats::struct).map(StructType::fieldNames).stream()
            .flatMap(Arrays::stream)
            .toList());
  }

  private RecordFormat avro(RecordFormat json, JsonForm form) {
    return new AvroFormat(json, SchemaSources.of(registry.orElseThrow()), form);
  }

  private RecordFormat debeziumJson(Table table, Flow flow) {
    Encoding encoding = flow.encoding();
    DebeziumJsonFormat.Builder builder =
        DebeziumJsonFormat.builder()
            .selection(selection(flow.projection()))
            .updates(updates(flow.authorship()))
            .keys(table.keys().stream().map(flow.projection()::targetOf).toList())
            .decimals(DecimalEncoding.valueOf(encoding.decimal().name()))
            .temporalPrecision(EpochUnit.valueOf(encoding.temporalPrecision().name()))
            .unavailableValue(encoding.unavailableValue())
            .infinity(InfinityPolicy.valueOf(encoding.infinity().name()))
            .forms(forms(encoding));
    encoding.schema().ifPresent(schema -> builder.declaredSchema(struct(schema)));
    if (table.flows().size() > 1) {
      builder.amongOthers();
    }
    FlowExpressions.Builder expressions = rules(flow).columns(added(flow.projection()));
    if (table.storedAs() instanceof StoredAs.Type2 history) {
      builder.intervals(names(history.interval()));
      history
          .intervalValue()
          .ifPresent(sql -> expressions.rule(Rule.INTERVAL_VALUE, List.of(sql.sql())));
    } else if (table.storedAs() instanceof StoredAs.Bitemporal history) {
      requireBusinessTime(table, flow);
      builder.intervals(names(history.interval()));
      expressions.rule(Rule.SYSTEM_SEQUENCE_BY, List.of(history.systemSequenceBy().sql()));
    }
    return builder.expressions(expressions.build()).build();
  }

  private static ColumnForms forms(Encoding encoding) {
    return new ColumnForms(
        TimeOfDayColumn.valueOf(encoding.timeOfDay().name()),
        GeometryColumn.valueOf(encoding.geometry().name()));
  }

  private FlowExpressions.Builder rules(Flow flow) {
    ChangeRules rules = flow.rules();
    return FlowExpressions.builder(new ExpressionCompiler(session))
        .rule(Rule.SEQUENCE_BY, rules.sequenceBy().stream().map(Expression::sql).toList())
        .rule(Rule.APPLY_AS_DELETES, rules.applyAsDeletes().map(Expression::sql).stream().toList())
        .rule(
            Rule.APPLY_AS_TRUNCATES,
            rules.applyAsTruncates().map(Expression::sql).stream().toList());
  }

  /** The place in the source's log is no time that people could mean. */
  private static void requireBusinessTime(Table table, Flow flow) {
    if (flow.rules().sequenceBy().isEmpty()) {
      throw LakewardException.of(ErrorCode.MISSING_SEQUENCE_BY)
          .fact("table", table.target())
          .advice("give sequence_by: the business time of a change")
          .build();
    }
  }

  private RecordFormat json(Table table, Flow flow) {
    JsonFormat.Builder builder =
        JsonFormat.builder(struct(flow.encoding().schema().orElseThrow()))
            .selection(selection(flow.projection()))
            .updates(updates(flow.authorship()))
            .keys(table.keys().stream().map(flow.projection()::targetOf).toList())
            .sequenceBy(flow.rules().sequenceBy().stream().map(Expression::sql).toList())
            .addColumns(added(flow.projection()));
    flow.encoding().timeZone().ifPresent(builder::timeZone);
    flow.rules().applyAsDeletes().ifPresent(sql -> builder.applyAsDeletes(sql.sql()));
    flow.rules().applyAsTruncates().ifPresent(sql -> builder.applyAsTruncates(sql.sql()));
    if (table.storedAs() instanceof StoredAs.Type2 history) {
      builder.intervals(names(history.interval())).tracked(trackedBy(table, history.tracked()));
      history.intervalValue().ifPresent(sql -> builder.intervalValue(sql.sql()));
    } else if (table.storedAs() instanceof StoredAs.Bitemporal history) {
      builder
          .intervals(names(history.interval()))
          .tracked(trackedBy(table, history.tracked()))
          .systemSequenceBy(history.systemSequenceBy().sql());
    }
    return builder.build(new ExpressionCompiler(session));
  }

  private static Map<String, String> added(Projection projection) {
    Map<String, String> sql = new LinkedHashMap<>();
    projection.add().forEach((name, expression) -> sql.put(name, expression.sql()));
    return sql;
  }

  /** The tracked columns that every record must have; of several flows no single one must. */
  private static List<String> trackedBy(Table table, Columns tracked) {
    return table.flows().size() > 1 ? List.of() : tracked.names();
  }

  private static IntervalNames names(StoredAs.IntervalColumns columns) {
    return new IntervalNames(columns.startAt(), columns.endAt());
  }

  private static StructType struct(DeclaredSchema schema) {
    try {
      return StructType.fromDDL(schema.ddl());
    } catch (Exception e) {
      // Scala does not declare that it throws ParseException.
      throw LakewardException.of(ErrorCode.MAPPING_INVALID)
          .fact("key", "schema")
          .fact("schema", schema.ddl())
          .fact("problem", String.valueOf(e.getMessage()).strip().lines().findFirst().orElse(""))
          .advice("write columns and types as in CREATE TABLE: id BIGINT, name STRING")
          .cause(e)
          .build();
    }
  }

  private static PartialUpdates updates(Authorship authorship) {
    if (authorship instanceof Authorship.IgnoreNulls ignored) {
      return new PartialUpdates.IgnoreNulls(selection(ignored.columns(), Map.of()));
    }
    if (authorship instanceof Authorship.Listed listed) {
      return new PartialUpdates.Listed(listed.column());
    }
    return PartialUpdates.NONE;
  }

  private static Selection selection(Projection projection) {
    return selection(projection.columns(), projection.rename());
  }

  private static Selection selection(Columns columns, Map<String, String> rename) {
    if (columns instanceof Columns.Only only) {
      return new Selection(Set.copyOf(only.names()), Set.of(), rename);
    }
    if (columns instanceof Columns.Except except) {
      return new Selection(Set.of(), Set.copyOf(except.names()), rename);
    }
    return new Selection(Set.of(), Set.of(), rename);
  }
}
