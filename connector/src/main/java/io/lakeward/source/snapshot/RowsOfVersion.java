package io.lakeward.source.snapshot;

import io.lakeward.error.LakewardException;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A snapshot that is those rows of a complete place which have its version. */
record RowsOfVersion(Place where, SnapshotVersions versions, Version version) implements Snapshot {

  @Override
  public String place() {
    return where.place();
  }

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public void requireComplete() {
    where.requireComplete();
  }

  @Override
  public Dataset<Row> rows() {
    return versions.withVersion(where.rows(), version);
  }

  @Override
  public Dataset<Row> rows(KeyValues wanted) {
    return versions.withVersion(where.rows(wanted), version);
  }

  @Override
  public Set<String> absentColumns() {
    return where.absentColumns();
  }

  @Override
  public Optional<LakewardException> unreadable(Throwable failure) {
    return where.unreadable(failure);
  }
}
