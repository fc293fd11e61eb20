package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.LosslessTypes;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.IntervalColumn;
import io.lakeward.source.RecordShape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.DataType;

/**
 * What the flows of a table declare of it, which must go together (semantics, section 11).
 *
 * @param table the table's full name, for people
 * @param byFlow the shape of each flow that declares one, in the order of the mapping
 */
record DeclaredColumns(String table, Map<String, RecordShape> byFlow) {
  DeclaredColumns {
    requireNonNull(table, "table");
    byFlow = Collections.unmodifiableMap(new LinkedHashMap<>(byFlow));
  }

  /**
   * The columns of all, in the types that hold the values of each; empty where no flow declares
   * any.
   *
   * @throws LakewardException FAN_IN_MISMATCH where they do not go together
   */
  Optional<RecordShape> together() {
    String first = "";
    RecordShape all = null;
    for (Map.Entry<String, RecordShape> flow : byFlow.entrySet()) {
      if (all == null) {
        first = flow.getKey();
        all = flow.getValue();
      } else {
        all = both(first, all, flow.getKey(), flow.getValue());
      }
    }
    return Optional.ofNullable(all);
  }

  private RecordShape both(String first, RecordShape one, String flow, RecordShape other) {
    requireSame("keys", first, Set.copyOf(one.keys()), flow, Set.copyOf(other.keys()));
    requireSame(
        "sequence",
        first,
        one.sequenceType().catalogString(),
        flow,
        other.sequenceType().catalogString());
    requireSame("intervals", first, described(one.intervals()), flow, described(other.intervals()));
    Map<String, RecordShape.Column> columns = new LinkedHashMap<>();
    one.columns().forEach(column -> columns.put(column.name(), column));
    for (RecordShape.Column column : other.columns()) {
      columns.merge(column.name(), column, (held, added) -> wider(held, first, added, flow));
    }
    return new RecordShape(
        new ArrayList<>(columns.values()), one.keys(), one.sequenceType(), one.intervals());
  }

  private RecordShape.Column wider(
      RecordShape.Column one, String first, RecordShape.Column other, String flow) {
    if (LosslessTypes.holds(other.type(), one.type())) {
      return other;
    }
    DataType both = EvolutionLimit.WIDEN.altered(one.type(), other.type());
    if (LosslessTypes.holds(both, other.type())) {
      return new RecordShape.Column(one.name(), both, one.defaultValue().orElse(null));
    }
    throw mismatch("column " + one.name(), first, nameOf(one.type()), flow, nameOf(other.type()));
  }

  private static List<String> described(Collection<IntervalColumn> columns) {
    return columns.stream().map(column -> column.name() + " " + nameOf(column.type())).toList();
  }

  private static String nameOf(DataType type) {
    return type.catalogString();
  }

  private void requireSame(String what, String first, Object one, String flow, Object other) {
    if (!one.equals(other)) {
      throw mismatch(what, first, one, flow, other);
    }
  }

  private LakewardException mismatch(
      String what, String first, Object one, String flow, Object other) {
    return LakewardException.of(ErrorCode.FAN_IN_MISMATCH)
        .fact("table", table)
        .fact("what", what)
        .fact(first, one)
        .fact(flow, other)
        .advice("make it the same in all flows of the table")
        .build();
  }
}
