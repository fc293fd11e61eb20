package io.lakeward.source.expression;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/** Expressions that are resolved and bound: what a task needs to evaluate them. Immutable. */
public final class CompiledExpressions implements Serializable {

  private final List<DataType> types;

  CompiledExpressions(List<DataType> types) {
    this.types = List.copyOf(types);
  }

  /** The type of each expression's value, in the order in which they were given. */
  public List<DataType> types() {
    return types;
  }
}
