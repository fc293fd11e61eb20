package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import java.util.Map;
import java.util.Set;

/**
 * What the contract has and this version does not do yet: the one list of it. All of it is read and
 * checked like the rest, then refused; to support something is to strike it out here.
 */
final class ThisVersion {
  private ThisVersion() {}

  private static final Set<String> KEYS = Set.of("sort_by", "target_schema");

  private static final Map<String, Set<String>> VALUES =
      Map.of("type", Set.of("glue", "nessie", "spark"));

  /** Reports a key or a value that this version does not support. */
  static void check(String key, Value.Field field, Problems problems) {
    if (KEYS.contains(key)) {
      problems.add(field.key(), ErrorCode.NOT_SUPPORTED, key, "Leave the key out");
    } else if (field.value() instanceof Value.Text text
        && VALUES.getOrDefault(key, Set.of()).contains(text.value())) {
      problems.add(text.place(), ErrorCode.NOT_SUPPORTED, key + ": " + text.shown(), "");
    }
  }
}
