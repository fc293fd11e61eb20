package io.lakeward.source.snapshot;

import io.lakeward.error.LakewardException;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A snapshot that is all there is at a place. */
record WholePlace(Place where, Version version) implements Snapshot {

  @Override
  public String place() {
    return where.place();
  }

  @Override
  public boolean isComplete() {
    return where.isComplete();
  }

  @Override
  public void requireComplete() {
    where.requireComplete();
  }

  @Override
  public Dataset<Row> rows() {
    return where.rows();
  }

  @Override
  public Dataset<Row> rows(KeyValues wanted) {
    return where.rows(wanted);
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
