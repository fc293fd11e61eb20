package io.lakeward.source.expression;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.DataType;
import scala.jdk.javaapi.CollectionConverters;

/** Expressions that are resolved: what a task needs to evaluate them. Immutable. */
public final class CompiledExpressions implements Serializable {

  private final Entry[] entries;

  /** An expression with the columns it is over. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
  record Entry(String key, Expression expression, Attribute[] input) implements Serializable {}

  CompiledExpressions(List<Entry> entries) {
    this.entries = entries.toArray(Entry[]::new);
  }

  /** The type of each expression's value, in the order in which they were given. */
  public List<DataType> types() {
    return java.util.Arrays.stream(entries).map(entry -> entry.expression().dataType()).toList();
  }

  /** Generates the code that evaluates them. For one task; not thread safe. */
  public Evaluation evaluation() {
    return new Evaluation(entries);
  }

  static UnsafeProjection projection(Entry entry) {
    return UnsafeProjection.create(
        CollectionConverters.asScala(List.of(entry.expression())).toSeq(),
        CollectionConverters.asScala(List.of(entry.input())).toSeq());
  }
}
