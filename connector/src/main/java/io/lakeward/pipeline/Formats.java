package io.lakeward.pipeline;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Authorship;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.DeclaredSchema;
import io.lakeward.mapping.Encoding;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Format;
import io.lakeward.mapping.Projection;
import io.lakeward.mapping.StoredAs;
import io.lakeward.mapping.Table;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordFormat;
import io.lakeward.source.Selection;
import io.lakeward.source.custom.JsonFormat;
import io.lakeward.source.debezium.DebeziumJsonFormat;
import io.lakeward.source.debezium.DecimalEncoding;
import io.lakeward.source.debezium.InfinityPolicy;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.json.EpochUnit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** The envelope of a flow as its mapping describes it. The one line to wire a new adapter in. */
final class Formats {

  private final SparkSession session;

  Formats(SparkSession session) {
    this.session = session;
  }

  /** The format of a table's flow. */
  RecordFormat of(Table table, Flow flow) {
    return switch (flow.encoding().format()) {
      case DEBEZIUM_JSON -> debeziumJson(table, flow);
      case JSON -> json(table, flow);
      default ->
          throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
              .fact("table", table.target())
              .fact("format", flow.encoding().format().key())
              .advice("use debezium-json or json")
              .build();
    };
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
            .infinity(InfinityPolicy.valueOf(encoding.infinity().name()));
    encoding.schema().ifPresent(schema -> builder.declaredSchema(struct(schema)));
    if (table.storedAs() instanceof StoredAs.Type2 history) {
      requireAbsent(table, "interval_value", history.intervalValue());
      builder.intervals(names(history.interval()));
    } else if (table.storedAs() instanceof StoredAs.Bitemporal history) {
      requireAbsent(table, "system_sequence_by", Optional.of(history.systemSequenceBy()));
    }
    return builder.build();
  }

  /** Expressions over Debezium's rows are not evaluated yet. */
  private static void requireAbsent(Table table, String key, Optional<Expression> expression) {
    if (expression.isPresent()) {
      throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
          .fact("table", table.target())
          .fact("key", key)
          .fact("format", Format.DEBEZIUM_JSON.key())
          .advice("leave the key out, or use it with format: json")
          .build();
    }
  }

  private RecordFormat json(Table table, Flow flow) {
    JsonFormat.Builder builder =
        JsonFormat.builder(struct(flow.encoding().schema().orElseThrow()))
            .selection(selection(flow.projection()))
            .updates(updates(flow.authorship()))
            .keys(table.keys().stream().map(flow.projection()::targetOf).toList())
            .sequenceBy(flow.rules().sequenceBy().stream().map(Expression::sql).toList());
    flow.rules().applyAsDeletes().ifPresent(sql -> builder.applyAsDeletes(sql.sql()));
    flow.rules().applyAsTruncates().ifPresent(sql -> builder.applyAsTruncates(sql.sql()));
    if (table.storedAs() instanceof StoredAs.Type2 history) {
      builder.intervals(names(history.interval()));
      history.intervalValue().ifPresent(sql -> builder.intervalValue(sql.sql()));
    } else if (table.storedAs() instanceof StoredAs.Bitemporal history) {
      builder
          .intervals(names(history.interval()))
          .systemSequenceBy(history.systemSequenceBy().sql());
    }
    return builder.build(new ExpressionCompiler(session));
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
