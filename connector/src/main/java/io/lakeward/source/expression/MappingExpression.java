package io.lakeward.source.expression;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A SQL expression with the mapping key it stands at, which errors name.
 *
 * @param key the mapping key, such as {@code apply_as_deletes}
 * @param parts the SQL; several parts are the fields of a struct
 */
public record MappingExpression(String key, List<String> parts) {

  public MappingExpression {
    requireNonNull(key, "key");
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("Cannot compile an expression without SQL: " + key);
    }
  }

  /** A single SQL expression. */
  public MappingExpression(String key, String sql) {
    this(key, List.of(sql));
  }
}
