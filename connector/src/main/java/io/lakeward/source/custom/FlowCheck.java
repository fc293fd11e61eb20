package io.lakeward.source.custom;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.OrderedColumns;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.ChangeFields;
import io.lakeward.source.expression.CompiledExpressions;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.expression.MappingExpression;
import io.lakeward.source.json.DeclaredTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Checks a flow of plain JSON records before its first record (semantics, section 10). */
final class FlowCheck {

  private final JsonFormat.Builder asked;
  private final ExpressionCompiler compiler;
  private final StructType schema;

  FlowCheck(JsonFormat.Builder asked, ExpressionCompiler compiler) {
    this.asked = asked;
    this.compiler = compiler;
    this.schema = normalized(asked);
  }

  /** The schema in types that a table can have. */
  private static StructType normalized(JsonFormat.Builder asked) {
    return (StructType) new DeclaredTypes(new JsonDialect(asked.timeZone)).of(asked.schema).type();
  }

  Flow flow() {
    checkNames();
    List<RecordShape.Column> columns = columns();
    checkKeys(columns);
    asked.updates.requireIn(schema);
    if (asked.sequenceBy.isEmpty()) {
      throw LakewardException.of(ErrorCode.MISSING_SEQUENCE_BY)
          .advice("give sequence_by: a column or an expression that orders the changes of a key")
          .build();
    }
    List<MappingExpression> sources = new ArrayList<>();
    sources.add(new MappingExpression("sequence_by", asked.sequenceBy));
    int deletes = add(sources, "apply_as_deletes", asked.applyAsDeletes);
    int truncates = add(sources, "apply_as_truncates", asked.applyAsTruncates);
    int conditions = sources.size();
    int system = add(sources, "system_sequence_by", asked.systemSequenceBy);
    int interval = Math.max(Flow.SEQUENCE, add(sources, "interval_value", asked.intervalValue));
    CompiledExpressions compiled =
        compiler.compile(schema.add(ChangeFields.NAME, ChangeFields.TYPE), sources);
    DataType sequenceType = compiled.types().get(Flow.SEQUENCE);
    OrderedColumns.of(new int[] {0}, new DataType[] {sequenceType});
    if (system >= 0) {
      OrderedColumns.of(new int[] {0}, new DataType[] {compiled.types().get(system)});
    }
    for (int i = 1; i < conditions; i++) {
      checkCondition(sources.get(i), compiled.types().get(i));
    }
    return new Flow(
        asked.schema,
        new RecordShape(
            columns, asked.keys, sequenceType, intervals(compiled.types(), interval, system)),
        asked.selection,
        asked.updates,
        compiled,
        deletes,
        truncates,
        interval,
        system,
        asked.timeZone);
  }

  private List<IntervalColumn> intervals(List<DataType> types, int interval, int system) {
    if (asked.intervals.isEmpty()) {
      return List.of();
    }
    IntervalNames names = asked.intervals.get();
    return system < 0
        ? names.columns(types.get(interval))
        : names.columns(types.get(interval), types.get(system));
  }

  private static int add(List<MappingExpression> to, String key, Optional<String> sql) {
    sql.ifPresent(text -> to.add(new MappingExpression(key, text)));
    return sql.isPresent() ? to.size() - 1 : -1;
  }

  private static void checkCondition(MappingExpression source, DataType type) {
    if (!(type instanceof BooleanType || type instanceof NullType)) {
      throw LakewardException.of(ErrorCode.EXPRESSION_INVALID)
          .fact("key", source.key())
          .fact("expression", source.parts().get(0))
          .fact("type", type.catalogString())
          .advice("use a condition: an expression that is true or false")
          .build();
    }
  }

  private void checkNames() {
    Selection selection = asked.selection;
    Set<String> named = new HashSet<>(selection.only());
    named.addAll(selection.renamed().keySet());
    Set<String> there = new HashSet<>(Arrays.asList(schema.fieldNames()));
    named.removeAll(there);
    if (!named.isEmpty()) {
      throw LakewardException.of(ErrorCode.COLUMNS_NOT_FOUND)
          .fact("columns", named)
          .fact("declared", List.of(schema.fieldNames()))
          .build();
    }
    if (there.contains(ChangeFields.NAME)) {
      throw LakewardException.of(ErrorCode.RESERVED_COLUMN_NAME)
          .fact("column", ChangeFields.NAME)
          .build();
    }
  }

  private List<RecordShape.Column> columns() {
    List<RecordShape.Column> columns = new ArrayList<>();
    Map<String, String> seen = new HashMap<>();
    for (StructField field : schema.fields()) {
      asked
          .selection
          .targetOf(field.name())
          .ifPresent(
              name -> {
                String other = seen.put(name.toLowerCase(Locale.ROOT), field.name());
                if (other != null) {
                  throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
                      .fact("columns", List.of(other, field.name()))
                      .advice("rename one of them, or leave it out")
                      .build();
                }
                columns.add(new RecordShape.Column(name, field.dataType(), null));
              });
    }
    return columns;
  }

  private void checkKeys(List<RecordShape.Column> columns) {
    if (asked.keys.isEmpty()) {
      throw LakewardException.of(ErrorCode.EMPTY_KEYS).advice("give keys").build();
    }
    Set<String> selected = new HashSet<>();
    columns.forEach(column -> selected.add(column.name()));
    for (String key : asked.keys) {
      if (!selected.contains(key)) {
        boolean declared = Arrays.asList(schema.fieldNames()).contains(key);
        throw LakewardException.of(
                declared ? ErrorCode.KEY_NOT_SELECTED : ErrorCode.COLUMNS_NOT_FOUND)
            .fact("key", "keys")
            .fact("column", key)
            .fact("selected", selected)
            .build();
      }
    }
  }
}
