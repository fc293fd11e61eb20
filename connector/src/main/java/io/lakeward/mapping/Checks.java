package io.lakeward.mapping;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the records of this package demand of their values. A breach is a defect of the caller. */
final class Checks {
  private Checks() {}

  static String text(String value, String name) {
    if (requireNonNull(value, name).isBlank()) {
      throw new IllegalArgumentException("Cannot leave empty: " + name);
    }
    return value;
  }

  static void positive(long value, String name) {
    if (value <= 0) {
      throw new IllegalArgumentException("Cannot be less than 1: " + name + "=" + value);
    }
  }

  static <T> List<T> notEmpty(List<T> values, String name) {
    if (requireNonNull(values, name).isEmpty()) {
      throw new IllegalArgumentException("Cannot leave empty: " + name);
    }
    return List.copyOf(values);
  }

  static <T> List<T> distinct(List<T> values, String name) {
    Set<T> seen = new HashSet<>();
    for (T value : requireNonNull(values, name)) {
      if (!seen.add(value)) {
        throw new IllegalArgumentException("Cannot repeat one of " + name + ": " + value);
      }
    }
    return List.copyOf(values);
  }

  /** A copy that keeps the order, which {@link Map#copyOf} does not. */
  static <K, V> Map<K, V> inOrder(Map<K, V> values) {
    Map<K, V> copy = new LinkedHashMap<>();
    values.forEach((key, value) -> copy.put(requireNonNull(key), requireNonNull(value)));
    return Collections.unmodifiableMap(copy);
  }
}
