package io.lakeward.source.snapshot;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;

/**
 * A condition in the words of a database that every row meets which has one of some keys, so that
 * the database need not send all its rows. Others may meet it too: it compares text by rules of its
 * own. There is none where keys cannot be written down for certain.
 */
final class KeyCondition {

  /** Text is compared with itself there, whatever the type. */
  private static final Set<String> TEXT_OF_POSTGRES =
      Set.of("text", "varchar", "bpchar", "name", "citext", "uuid");

  private static final Set<Integer> OF_MYSQL =
      Set.of(
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.DATE,
          Types.CHAR,
          Types.VARCHAR);

  private KeyCondition() {}

  /** The condition for PostgreSQL, which takes a quoted literal as one of the column's type. */
  static Optional<String> ofPostgres(KeyValues wanted, List<JdbcColumn> columns) {
    return of(
        wanted,
        columns,
        name -> "\"" + name.replace("\"", "\"\"") + "\"",
        (column, type) ->
            !(type instanceof StringType) || TEXT_OF_POSTGRES.contains(column.typeName()));
  }

  /** The condition for MySQL and MariaDB. */
  static Optional<String> ofMySql(KeyValues wanted, List<JdbcColumn> columns) {
    return of(
        wanted,
        columns,
        name -> "`" + name.replace("`", "``") + "`",
        (column, type) -> OF_MYSQL.contains(column.type()));
  }

  /** Whether keys of a column can be written as literals. */
  private interface Written {
    boolean asLiteral(JdbcColumn column, DataType type);
  }

  private static Optional<String> of(
      KeyValues wanted, List<JdbcColumn> columns, UnaryOperator<String> quoted, Written written) {
    Map<String, JdbcColumn> byName =
        columns.stream().collect(Collectors.toMap(JdbcColumn::name, column -> column));
    for (int i = 0; i < wanted.columns().size(); i++) {
      JdbcColumn column = byName.get(wanted.columns().get(i));
      DataType type = wanted.types().get(i);
      if (column == null || !isWritten(type) || !written.asLiteral(column, type)) {
        return Optional.empty();
      }
    }
    List<String> keys = new ArrayList<>();
    for (InternalRow key : wanted.keys()) {
      Optional<String> literal = literal(key, wanted.types());
      if (literal.isEmpty()) {
        return Optional.empty();
      }
      keys.add(literal.get());
    }
    if (keys.isEmpty()) {
      return Optional.of("1 = 0");
    }
    String names = wanted.columns().stream().map(quoted).collect(Collectors.joining(", "));
    return Optional.of("(" + names + ") IN (" + String.join(", ", keys) + ")");
  }

  private static boolean isWritten(DataType type) {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType
        || type instanceof DecimalType
        || type instanceof DateType
        || type instanceof StringType;
  }

  /** A key in parentheses; empty where not every database reads it alike. */
  private static Optional<String> literal(InternalRow key, List<DataType> types) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      String text = text(key.get(i, types.get(i)), types.get(i));
      if (text.indexOf('\\') >= 0 || text.indexOf('\0') >= 0) {
        return Optional.empty(); // an escape here and a mere sign there, by a server's settings
      }
      parts.add("'" + text.replace("'", "''") + "'");
    }
    return Optional.of("(" + String.join(", ", parts) + ")");
  }

  private static String text(Object value, DataType type) {
    if (type instanceof DateType) {
      return DateTimeUtils.daysToLocalDate((int) value).toString();
    }
    return value.toString();
  }
}
