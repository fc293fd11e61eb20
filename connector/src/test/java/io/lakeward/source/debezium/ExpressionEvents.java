package io.lakeward.source.debezium;

import static io.lakeward.source.debezium.Events.SOURCE;
import static io.lakeward.source.debezium.Events.bare;
import static io.lakeward.source.debezium.Events.changes;
import static io.lakeward.source.debezium.Events.embedded;
import static io.lakeward.source.debezium.Events.field;
import static io.lakeward.source.debezium.Events.layoutOf;
import static io.lakeward.source.debezium.Events.record;
import static io.lakeward.source.debezium.Events.shapeOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import io.lakeward.source.Decoded;
import io.lakeward.source.DecodedChange;
import io.lakeward.source.Layout;
import io.lakeward.source.SourceRecord;
import io.lakeward.source.TestCompiler;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.StructType;

/** Events of one table, and formats with expressions over them. */
final class ExpressionEvents {
  private ExpressionEvents() {}

  static final String KEY = "{\"id\":1}";
  static final String FIELDS =
      String.join(
          ",",
          field("id", "int32"),
          field("name", "string"),
          field("version", "int64"),
          field("deleted", "boolean"));
  static final String ROW = "{\"id\":1,\"name\":\"ann\",\"version\":7,\"deleted\":false}";
  static final String UNAVAILABLE = "\"__debezium_unavailable_value\"";
  static final StructType DECLARED =
      StructType.fromDDL("id INT, name STRING, version BIGINT, deleted BOOLEAN");
  static final String UNORDERED = SOURCE.replace("postgresql", "cockroachdb");

  /** To be registered by each test of expressions. */
  static final TestCompiler COMPILER = new TestCompiler();

  static FlowExpressions.Builder expressions() {
    return FlowExpressions.builder(COMPILER.get());
  }

  static FlowExpressions rule(Rule rule, String... sql) {
    return expressions().rule(rule, List.of(sql)).build();
  }

  static FlowExpressions columns(String... namesAndSql) {
    Map<String, String> columns = new LinkedHashMap<>();
    for (int i = 0; i < namesAndSql.length; i += 2) {
      columns.put(namesAndSql[i], namesAndSql[i + 1]);
    }
    return expressions().columns(columns).build();
  }

  static DebeziumJsonFormat format(FlowExpressions expressions) {
    return DebeziumJsonFormat.builder().expressions(expressions).build();
  }

  static SourceRecord event(String op, String before, String after) {
    return record(KEY, embedded(FIELDS, bare(op, before, after)));
  }

  /** The layout of a table that an ordinary record asked for. */
  static Layout layout(DebeziumJsonFormat format) {
    return layoutOf(shapeOf(format, event("c", "null", ROW)));
  }

  static DecodedChange change(DebeziumJsonFormat format, SourceRecord record) {
    return changes(format.decoder(layout(format)), record).get(0);
  }

  static void assertRejected(Decoded decoded, RejectReason reason, String detail) {
    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).as(rejected.detail()).isEqualTo(reason);
              assertThat(rejected.detail()).contains(detail);
            });
  }
}
