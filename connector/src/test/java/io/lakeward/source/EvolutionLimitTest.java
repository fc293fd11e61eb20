package io.lakeward.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.row.LosslessTypes;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a type is altered to, under which limit: cases S6 and S11. */
class EvolutionLimitTest {

  @ParameterizedTest(name = "{0} for {1}: add {2}, widen {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "int | string | int | int",
        "string | int | string | string",
        "bigint | int | bigint | bigint",
        "timestamp | timestamp_ntz | timestamp | timestamp",
        "date | timestamp_ntz | date | date",
        "double | bigint | double | double",
        "int | bigint | int | bigint",
        "float | double | float | double",
        "int | double | int | int",
        "decimal(10,2) | decimal(12,2) | decimal(10,2) | decimal(12,2)",
        "decimal(10,2) | decimal(12,1) | decimal(10,2) | decimal(13,2)",
        "decimal(10,2) | decimal(12,3) | decimal(10,2) | decimal(10,2)",
        "decimal(38,2) | decimal(38,0) | decimal(38,2) | decimal(38,2)",
        "decimal(5,2) | int | decimal(5,2) | decimal(12,2)",
        "decimal(5,2) | bigint | decimal(5,2) | decimal(21,2)",
        "decimal(38,30) | int | decimal(38,30) | decimal(38,30)",
        "struct<a:int> | struct<a:bigint,b:string> | struct<a:int,b:string> |"
            + " struct<a:bigint,b:string>",
        "struct<a:int> | struct<A:int> | struct<a:int> | struct<a:int>",
        "struct<a:int,b:int> | struct<b:int> | struct<a:int,b:int> | struct<a:int,b:int>",
        "array<struct<a:int>> | array<struct<b:int>> | array<struct<a:int,b:int>> |"
            + " array<struct<a:int,b:int>>",
        "map<string,struct<a:float>> | map<string,struct<a:double,b:int>> |"
            + " map<string,struct<a:float,b:int>> | map<string,struct<a:double,b:int>>",
        "map<int,int> | map<bigint,bigint> | map<int,int> | map<int,bigint>",
        "struct<s:struct<a:int>> | struct<s:struct<a:string,t:date>> |"
            + " struct<s:struct<a:int,t:date>> | struct<s:struct<a:int,t:date>>",
        "struct<a:int> | string | struct<a:int> | struct<a:int>"
      })
  void aTypeIsAlteredUpToTheLimit(String stored, String record, String add, String widen) {
    DataType from = typeOf(stored);
    DataType asked = typeOf(record);
    assertThat(EvolutionLimit.NONE.altered(from, asked)).isSameAs(from);
    assertThat(EvolutionLimit.ADD.altered(from, asked).catalogString()).isEqualTo(add);
    assertThat(EvolutionLimit.WIDEN.altered(from, asked).catalogString()).isEqualTo(widen);
  }

  @Test
  void aStructThatIsKeyStaysAsItIs() {
    DataType stored = typeOf("struct<a:int>");
    assertThat(EvolutionLimit.WIDEN.alteredKey(stored, typeOf("struct<a:int,b:int>")))
        .isSameAs(stored);
    assertThat(EvolutionLimit.WIDEN.alteredKey(DataTypes.IntegerType, DataTypes.LongType))
        .isEqualTo(DataTypes.LongType);
  }

  @Test
  void whatWasAlteredHoldsWhatItHeldAndAsksForNoMore() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      DataType stored = anyType(random, 3);
      DataType asked = anyType(random, 3);
      for (EvolutionLimit limit : EvolutionLimit.values()) {
        DataType altered = limit.altered(stored, asked);
        String described = limit + " " + stored.sql() + " for " + asked.sql() + ", seed " + seed;
        assertThat(LosslessTypes.holds(altered, stored)).as(described).isTrue();
        assertThat(limit.altered(altered, asked)).as(described).isEqualTo(altered);
        assertThat(limit.altered(altered, stored)).as(described).isEqualTo(altered);
        assertThat(ColumnDifference.between("c", altered, asked).isEmpty())
            .as(described)
            .isEqualTo(LosslessTypes.holds(altered, asked));
      }
    }
  }

  private static DataType anyType(Random random, int depth) {
    List<DataType> scalars =
        List.of(
            DataTypes.IntegerType,
            DataTypes.LongType,
            DataTypes.FloatType,
            DataTypes.DoubleType,
            DataTypes.StringType,
            DataTypes.DateType,
            DataTypes.TimestampNTZType,
            DataTypes.createDecimalType(6 + random.nextInt(30), random.nextInt(5)));
    return switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 1 -> DataTypes.createArrayType(anyType(random, depth - 1));
      case 2 -> DataTypes.createMapType(anyType(random, 0), anyType(random, depth - 1));
      case 3, 4 ->
          new StructType(
              IntStream.range(0, 4)
                  .filter(field -> random.nextBoolean())
                  .mapToObj(
                      field ->
                          DataTypes.createStructField(
                              List.of("a", "b", "B", "d").get(field),
                              anyType(random, depth - 1),
                              true))
                  .filter(field -> !field.name().equals("B") || random.nextInt(8) == 0)
                  .toArray(org.apache.spark.sql.types.StructField[]::new));
      default -> scalars.get(random.nextInt(scalars.size()));
    };
  }

  private static DataType typeOf(String ddl) {
    return StructType.fromDDL("c " + ddl).apply("c").dataType();
  }
}
