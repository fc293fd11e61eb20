package io.lakeward.source.custom;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.ChangeFields;
import io.lakeward.source.expression.CompiledExpressions;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.json.DeclaredTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
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
    asked.updates.requireIn(schema, asked.added.keySet());
    if (asked.sequenceBy.isEmpty()) {
      throw LakewardException.of(ErrorCode.MISSING_SEQUENCE_BY)
          .advice("give sequence_by: a column or an expression that orders the changes of a key")
          .build();
    }
    FlowExpressions expressions =
        FlowExpressions.builder(compiler)
            .rule(Rule.SEQUENCE_BY, asked.sequenceBy)
            .rule(Rule.APPLY_AS_DELETES, asked.applyAsDeletes.stream().toList())
            .rule(Rule.APPLY_AS_TRUNCATES, asked.applyAsTruncates.stream().toList())
            .rule(Rule.SYSTEM_SEQUENCE_BY, asked.systemSequenceBy.stream().toList())
            .rule(Rule.INTERVAL_VALUE, asked.intervalValue.stream().toList())
            .columns(asked.added)
            .build();
    CompiledExpressions compiled =
        expressions.compile(schema.add(ChangeFields.NAME, ChangeFields.PLAIN));
    for (int i = 0; i < expressions.added().size(); i++) {
      DataType type = compiled.types().get(expressions.placeOfAdded(i));
      columns.add(new RecordShape.Column(expressions.added().get(i), type, null));
    }
    DataType sequenceType = compiled.types().get(expressions.placeOf(Rule.SEQUENCE_BY));
    return new Flow(
        asked.schema,
        new RecordShape(columns, asked.keys, sequenceType, intervals(expressions, compiled)),
        asked.selection,
        asked.updates,
        expressions,
        compiled,
        asked.timeZone);
  }

  private List<IntervalColumn> intervals(
      FlowExpressions expressions, CompiledExpressions compiled) {
    if (asked.intervals.isEmpty()) {
      return List.of();
    }
    IntervalNames names = asked.intervals.get();
    DataType type = compiled.types().get(expressions.placeOfInterval());
    return expressions.has(Rule.SYSTEM_SEQUENCE_BY)
        ? names.columns(type, compiled.types().get(expressions.placeOf(Rule.SYSTEM_SEQUENCE_BY)))
        : names.columns(type);
  }

  private void checkNames() {
    Selection selection = asked.selection;
    Set<String> named = new HashSet<>(selection.only());
    named.addAll(selection.renamed().keySet());
    named.addAll(asked.tracked);
    Set<String> there = new HashSet<>(Arrays.asList(schema.fieldNames()));
    named.removeAll(there);
    named.removeAll(asked.added.keySet());
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
                  throw duplicate(other, field.name());
                }
                columns.add(new RecordShape.Column(name, field.dataType(), null));
              });
    }
    for (String name : asked.added.keySet()) {
      String other = seen.put(name.toLowerCase(Locale.ROOT), "add_columns." + name);
      if (other != null) {
        throw duplicate(other, "add_columns." + name);
      }
    }
    return columns;
  }

  private static LakewardException duplicate(String one, String other) {
    return LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
        .fact("columns", List.of(one, other))
        .advice("rename one of them, or leave it out")
        .build();
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
