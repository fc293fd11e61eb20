package io.lakeward.source.expression;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.util.List;

/**
 * A SQL expression with the mapping key it stands at, which errors name.
 *
 * @param key the mapping key, such as {@code apply_as_deletes}
 * @param parts the SQL; several parts are the fields of a struct
 * @param use what its value is for
 */
public record MappingExpression(String key, List<String> parts, Use use) implements Serializable {

  /** What the value of an expression is for, which decides what it may ask. */
  public enum Use {
    /** It says what a change is, or when: it must have one value for one record, for ever. */
    RULE,
    /** It fills a column of the table: it may ask for the time, and has a type of a table. */
    COLUMN
  }

  public MappingExpression {
    requireNonNull(key, "key");
    parts = List.copyOf(parts);
    requireNonNull(use, "use");
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("Cannot compile an expression without SQL: " + key);
    }
  }

  /** An expression that is a rule. */
  public MappingExpression(String key, List<String> parts) {
    this(key, parts, Use.RULE);
  }

  /** A rule of a single SQL expression. */
  public MappingExpression(String key, String sql) {
    this(key, List.of(sql), Use.RULE);
  }

  /** The SQL as people know it. */
  String sql() {
    return String.join(", ", parts);
  }
}
