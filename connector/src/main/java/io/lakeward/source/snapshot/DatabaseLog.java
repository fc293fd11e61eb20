package io.lakeward.source.snapshot;

import static java.util.Objects.requireNonNull;

import io.lakeward.source.debezium.LogPlace;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** How far the log of a database is, asked from the database. */
public final class DatabaseLog {

  private static final String POSTGRES_IS_STANDBY = "SELECT pg_is_in_recovery()";

  /**
   * Behind all that is committed, also where commits do not wait until their log is written; on a
   * standby, how far it is.
   */
  private static final String POSTGRES_END =
      "SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()"
          + " ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn";

  /** One of them is what a server calls it, by its make and age. */
  private static final List<String> BINARY_END =
      List.of("SHOW BINARY LOG STATUS", "SHOW MASTER STATUS", "SHOW BINLOG STATUS");

  /** What a database says of its log. */
  public sealed interface End {

    /**
     * All that was committed until now is below this place.
     *
     * @param isStandby whether the server only follows another, which may be ahead
     */
    record Known(LogPlace place, boolean isStandby) implements End {
      public Known {
        requireNonNull(place, "place");
      }
    }

    /**
     * It does not say.
     *
     * @param reason why, for people; without secrets
     */
    record Unknown(String reason) implements End {
      public Unknown {
        requireNonNull(reason, "reason");
      }
    }
  }

  private final JdbcReading reading;

  DatabaseLog(JdbcReading reading) {
    this.reading = reading;
  }

  /** Where the log ends now. */
  public End end() {
    try (Connection connection = reading.connect();
        Statement statement = connection.createStatement()) {
      if (reading.isPostgres()) {
        return ofPostgres(statement);
      }
      return reading.isMySql()
          ? ofMySql(statement)
          : unknown("this database has no log known here");
    } catch (Exception e) {
      // Scala does not declare what it throws.
      return unknown(reading.secrets().hiddenIn(SnapshotFailure.firstLine(e)));
    }
  }

  private static End unknown(String reason) {
    return new End.Unknown(reason);
  }

  private static End ofPostgres(Statement statement) throws SQLException {
    boolean isStandby;
    try (ResultSet answer = statement.executeQuery(POSTGRES_IS_STANDBY)) {
      answer.next();
      isStandby = answer.getBoolean(1);
    }
    try (ResultSet answer = statement.executeQuery(POSTGRES_END)) {
      answer.next();
      return new End.Known(LogPlace.writeAhead(answer.getLong(1)), isStandby);
    }
  }

  private static End ofMySql(Statement statement) throws SQLException {
    SQLException last = new SQLException("no statement");
    for (String sql : BINARY_END) {
      try (ResultSet answer = statement.executeQuery(sql)) {
        return answer.next()
            ? new End.Known(LogPlace.binary(answer.getString(1), answer.getLong(2)), false)
            : unknown("the server writes no binary log");
      } catch (SQLException e) {
        last = e;
      }
    }
    throw last;
  }
}
