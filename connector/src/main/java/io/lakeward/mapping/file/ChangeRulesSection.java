package io.lakeward.mapping.file;

import io.lakeward.error.ErrorCode;
import io.lakeward.mapping.ChangeRules;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Format;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of a flow that say in which order changes stand and what they do. */
final class ChangeRulesSection {
  private ChangeRulesSection() {}

  static final Key<List<Expression>> SEQUENCE_BY = new Key<>("sequence_by", Containers.EXPRESSIONS);
  private static final Key<Expression> DELETES = new Key<>("apply_as_deletes", Scalars.EXPRESSION);
  static final Key<Expression> TRUNCATES = new Key<>("apply_as_truncates", Scalars.EXPRESSION);

  /** The keys of the section. */
  static final List<Key<?>> KEYS = List.of(SEQUENCE_BY, DELETES, TRUNCATES);

  /** What Debezium's envelope says anyway; to write it out changes nothing. */
  private static final Map<Key<?>, String> OF_DEBEZIUM =
      Map.of(
          SEQUENCE_BY, "_change.position",
          DELETES, "_change.op = 'd'",
          TRUNCATES, "_change.op = 't'");

  /**
   * Positions of two databases cannot be compared, so that no flow beside others has an order that
   * nobody wrote down.
   *
   * @param place the flow's place in its list, for people
   */
  static void requireSequence(Section flow, String place) {
    if (!flow.has(SEQUENCE_BY)) {
      flow.report(
          SEQUENCE_BY,
          ErrorCode.MISSING_SEQUENCE_BY,
          "flow " + place + " of several does not say how its changes compare with the others'",
          "Write sequence_by; _change.position only where all flows read one database");
    }
  }

  static Optional<ChangeRules> read(Section section, Optional<Format> format) {
    Optional<List<Expression>> sequence = section.get(SEQUENCE_BY);
    Optional<Expression> deletes = section.get(DELETES);
    Optional<Expression> truncates = section.get(TRUNCATES);
    if (format.isEmpty()) {
      return Optional.empty();
    }
    if (!format.get().isCustom()) {
      sequence = sequence.filter(given -> !isOfDebezium(SEQUENCE_BY, given));
      deletes = deletes.filter(given -> !isOfDebezium(DELETES, List.of(given)));
      truncates = truncates.filter(given -> !isOfDebezium(TRUNCATES, List.of(given)));
    } else if (!section.has(SEQUENCE_BY)) {
      section.report(
          SEQUENCE_BY,
          ErrorCode.MISSING_SEQUENCE_BY,
          "custom events do not say which of two changes is the later one",
          "Write sequence_by: <SQL expression>");
      return Optional.empty();
    }
    if (format.get().isCustom() && sequence.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new ChangeRules(sequence.orElse(List.of()), deletes, truncates));
  }

  /** Whether a rule is the format's own, which needs no expression to be evaluated. */
  private static boolean isOfDebezium(Key<?> key, List<Expression> given) {
    String sql = given.size() == 1 ? given.get(0).sql().replaceAll("\\s+", "") : "";
    return sql.equals(OF_DEBEZIUM.get(key).replaceAll("\\s+", ""));
  }
}
