package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A file or directory that is one export. */
record FilePlace(Path path, boolean isComplete, FileReading reading) implements Place {

  @Override
  public String place() {
    return path.toString();
  }

  @Override
  public PlaceColumns columns() {
    return PathColumns.of(path);
  }

  @Override
  public Optional<String> state() {
    return Optional.of(reading.state(path));
  }

  @Override
  public void requireComplete() {
    if (!isComplete) {
      throw LakewardException.of(ErrorCode.SNAPSHOT_INCOMPLETE)
          .fact("path", path)
          .fact("missing", reading.successMarker().orElse(""))
          .advice(
              "wait until the export is done; if it never will be, remove the directory, or write"
                  + " the marker into it if all rows are there")
          .build();
    }
  }

  @Override
  public Dataset<Row> rows() {
    requireComplete();
    return reading.rows(path);
  }

  @Override
  public Set<String> absentColumns() {
    requireComplete();
    return reading.absentColumns(path);
  }

  @Override
  public Optional<LakewardException> unreadable(Throwable failure) {
    return SnapshotFailure.ofReading(place(), failure);
  }
}
