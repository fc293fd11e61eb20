package io.lakeward.source.snapshot;

import io.lakeward.error.LakewardException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.util.CharVarcharUtils;
import org.apache.spark.sql.types.StructType;

/** Reads files of a description with Spark. */
final class FileReading {

  /** Of more files it would take too long to find the one that is broken. */
  private static final int MOST_LOOKED_AT = 200;

  private final SparkSession session;
  private final SnapshotDescription description;
  private final TreeMap<String, String> options;
  private final Optional<StructType> declared;
  private String checked = "";
  private Set<String> absentFromJson = Set.of();

  FileReading(SparkSession session, SnapshotDescription description) {
    this.session = session;
    // What is in the name of a directory is text, unless `schema` says more: 007 is not 7.
    session.conf().set("spark.sql.sources.partitionColumnTypeInference.enabled", "false");
    this.description = description;
    this.options = ReaderOptions.forFiles(description);
    this.declared =
        description.schema().map(CharVarcharUtils::replaceCharVarcharWithStringInSchema);
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
    if (description.format() == SnapshotFormat.CSV && Boolean.parseBoolean(options.get("header"))) {
      files.requireHeaders();
    }
    if (description.format() == SnapshotFormat.AVRO && description.schema().isEmpty()) {
      requireOneSchema(files);
    }
    check(path, files);
    Dataset<Row> rows;
    try {
      rows = load(path);
    } catch (Exception e) {
      // Scala does not declare that it throws AnalysisException.
      throw culprit(files).orElseGet(() -> SnapshotFailure.of(path.toString(), e));
    }
    if (rows.schema().isEmpty()) {
      throw SnapshotFailure.of(
          path.toString(), "its files have no columns", "give `schema` in the mapping");
    }
    files.requireAll(rows.inputFiles().length);
    return TableTypes.widened(rows);
  }

  /**
   * The declared columns of a path that no record has, which are null in all of its rows.
   *
   * @throws LakewardException SNAPSHOT_UNREADABLE
   */
  Set<String> absentColumns(Path path) {
    check(path, files(path));
    return absentFromJson;
  }

  /** Spark reads all Avro files by the schema of one, and leaves out what it lacks. */
  private void requireOneSchema(DataFiles files) {
    if (!options.containsKey("avroSchema") && !options.containsKey("avroSchemaUrl")) {
      new AvroSchemas(configuration()).requireSame(files.all());
    }
  }

  private Dataset<Row> load(Path path) {
    DataFrameReader reader = session.read().format(description.format().key()).options(options);
    if (description.format() == SnapshotFormat.CSV && declared.isPresent()) {
      Dataset<Row> read = reader.schema(ExactDecimals.asText(declared.get())).load(path.toString());
      return ExactDecimals.of(read, declared.get());
    }
    declared.ifPresent(reader::schema);
    return reader.load(path.toString());
  }

  /** Reads JSON once for what Spark's reader does not tell. */
  private void check(Path path, DataFiles files) {
    if (description.format() != SnapshotFormat.JSON || checked.equals(files.state())) {
      return;
    }
    try {
      absentFromJson =
          JsonCheck.check(session, path, options, declared.orElseGet(StructType::new)).stream()
              .filter(name -> !files.arePartitionedBy(name))
              .collect(Collectors.toUnmodifiableSet());
    } catch (Exception e) {
      // Scala does not declare what it throws.
      throw SnapshotFailure.ofReading(path.toString(), e)
          .orElseGet(() -> SnapshotFailure.of(path.toString(), e));
    }
    checked = files.state();
  }

  /** The error of the file that cannot be read, which Spark does not always name. */
  private Optional<LakewardException> culprit(DataFiles files) {
    for (Path file : files.first(MOST_LOOKED_AT)) {
      try {
        load(file);
      } catch (Exception e) {
        return Optional.of(SnapshotFailure.of(file.toString(), e));
      }
    }
    return Optional.empty();
  }

  private DataFiles files(Path path) {
    try {
      return DataFiles.of(path, description.successMarker(), configuration());
    } catch (IOException e) {
      throw SnapshotFailure.of(path.toString(), e);
    }
  }
}
