package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.jdbc.JDBCOptions;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.jdbc.JdbcDialects;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MetadataBuilder;
import scala.jdk.javaapi.CollectionConverters;

/** Reads tables and queries of a database with Spark and a JDBC driver. */
final class JdbcReading {

  private static final String URL = "url";
  private static final String POSTGRES = "jdbc:postgresql:";

  /** Rows that the driver keeps at a time. PostgreSQL's would keep all. */
  private static final String FETCH_SIZE = "10000";

  /** What the text of some types depends on. */
  private static final String POSTGRES_SESSION =
      "SET intervalstyle = 'iso_8601'; SET timezone = 'UTC';";

  private static final String SESSION = "sessionInitStatement";

  /**
   * The column's metadata that says of what type the text is, where text does not order like it.
   */
  static final String TEXT_OF = "lakeward.text_of";

  private static final Set<String> ORDERED_TEXT =
      Set.of("text", "varchar", "bpchar", "char", "name", "citext", "uuid");

  private final SparkSession session;
  private final TreeMap<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Secrets secrets;

  /**
   * Reads with the options of a description.
   *
   * @throws LakewardException MAPPING_INVALID where there is no URL
   */
  JdbcReading(SparkSession session, SnapshotDescription description) {
    this.session = session;
    options.putAll(ReaderOptions.of(description));
    String url = options.getOrDefault(URL, "");
    this.secrets = Secrets.of(options, url);
    if (!url.startsWith("jdbc:")) {
      throw LakewardException.of(ErrorCode.MAPPING_INVALID)
          .fact("key", "snapshot.options.url")
          .fact("problem", url.isEmpty() ? "it is missing" : "it does not begin with jdbc:")
          .advice("give the database's JDBC URL, such as jdbc:postgresql://host:5432/database")
          .build();
    }
    // Text that the database compares by its own rules would be other rows than the lake's.
    options.putIfAbsent("pushDownPredicate", "false");
    options.putIfAbsent("preferTimestampNTZ", "true");
    options.putIfAbsent("fetchsize", FETCH_SIZE);
    if (isPostgres()) {
      options.merge(SESSION, POSTGRES_SESSION, (given, ours) -> ours + " " + given);
    }
  }

  /** The database's address, in words for people. */
  String shownUrl() {
    return secrets.shownUrl();
  }

  Secrets secrets() {
    return secrets;
  }

  boolean isPostgres() {
    return options.get(URL).toLowerCase(Locale.ROOT).startsWith(POSTGRES);
  }

  /** Whether it is MySQL or MariaDB. */
  boolean isMySql() {
    return options.get(URL).toLowerCase(Locale.ROOT).matches("(?s)jdbc:(mysql|mariadb):.*");
  }

  /**
   * A new connection.
   *
   * @throws SQLException and what else a driver throws
   */
  Connection connect() throws SQLException {
    JDBCOptions parsed = new JDBCOptions(scalaMap(with("nothing")));
    return JdbcDialects.get(parsed.url()).createConnectionFactory(parsed).apply(-1);
  }

  /**
   * Those rows of a table or query that have one of some keys, and maybe others.
   *
   * @throws LakewardException SNAPSHOT_UNREADABLE
   */
  Dataset<Row> rows(JdbcTable table, KeyValues wanted) {
    try {
      List<JdbcColumn> columns = columns(table);
      Optional<String> condition = Optional.empty();
      if (isPostgres()) {
        condition = KeyCondition.ofPostgres(wanted, columns);
      } else if (isMySql()) {
        condition = KeyCondition.ofMySql(wanted, columns);
      }
      return rows(condition.map(table::where).orElse(table));
    } catch (LakewardException e) {
      throw e;
    } catch (Exception e) {
      // Scala does not declare what it throws.
      throw JdbcFailure.of(shown(table), secrets, e);
    }
  }

