package io.lakeward.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.Table;

/**
 * The tables that a table was put in the place of by refreshes, kept in a property of it. Whoever
 * noted one of them may go on with the table; and a table beside its target that has the property
 * is whole.
 *
 * @param uuids their Iceberg uuids, the oldest first
 */
record Predecessors(List<String> uuids) {

  static final String PROPERTY = "lakeward.replaces";

  Predecessors {
    uuids = List.copyOf(uuids);
  }

  static Predecessors of(Map<String, String> properties) {
    return new Predecessors(
        Stream.of(properties.getOrDefault(PROPERTY, "").split(","))
            .filter(uuid -> !uuid.isEmpty())
            .toList());
  }

  /** Those of the table that replaces this one. */
  static Predecessors throughReplacing(Table table) {
    List<String> uuids = new ArrayList<>(of(table.properties()).uuids());
    uuids.add(table.uuid().toString());
    return new Predecessors(uuids);
  }

  boolean isEmpty() {
    return uuids.isEmpty();
  }

  /** Whether this very table is among them. */
  boolean contains(Table table) {
    return uuids.contains(table.uuid().toString());
  }

  /** The value of the property. */
  String encode() {
    return String.join(",", uuids);
  }
}
