package io.lakeward.source.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class KeyConditionTest {

  private static final JdbcColumn ID = new JdbcColumn("id", Types.BIGINT, "int8", 0, 0);
  private static final JdbcColumn NAME = new JdbcColumn("a \"name", Types.VARCHAR, "text", 0, 0);

  private static KeyValues keys(List<JdbcColumn> columns, List<DataType> types, Object... values) {
    List<InternalRow> keys = new ArrayList<>();
    for (int i = 0; i < values.length; i += columns.size()) {
      keys.add(new GenericInternalRow(Stream.of(values).skip(i).limit(columns.size()).toArray()));
    }
    return new KeyValues(columns.stream().map(JdbcColumn::name).toList(), types, keys);
  }

  @Test
  void keysAreWrittenAsTheDatabaseReadsThem() {
    List<JdbcColumn> columns = List.of(ID, NAME);
    KeyValues wanted =
        keys(
            columns,
            List.of(DataTypes.LongType, DataTypes.StringType),
            -1L,
            UTF8String.fromString("O'Hara"),
            2L,
            UTF8String.fromString(""));
    assertThat(KeyCondition.ofPostgres(wanted, columns))
        .contains("(\"id\", \"a \"\"name\") IN (('-1', 'O''Hara'), ('2', ''))");
    assertThat(KeyCondition.ofMySql(wanted, columns))
        .contains("(`id`, `a \"name`) IN (('-1', 'O''Hara'), ('2', ''))");
  }

  @Test
  void datesAreWrittenInFull() {
    JdbcColumn day = new JdbcColumn("day", Types.DATE, "date", 0, 0);
    assertThat(
            KeyCondition.ofPostgres(
                keys(List.of(day), List.of(DataTypes.DateType), 0), List.of(day)))
        .contains("(\"day\") IN (('1970-01-01'))");
  }

  @Test
  void noKeyMeetsNone() {
    assertThat(KeyCondition.ofPostgres(keys(List.of(ID), List.of(DataTypes.LongType)), List.of(ID)))
        .contains("1 = 0");
  }

  @Test
  void keysThatServersMayReadOtherwiseAreNotWritten() {
    List<DataType> text = List.of(DataTypes.StringType);
    UTF8String escape = UTF8String.fromString("a\\'b");
    JdbcColumn json = new JdbcColumn("j", Types.OTHER, "jsonb", 0, 0);
    JdbcColumn real = new JdbcColumn("r", Types.DOUBLE, "float8", 0, 0);
    assertThat(KeyCondition.ofPostgres(keys(List.of(NAME), text, escape), List.of(NAME))).isEmpty();
    assertThat(
            KeyCondition.ofPostgres(
                keys(List.of(json), text, UTF8String.fromString("1")), List.of(json)))
        .isEmpty();
    assertThat(
            KeyCondition.ofPostgres(
                keys(List.of(real), List.of(DataTypes.DoubleType), 1.5), List.of(real)))
        .isEmpty();
    assertThat(
            KeyCondition.ofPostgres(keys(List.of(ID), List.of(DataTypes.LongType), 1L), List.of()))
        .isEmpty();
  }
}