  /**
   * The rows of a table or query.
   *
   * @throws LakewardException SNAPSHOT_UNREADABLE
   */
  Dataset<Row> rows(JdbcTable table) {
    try {
      List<JdbcColumn> columns = columns(table);
      requireDistinct(columns, table);
      return isPostgres() ? ofPostgres(table, columns) : ofOthers(table, columns);
    } catch (LakewardException e) {
      throw e;
    } catch (Exception e) {
      // Scala does not declare what it throws.
      throw JdbcFailure.of(shown(table), secrets, e);
    }
  }

  private String shown(JdbcTable table) {
    return table.shown() + " in " + shownUrl();
  }

  private List<JdbcColumn> columns(JdbcTable table) throws SQLException {
    JDBCOptions parsed = new JDBCOptions(scalaMap(with(table.from())));
    String sql = parsed.prepareQuery() + "SELECT * FROM " + table.from() + " WHERE 1 = 0";
    try (Connection connection =
            JdbcDialects.get(parsed.url()).createConnectionFactory(parsed).apply(-1);
        Statement statement = connection.createStatement();
        ResultSet none = statement.executeQuery(sql)) {
      return JdbcColumn.of(none.getMetaData());
    }
  }

  private Map<String, String> with(String from) {
    TreeMap<String, String> all = new TreeMap<>(options);
    all.put("dbtable", from);
    return all;
  }

  private static scala.collection.immutable.Map<String, String> scalaMap(Map<String, String> map) {
    return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(map));
  }

  private Dataset<Row> read(String from) {
    return session.read().format("jdbc").options(with(from)).load();
  }

  private Dataset<Row> ofPostgres(JdbcTable table, List<JdbcColumn> columns) {
    List<String> sent = new ArrayList<>();
    for (JdbcColumn column : columns) {
      String name = "\"" + column.name().replace("\"", "\"\"") + "\"";
      sent.add(PostgresForms.of(column).sent().apply(name) + " AS " + name);
    }
    Dataset<Row> rows =
        read("(SELECT " + String.join(", ", sent) + " FROM " + table.from() + ") snapshot_sent");
    return rows.select(
        columns.stream()
            .map(
                column ->
                    PostgresForms.of(column)
                        .read()
                        .apply(rows.col(quoted(column.name())))
                        .as(column.name(), metadata(column)))
            .toArray(Column[]::new));
  }

  private static org.apache.spark.sql.types.Metadata metadata(JdbcColumn column) {
    MetadataBuilder metadata = new MetadataBuilder();
    boolean isText = PostgresForms.of(column).wire().equals(DataTypes.StringType);
    if (isText && !ORDERED_TEXT.contains(column.typeName()) && column.type() != Types.ARRAY) {
      metadata.putString(TEXT_OF, column.typeName());
    }
    return metadata.build();
  }

  /** As Spark reads them, but for those of which it would lose a part without a word. */
  private Dataset<Row> ofOthers(JdbcTable table, List<JdbcColumn> columns) {
    Dataset<Row> rows = read(table.from());
    return rows.select(
        columns.stream()
            .map(
                column ->
                    LossyColumns.reason(column)
                        .map(reason -> refused(column, reason))
                        .orElseGet(() -> rows.col(quoted(column.name()))))
            .toArray(Column[]::new));
  }

  /** A column that fails where it is read; a flow that leaves it out does not read it. */
  private static Column refused(JdbcColumn column, String reason) {
    return RefusedRows.failing(
            functions.lit(column.name()),
            functions.lit("type %s %s".formatted(column.typeName(), reason)))
        .cast(DataTypes.StringType)
        .as(column.name());
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private void requireDistinct(List<JdbcColumn> columns, JdbcTable table) {
    Set<String> seen = new HashSet<>();
    for (JdbcColumn column : columns) {
      if (!seen.add(column.name().toLowerCase(Locale.ROOT))) {
        throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
            .fact("place", shown(table))
            .fact("column", column.name())
            .fact(
                "columns", columns.stream().map(JdbcColumn::name).collect(Collectors.joining(", ")))
            .advice("read a query in which each column has a name of its own")
            .build();
      }
    }
  }
}
