package io.lakeward.it.conformance;

/** A table that is filled from the snapshots of a scenario, in one of the formats. */
record ExportedTable(SnapshotScenario scenario, ExportFormat format) {

  /** The table's name in the lake. */
  String name() {
    return scenario.name().replace('-', '_') + "_" + format.key();
  }

  /** How many snapshots come. */
  int snapshots() {
    return scenario.exports().size();
  }
}
