package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A table or query of a database: what it holds now. */
final class JdbcPlaces implements Places {

  private final JdbcReading reading;
  private final JdbcTable table;
  private final Optional<JdbcTable> version;
  private final String sql;

  JdbcPlaces(SparkSession session, SnapshotDescription description) {
    this.reading = new JdbcReading(session, description);
    this.table = JdbcTable.of(description.path());
    this.sql = description.version().orElse("");
    this.version = description.versionQuery().map(JdbcTable::of);
  }

  @Override
  public List<Place> now() {
    // The version first: rows that are newer than it come again with the next.
    PlaceColumns columns = version.map(this::asked).orElse(PlaceColumns.NONE);
    return List.of(new Table(table.shown() + " in " + reading.shownUrl(), table, reading, columns));
  }

  /** The answer of the database, as the only column. */
  private PlaceColumns asked(JdbcTable query) {
    Dataset<Row> answer = reading.rows(query);
    List<Row> rows;
    try {
      rows = answer.takeAsList(2);
    } catch (Exception e) {
      throw JdbcFailure.of(query.shown() + " in " + reading.shownUrl(), reading.secrets(), e);
    }
    if (answer.columns().length != 1 || rows.size() != 1) {
      throw LakewardException.of(ErrorCode.EXPRESSION_INVALID)
          .fact("key", SnapshotVersions.KEY)
          .fact("expression", sql)
          .fact("problem", "the database does not answer with one row of one column")
          .advice("ask for one value, such as SELECT max(exported_at) FROM exports")
          .build();
    }
    return new PlaceColumns(
        SnapshotVersions.named(answer.schema()),
        java.util.Collections.singletonList(rows.get(0).get(0)));
  }

  @Override
  public Optional<DatabaseLog> log() {
    return Optional.of(new DatabaseLog(reading));
  }

  @Override
  public LakewardException notFound() {
    throw new IllegalStateException("A table of a database is always there, or cannot be read");
  }

  private record Table(String place, JdbcTable table, JdbcReading reading, PlaceColumns columns)
      implements Place {

    /** Empty: a database does not tell whether it has changed. */
    @Override
    public Optional<String> state() {
      return Optional.empty();
    }

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public void requireComplete() {
      // One query sees whole transactions.
    }

    @Override
    public Dataset<Row> rows() {
      return reading.rows(table);
    }

    @Override
    public Dataset<Row> rows(KeyValues wanted) {
      return reading.rows(table, wanted);
    }

    @Override
    public Optional<LakewardException> unreadable(Throwable failure) {
      return JdbcFailure.ofReading(place, reading.secrets(), failure);
    }
  }
}
