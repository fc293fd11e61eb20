package io.lakeward.source.snapshot;

import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads files of a description with Spark. */
final class FileReading {

  private final SparkSession session;
  private final SnapshotDescription description;

  FileReading(SparkSession session, SnapshotDescription description) {
    this.session = session;
    this.description = description;
  }

  /** Hadoop's settings, those of the description's options among them. */
  Configuration configuration() {
    Configuration configuration = new Configuration(session.sparkContext().hadoopConfiguration());
    description.options().forEach(configuration::set);
    return configuration;
  }

  /** The name of the file without which a directory is not complete. */
  Optional<String> successMarker() {
    return description.successMarker();
  }

  /** Which files there are, and when they were written. */
  String state(Path path) {
    TreeSet<String> states = new TreeSet<>();
    try {
      FileSystem files = path.getFileSystem(configuration());
      RemoteIterator<LocatedFileStatus> all = files.listFiles(path, true);
      while (all.hasNext()) {
        LocatedFileStatus file = all.next();
        states.add("%s %d %d".formatted(file.getPath(), file.getLen(), file.getModificationTime()));
      }
    } catch (IOException e) {
      throw SnapshotFailure.of(path.toString(), e);
    }
    return String.join("\n", states);
  }

  /**
   * The rows of a path, in whose own segments are no columns.
   *
   * @throws LakewardException SNAPSHOT_UNREADABLE where its columns cannot be found out
   */
  Dataset<Row> rows(Path path) {
    DataFrameReader reader = session.read().format(description.format().key());
    switch (description.format()) {
      case CSV -> reader.option("header", "true").option("enforceSchema", "false");
      default -> {}
    }
    reader
        .option("mode", "FAILFAST")
        // Rows that are passed over would be deleted from the table.
        .option("ignoreCorruptFiles", "false")
        .option("ignoreMissingFiles", "false")
        // The path is one that was matched already, whatever signs are in it.
        .option("__globPaths__", "false")
        .options(description.options());
    description.schema().ifPresent(reader::schema);
    try {
      return reader.load(path.toString());
    } catch (Exception e) {
      // Scala does not declare that it throws AnalysisException.
      throw SnapshotFailure.of(path.toString(), e);
    }
  }
}
