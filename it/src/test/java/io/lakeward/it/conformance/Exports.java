package io.lakeward.it.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakeward.it.conformance.SnapshotScenario.Export;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Snapshots of scenarios below the directory of a pipeline: written aside first, so that each comes
 * in one step.
 *
 * @param directory of the pipeline
 */
record Exports(Path directory) {

  /** The namespace of Iceberg tables that are snapshots. */
  static final String NAMESPACE = "exports";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** A table's keys in the mapping. */
  String[] lines(ExportedTable table) {
    SnapshotScenario scenario = table.scenario();
    List<String> lines = new ArrayList<>();
    lines.add("snapshot: " + json(section(table)));
    if (table.format().needsSchema()) {
      lines.add("schema: " + json(scenario.exports().get(0).columns()));
    }
    scenario.keys().forEach((key, value) -> lines.add(key + ": " + json(value)));
    return lines.toArray(String[]::new);
  }

  private Map<String, Object> section(ExportedTable table) {
    Map<String, Object> section = new LinkedHashMap<>();
    section.put("format", table.format().key());
    switch (table.format()) {
      case ICEBERG -> {
        section.put("path", NAMESPACE + "." + table.name());
        section.put("version", ofSequence(table.scenario()));
      }
      case JDBC -> {
        section.put("path", "exported");
        section.put("version", "SELECT number FROM version");
        section.put("options", Map.of("url", "jdbc:sqlite:" + database(table)));
      }
      default -> {
        section.put("path", exports(table).resolve(table.scenario().path()).toString());
        section.put("version", table.scenario().version());
        if (table.format() == ExportFormat.CSV) {
          section.put("options", Map.of("header", "true"));
        }
      }
    }
    return section;
  }

  /** The versions of a scenario, told by how many commits the Iceberg table has had. */
  private static String ofSequence(SnapshotScenario scenario) {
    StringBuilder cases = new StringBuilder("CASE sequence_number");
    for (int i = 0; i < scenario.exports().size(); i++) {
      cases.append(" WHEN %d THEN %d".formatted(i + 1, scenario.exports().get(i).number()));
    }
    return cases.append(" END").toString();
  }

  /** Writes a snapshot aside, so that it can come in one step. */
  void stage(SparkSession session, ExportedTable table, int index) {
    if (table.format() != ExportFormat.JDBC) {
      rows(session, table.scenario().exports().get(index))
          .coalesce(1)
          .write()
          .format(table.format() == ExportFormat.ICEBERG ? "parquet" : table.format().key())
          .option("header", "true")
          .option("timestampFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX")
          .option("timestampNTZFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS")
          .save(staged(table, index).toString());
    }
  }

  /** Lets a snapshot come that was written aside. */
  void deliver(SparkSession session, ExportedTable table, int index) {
    Export export = table.scenario().exports().get(index);
    switch (table.format()) {
      case ICEBERG -> commit(session, table, index);
      case JDBC -> replaceRows(database(table), export);
      default -> move(staged(table, index), exports(table).resolve(export.place()));
    }
  }

  private Path exports(ExportedTable table) {
    return directory.resolve("exports").resolve(table.name());
  }

  private Path staged(ExportedTable table, int index) {
    return directory.resolve("staged").resolve(table.name()).resolve(Integer.toString(index));
  }

  private Path database(ExportedTable table) {
    return directory.resolve(table.name() + ".db");
  }

  private static Dataset<Row> rows(SparkSession session, Export export) {
    List<String> lines = export.rows().stream().map(Exports::json).toList();
    return session
        .read()
        .schema(StructType.fromDDL(export.columns()))
        .json(session.createDataset(lines, Encoders.STRING()));
  }

  private void commit(SparkSession session, ExportedTable table, int index) {
    String name = "lake." + NAMESPACE + "." + table.name();
    Dataset<Row> rows = session.read().parquet(staged(table, index).toString());
    try {
      session.sql("CREATE NAMESPACE IF NOT EXISTS lake." + NAMESPACE);
      rows.writeTo(name).createOrReplace();
    } catch (Exception e) {
      // Scala does not declare what it throws.
      throw new AssertionError("Cannot write " + name, e);
    }
  }

  private static void replaceRows(Path database, Export export) {
    String[] names = StructType.fromDDL(export.columns()).fieldNames();
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("DROP TABLE IF EXISTS version");
      statement.execute("CREATE TABLE version (number INTEGER)");
      statement.execute("INSERT INTO version VALUES (" + export.number() + ")");
      statement.execute("DROP TABLE IF EXISTS exported");
      // SQLite's driver calls its own INTEGER signed, and nothing else.
      String columns = export.columns().replace("STRING", "TEXT").replace("BIGINT", "INTEGER");
      statement.execute("CREATE TABLE exported (" + columns + ")");
      String marks = Stream.of(names).map(c -> "?").collect(Collectors.joining(","));
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO exported VALUES (" + marks + ")")) {
        for (Map<String, Object> row : export.rows()) {
          for (int i = 0; i < names.length; i++) {
            insert.setObject(i + 1, row.get(names[i]));
          }
          insert.executeUpdate();
        }
      }
      connection.commit();
    } catch (SQLException e) {
      throw new AssertionError("Cannot write " + database, e);
    }
  }

  private static void move(Path from, Path to) {
    try {
      Files.createDirectories(to.getParent());
      delete(to);
      Files.move(from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path tree) throws IOException {
    if (Files.exists(tree)) {
      try (Stream<Path> files = Files.walk(tree)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** JSON is YAML. */
  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
