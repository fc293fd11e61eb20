package io.lakeward.it.conformance;

import io.lakeward.error.LakewardException;
import io.lakeward.it.connector.ConnectorProcess;
import io.lakeward.it.connector.PipelineFile;
import io.lakeward.it.connector.Run;
import io.lakeward.it.connector.SparkSql;
import io.lakeward.it.lake.Lake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToIntBiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;

/** Scenarios as the tables of one pipeline, delivered in one way, and what became of them. */
final class SnapshotRuns {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Exports exports;
  private final List<ExportedTable> tables;
  private final Path warehouse;
  private final Path mapping;
  private final List<Run> runs = new ArrayList<>();
  private String printed = "";

  private SnapshotRuns(Path directory, List<ExportedTable> tables) {
    this.exports = new Exports(directory);
    this.tables = tables;
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    PipelineFile file = PipelineFile.ofSnapshots(directory).trigger("1 second");
    tables.forEach(table -> file.table(table.name(), exports.lines(table)));
    this.warehouse = file.warehouse();
    this.mapping = file.write();
  }

  /**
   * Plays the tables in so many runs.
   *
   * @param available how many snapshots of a table are there at which run, from 0
   */
  static SnapshotRuns of(
      Path directory,
      List<ExportedTable> tables,
      int count,
      ToIntBiFunction<ExportedTable, Integer> available) {
    SnapshotRuns runs = new SnapshotRuns(directory, tables);
    SparkSql.within(runs.mapping, runs::stage);
    runs.runs(count, available);
    return runs;
  }

  /** Plays the tables, whose pipeline is in this directory. */
  static SnapshotRuns of(Path directory, SnapshotDelivery delivery, List<ExportedTable> tables) {
    SnapshotRuns runs = new SnapshotRuns(directory, tables);
    SparkSql.within(runs.mapping, runs::stage);
    switch (delivery) {
      case RUN_PER_SNAPSHOT -> runs.runs(runs.longest(), (table, run) -> run + 1);
      case ALL_AT_ONCE -> runs.runs(1, (table, run) -> table.snapshots());
      case KILLED_ON_THE_WAY -> runs.killedOnTheWay();
      case FOUND_ONE_BY_ONE -> runs.foundOneByOne();
    }
    return runs;
  }

  Path warehouse() {
    return warehouse;
  }

  /** The code of the error that stopped a table, with what it said; empty where none did. */
  Optional<String> error(ExportedTable table) {
    for (Run run : runs) {
      if (run.failed().contains(table.name())) {
        LakewardException failure = run.failure(table.name());
        return Optional.of(failure.code() + ": " + failure.getMessage());
      }
    }
    Matcher failure =
        Pattern.compile("(?m)^\\S+\\." + table.name() + " FAILED: (.*)$").matcher(printed);
    return failure.find() ? Optional.of(failure.group(1)) : Optional.empty();
  }

  private void stage(SparkSession session) {
    for (ExportedTable table : tables) {
      for (int i = 0; i < table.snapshots(); i++) {
        exports.stage(session, table, i);
      }
    }
  }

  /** Runs that each find more of the snapshots of a table than the one before. */
  private void runs(int count, ToIntBiFunction<ExportedTable, Integer> available) {
    Map<ExportedTable, Integer> delivered = new HashMap<>();
    for (int i = 0; i < count; i++) {
      int run = i;
      SparkSql.within(
          mapping,
          session -> {
            for (ExportedTable table : tables) {
              int there = Math.min(table.snapshots(), available.applyAsInt(table, run));
              for (int next = delivered.getOrDefault(table, 0); next < there; next++) {
                exports.deliver(session, table, next);
              }
              delivered.merge(table, there, Math::max);
            }
          });
      runs.add(Run.attempt(mapping));
    }
  }

  private void killedOnTheWay() {
    SparkSql.within(mapping, session -> tables.forEach(table -> deliverAllButLast(session, table)));
    try (ConnectorProcess run = ConnectorProcess.run(mapping)) {
      run.await("a first commit", PATIENCE, this::isAnyCommitted);
      run.kill();
    }
    SparkSql.within(
        mapping,
        session -> tables.forEach(table -> exports.deliver(session, table, table.snapshots() - 1)));
    runs.add(Run.attempt(mapping));
  }

  private void deliverAllButLast(SparkSession session, ExportedTable table) {
    for (int i = 0; i < table.snapshots() - 1; i++) {
      exports.deliver(session, table, i);
    }
  }

  private void foundOneByOne() {
    SparkSql.within(
        mapping,
        session -> {
          deliver(session, 0);
          try (ConnectorProcess run = ConnectorProcess.run(mapping)) {
            for (int i = 0; i < longest(); i++) {
              int index = i;
              if (i > 0) {
                deliver(session, i);
              }
              run.await("all snapshots " + i, PATIENCE, () -> areAllApplied(run, index));
            }
            run.terminate();
            run.exitCode(PATIENCE);
            printed = run.output();
          }
        });
  }

  private boolean isAnyCommitted() {
    try (Lake lake = Lake.open(warehouse, PipelineFile.NAMESPACE)) {
      return tables.stream()
          .map(ExportedTable::name)
          .anyMatch(table -> lake.has(table) && !lake.table(table).commits().isEmpty());
    }
  }

  private boolean areAllApplied(ConnectorProcess run, int index) {
    printed = run.output();
    try (Lake lake = Lake.open(warehouse, PipelineFile.NAMESPACE)) {
      return tables.stream()
          .filter(table -> index < table.snapshots())
          .allMatch(table -> error(table).isPresent() || applied(lake, table) > index);
    }
  }

  /** How many snapshots of a table are applied, as the table remembers it. */
  private static int applied(Lake lake, ExportedTable table) {
    if (!lake.has(table.name())) {
      return 0;
    }
    Matcher count =
        Pattern.compile("\"snapshots\":(\\d+)")
            .matcher(Objects.toString(lake.table(table.name()).offsets(table.name())));
    return count.find() ? Integer.parseInt(count.group(1)) : 0;
  }

  private int longest() {
    return tables.stream().mapToInt(ExportedTable::snapshots).max().orElseThrow();
  }

  private void deliver(SparkSession session, int index) {
    for (ExportedTable table : tables) {
      if (index < table.snapshots()) {
        exports.deliver(session, table, index);
      }
    }
  }
}
