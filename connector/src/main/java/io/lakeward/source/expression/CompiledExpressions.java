package io.lakeward.source.expression;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Expressions that are resolved: what a task needs to evaluate them. Immutable. */
public final class CompiledExpressions implements Serializable {

  private static final String OF_CHANGE = ChangeFields.NAME + ".";

  private final Entry[] entries;

  /** By expression, the names of the columns that it reads, those of {@code _change} by path. */
  private final List<Set<String>> references;

  /** An expression with the columns it is over, and the type of its value. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  record Entry(MappingExpression source, Expression value, DataType type, Attribute[] input)
      implements Serializable {}

  CompiledExpressions(List<Entry> entries) {
    this.entries = entries.toArray(Entry[]::new);
    this.references = entries.stream().map(CompiledExpressions::references).toList();
  }

  /** The type of each expression's value, in the order in which they were given. */
  public List<DataType> types() {
    return Arrays.stream(entries).map(Entry::type).toList();
  }

  /** The columns that one expression reads. */
  public Set<String> columnsOf(int expression) {
    return references.get(expression);
  }

  /** Whether any of the expressions reads this column. */
  public boolean reads(String column) {
    return references.stream().anyMatch(names -> names.contains(column));
  }

  /** Whether any of the expressions reads this field of {@code _change}. */
  public boolean readsChange(String field) {
    return reads(OF_CHANGE + field);
  }

  /** Generates the code that evaluates them. For one task; not thread safe. */
  public Evaluation evaluation() {
    return new Evaluation(entries);
  }

  static UnsafeProjection projection(Entry entry) {
    return UnsafeProjection.create(
        CollectionConverters.asScala(List.of(entry.value())).toSeq(),
        CollectionConverters.asScala(List.of(entry.input())).toSeq());
  }

  private static Set<String> references(Entry entry) {
    // An attribute in an expression may be spelt otherwise than the column, but has its identity.
    Map<ExprId, String> columns = new HashMap<>();
    for (Attribute column : entry.input()) {
      columns.put(column.exprId(), column.name());
    }
    Set<String> names = new TreeSet<>();
    addReferences(entry.value(), columns, names);
    return names;
  }

  private static void addReferences(
      Expression expression, Map<ExprId, String> columns, Set<String> names) {
    if (expression instanceof GetStructField field && isChange(field.child(), columns)) {
      names.add(OF_CHANGE + ((StructType) field.child().dataType()).fieldNames()[field.ordinal()]);
    } else if (isChange(expression, columns)) {
      for (String field : ((StructType) expression.dataType()).fieldNames()) {
        names.add(OF_CHANGE + field);
      }
    } else if (expression instanceof AttributeReference column) {
      names.add(columns.get(column.exprId()));
    } else {
      CollectionConverters.asJava(expression.children())
          .forEach(child -> addReferences(child, columns, names));
    }
  }

  private static boolean isChange(Expression expression, Map<ExprId, String> columns) {
    return expression instanceof AttributeReference column
        && ChangeFields.NAME.equals(columns.get(column.exprId()))
        && column.dataType() instanceof StructType;
  }
}
