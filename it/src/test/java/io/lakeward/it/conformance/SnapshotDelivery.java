package io.lakeward.it.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ways in which the snapshots of a scenario come; the table must be the same after each. */
enum SnapshotDelivery {
  /** Each before a run of its own. */
  RUN_PER_SNAPSHOT,
  /** All before one run. */
  ALL_AT_ONCE,
  /** All but the last before a run that is killed on the way, then the last before another. */
  KILLED_ON_THE_WAY,
  /** Each while a run goes on. */
  FOUND_ONE_BY_ONE;

  /** The tables that are filled so: scenarios in some of the formats, which take turns. */
  List<ExportedTable> tables() {
    List<ExportedTable> tables = new ArrayList<>();
    for (SnapshotScenario scenario : SnapshotScenario.shared()) {
      tables.addAll(tables(scenario, 2, tables.size() + ordinal()));
    }
    List<SnapshotScenario> own = SnapshotScenario.own();
    for (int i = 0; i < own.size(); i++) {
      if (this == ofOwn(own.get(i), i)) {
        tables.addAll(tables(own.get(i), 1, tables.size()));
      }
    }
    return tables;
  }

  /** How one of this product's own scenarios is delivered: one of the two ways that are quick. */
  private static SnapshotDelivery ofOwn(SnapshotScenario scenario, int turn) {
    boolean together =
        Stream.of(ExportFormat.values()).anyMatch(f -> ALL_AT_ONCE.suits(scenario, f));
    return together && turn % 2 == 0 ? ALL_AT_ONCE : RUN_PER_SNAPSHOT;
  }

  /** A scenario in so many of the formats that suit it. */
  private List<ExportedTable> tables(SnapshotScenario scenario, int most, int turn) {
    List<ExportFormat> suitable =
        Stream.of(ExportFormat.values()).filter(format -> suits(scenario, format)).toList();
    int count = Math.min(suitable.size(), most);
    return IntStream.range(0, count)
        .map(i -> (turn + i * suitable.size() / count) % suitable.size())
        .mapToObj(i -> new ExportedTable(scenario, suitable.get(i)))
        .toList();
  }

  /** Whether the scenario ends in what it says where it comes so, in this format. */
  private boolean suits(SnapshotScenario scenario, ExportFormat format) {
    if (!format.suits(scenario)) {
      return false;
    }
    return switch (this) {
      case RUN_PER_SNAPSHOT, FOUND_ONE_BY_ONE -> true;
      // Together they are applied in the order of their versions, so none is too late.
      case ALL_AT_ONCE -> format.isOfFiles() && scenario.isAscending();
      case KILLED_ON_THE_WAY ->
          format.isOfFiles() && scenario.isAscending() && scenario.exports().size() > 1;
    };
  }
}
