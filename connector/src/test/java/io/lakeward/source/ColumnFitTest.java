package io.lakeward.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.change.RejectReason;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** How columns of records go into a table: cases S7, S8, S11 and S12. */
class ColumnFitTest {

  private static final Layout LAYOUT =
      new Layout(
          List.of(
              Layout.Column.key("id", DataTypes.IntegerType),
              Layout.Column.key("code", DataTypes.StringType),
              Layout.Column.value("amount", DataTypes.IntegerType),
              Layout.Column.value("name", DataTypes.StringType),
              Layout.Column.value("place", typeOf("struct<city:string,zip:int>")),
              Layout.Column.interval(
                  new IntervalColumn(
                      IntervalColumn.Bound.START, "__START_AT", DataTypes.LongType))));

  @ParameterizedTest(name = "none: {0} {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "tier | string | column tier: the table has no such column, the record string;"
            + " set `schema_evolution: add`",
        "amount | bigint | column amount: the table has int, the record bigint;"
            + " set `schema_evolution: widen`",
        "amount | string | column amount: the table has int, the record string; leave the column"
            + " out with `except_column_list`, or send what the table has",
        "id | bigint | column id: the table has int, the record bigint;"
            + " set `schema_evolution: widen`",
        "place | struct<city:string,zip:bigint,land:date> | column place.zip: the table has int,"
            + " the record bigint, place.land: the table has no such column, the record date;"
            + " set `schema_evolution: widen`"
      })
  void nothingIsAlteredWhereTheTableIsToStay(String name, String type, String detail) {
    assertThat(LAYOUT.within(EvolutionLimit.NONE).fit(name, typeOf(type)))
        .isEqualTo(new ColumnFit.Refused(RejectReason.SCHEMA_CHANGE_REFUSED, detail));
  }

  @ParameterizedTest
  @EnumSource
  void namesThatDifferByCaseAreRefused(EvolutionLimit limit) {
    assertThat(LAYOUT.within(limit).fit("Name", DataTypes.StringType))
        .isInstanceOfSatisfying(
            ColumnFit.Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(RejectReason.COLUMNS_AMBIGUOUS);
              assertThat(refused.detail()).contains("Name").contains("table's name");
            });
  }

  @ParameterizedTest
  @EnumSource
  void aKeyOfAnotherKindIsForTheLakeToRefuse(EvolutionLimit limit) {
    assertThat(LAYOUT.within(limit).fit("id", DataTypes.StringType)).isEqualTo(ColumnFit.ALTERING);
    assertThat(LAYOUT.within(limit).fit("code", DataTypes.BinaryType))
        .isEqualTo(ColumnFit.ALTERING);
    assertThat(LAYOUT.within(limit).fit("__START_AT", DataTypes.LongType))
        .isEqualTo(ColumnFit.ALTERING);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNarrowerIsHeldUnderEveryLimit(EvolutionLimit limit) {
    assertThat(LAYOUT.within(limit).fit("name", DataTypes.LongType)).isEqualTo(ColumnFit.HELD);
    assertThat(LAYOUT.within(limit).fit("place", typeOf("struct<zip:int>")))
        .isEqualTo(ColumnFit.HELD);
  }

  @Test
  void valuesAreCastOnlyWhereTheLimitAltersNoMore() {
    Layout widen = LAYOUT.within(EvolutionLimit.WIDEN);
    assertThat(LAYOUT.fit("tier", DataTypes.StringType)).isEqualTo(ColumnFit.ALTERING);
    assertThat(widen.fit("amount", DataTypes.LongType)).isEqualTo(ColumnFit.ALTERING);
    assertThat(widen.fit("id", DataTypes.LongType)).isEqualTo(ColumnFit.ALTERING);
    assertThat(LAYOUT.fit("amount", DataTypes.LongType))
        .isEqualTo(
            new ColumnFit.ByValue(
                "amount: the table has int, the record bigint; set `schema_evolution: widen`"));
    assertThat(LAYOUT.fit("id", DataTypes.LongType)).isInstanceOf(ColumnFit.ByValue.class);
    assertThat(widen.fit("amount", DataTypes.DoubleType)).isInstanceOf(ColumnFit.ByValue.class);
    assertThat(LAYOUT.fit("place", typeOf("struct<zip:string,land:string>")))
        .as("the field first, then its neighbour by value")
        .isEqualTo(ColumnFit.ALTERING);
  }

  private static DataType typeOf(String ddl) {
    return StructType.fromDDL("c " + ddl).apply("c").dataType();
  }
}
