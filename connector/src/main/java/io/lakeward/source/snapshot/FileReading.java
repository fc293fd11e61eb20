package io.lakeward.source.snapshot;

import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads files of a description with Spark. */
final class FileReading {

  private final SparkSession session;
  private final SnapshotDescription description;
  private final TreeMap<String, String> options;

  FileReading(SparkSession session, SnapshotDescription description) {
    this.session = session;
    this.description = description;
    this.options = ReaderOptions.forFiles(description);
    description
        .successMarker()
        .filter(marker -> !HiddenNames.isHidden(marker))
        .ifPresent(
            marker -> {
              options.put(ExceptMarker.FILTER, ExceptMarker.class.getName());
              options.put(ExceptMarker.MARKER, marker);
            });
  }

  /** Hadoop's settings, those of the description's options among them. */
  Configuration configuration() {
    Configuration configuration =
        ((org.apache.spark.sql.classic.SparkSession) session).sessionState().newHadoopConf();
    options.forEach(configuration::set);
    return configuration;
  }

  /** The name of the file without which a directory is not complete. */
  Optional<String> successMarker() {
    return description.successMarker();
  }

  /** What tells one state of a path from another. */
  String state(Path path) {
    return files(path).state();
  }

  /**
   * The rows of a path, in whose own segments are no columns.
   *
   * @throws LakewardException SNAPSHOT_UNREADABLE where its columns cannot be found out
   */
  Dataset<Row> rows(Path path) {
    DataFiles files = files(path);
    files.requireSome();
    if (description.format() == SnapshotFormat.CSV && options.get("header").equals("true")) {
      files.requireHeaders();
    }
    DataFrameReader reader = session.read().format(description.format().key()).options(options);
    description.schema().ifPresent(reader::schema);
    Dataset<Row> rows;
    try {
      rows = reader.load(path.toString());
    } catch (Exception e) {
      // Scala does not declare that it throws AnalysisException.
      throw SnapshotFailure.of(path.toString(), e);
    }
    if (rows.schema().isEmpty()) {
      throw SnapshotFailure.of(
          path.toString(), "its files have no columns", "give `schema` in the mapping");
    }
    return TableTypes.widened(rows);
  }

  private DataFiles files(Path path) {
    try {
      return DataFiles.of(path, description.successMarker(), configuration());
    } catch (IOException e) {
      throw SnapshotFailure.of(path.toString(), e);
    }
  }
}
