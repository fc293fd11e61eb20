package io.lakeward.source.debezium;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * A place in a database's log, as the database itself tells it, by which a feed of its changes is
 * compared with it. Immutable.
 *
 * <p>It is no position of a change. PostgreSQL's are told by the commit before the change's own,
 * and the change that is the first to commit after a place has a position below it; so a place is
 * nothing that a repair could stand at ({@code docs/decisions/0017-positions-of-repairs.md}).
 *
 * @param log what kind of log it is
 * @param file the number of the log's file; 0 where there is one log
 * @param offset the place in it
 * @param text as people know it
 */
public record LogPlace(Log log, long file, long offset, String text) {

  /** The logs whose places databases tell and connectors send. */
  public enum Log {
    /** PostgreSQL's write-ahead log. */
    WRITE_AHEAD(new PostgresPosition()),
    /** The binary log of MySQL and MariaDB. */
    BINARY(new BinlogPosition());

    private final SourcePosition position;

    Log(SourcePosition position) {
      this.position = position;
    }

    /** Whether positions of this type are made of the log. */
    public boolean orders(DataType sequence) {
      return position.type().asNullable().equals(sequence.asNullable());
    }
  }

  public LogPlace {
    requireNonNull(log, "log");
    requireNonNull(text, "text");
  }

  /**
   * A place in PostgreSQL's log.
   *
   * @param lsn its number
   */
  public static LogPlace writeAhead(long lsn) {
    return new LogPlace(
        Log.WRITE_AHEAD, 0, lsn, "%X/%X".formatted(lsn >>> Integer.SIZE, lsn & 0xFFFF_FFFFL));
  }

  /**
   * A place in the binary log of MySQL or MariaDB.
   *
   * @param file the name of the log's file, which ends with its number
   * @param offset the place in it
   * @throws IllegalArgumentException where the name has no number
   */
  public static LogPlace binary(String file, long offset) {
    List<String> parts = Arrays.asList(file.split("\\."));
    return new LogPlace(
        Log.BINARY, Long.parseLong(parts.get(parts.size() - 1)), offset, file + ":" + offset);
  }

  /**
   * Whether a feed that has sent a change of this position has sent all that was committed up to
   * the place: connectors send what they read of a log in the order of its commits.
   *
   * @param sequence Spark's internal value of a position of the log
   */
  public boolean isPassedBy(InternalRow sequence) {
    if (log == Log.BINARY) {
      long other = sequence.getLong(0);
      return other > file || (other == file && sequence.getLong(1) > offset);
    }
    boolean isChange = sequence.getInt(2) > 0 && !sequence.isNullAt(1);
    return sequence.getLong(0) >= offset || (isChange && sequence.getLong(1) >= offset);
  }
}
