package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Options;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.RecordShape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How a table is altered, in its metadata. */
class EvolutionTest {

  private static final String STORED =
      "id INT, n INT, f FLOAT, d DECIMAL(10,2), s STRUCT<a: INT, t: STRING>,"
          + " l ARRAY<STRUCT<a: FLOAT>>, m MAP<STRING, STRUCT<a: DECIMAL(5,1)>>, `odd.name` INT";
  private static final String WIDER =
      "id BIGINT, n BIGINT, f DOUBLE, d DECIMAL(12,2), s STRUCT<a: BIGINT, t: STRING>,"
          + " l ARRAY<STRUCT<a: DOUBLE>>, m MAP<STRING, STRUCT<a: DECIMAL(7,1)>>,"
          + " `odd.name` BIGINT";
  private static final String FIELDS =
      "id INT, s STRUCT<b: INT>, l ARRAY<STRUCT<b: INT>>, m MAP<STRING, STRUCT<b: INT>>,"
          + " tier STRING, `new.name` STRING";

  @TempDir private Path directory;

  private Catalog catalog;

  @BeforeEach
  void create() {
    catalog =
        LakeCatalog.openOrCreate(
            new io.lakeward.mapping.Catalog(
                "lake", CatalogType.LOCAL, Optional.of(directory.toString()), Options.NONE),
            new Configuration());
    new Tables(catalog, List.of("shop"), "test")
        .create(
            "t",
            "t",
            Keeping.CURRENT,
            new Evolution.Request(shape(STORED), new byte[0]),
            new byte[0],
            EvolutionLimit.ADD,
            FileLayout.UNSAID);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("S12: another key is refused with the way out, whatever the limit")
  void anotherKeyIsRefused(EvolutionLimit limit) {
    RecordShape text = shape("id STRING");
    RecordShape other = new RecordShape(shape(STORED).columns(), List.of("n"), DataTypes.LongType);
    RecordShape keyless = new RecordShape(shape(STORED).columns(), List.of(), DataTypes.LongType);
    for (RecordShape drifted : List.of(text, other, keyless)) {
      LakewardException refused =
          catchThrowableOfType(LakewardException.class, () -> alter(limit, drifted));
      assertThat(refused.code()).isEqualTo(ErrorCode.KEY_SCHEMA_DRIFT);
      assertThat(refused.facts()).containsKeys("table", "record");
      assertThat(refused.advice()).contains("lakeward refresh --mapping FILE --table t");
    }
    assertThat(columns()).containsExactlyElementsOf(columnsOf(STORED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"_lakeward", "_LAKEWARD", "_lakeward_x", "_file"})
  void namesThatOthersNeedAreRefused(String name) {
    LakewardException refused =
        catchThrowableOfType(
            LakewardException.class,
            () -> alter(EvolutionLimit.ADD, shape("id INT, `" + name + "` STRING")));
    assertThat(refused.code()).isEqualTo(ErrorCode.RESERVED_COLUMN_NAME);
  }

  @Test
  void nothingIsAlteredWhereTheTableIsToStay() {
    alter(EvolutionLimit.NONE, shape(FIELDS), shape(WIDER));
    assertThat(columns()).containsExactlyElementsOf(columnsOf(STORED));
  }

  @Test
  @DisplayName("S11: numbers are promoted at the top, in structs, arrays and maps; nothing else is")
  void numbersAreWidened() {
    alter(EvolutionLimit.ADD, shape(WIDER));
    assertThat(columns()).as("under add").containsExactlyElementsOf(columnsOf(STORED));
    alter(EvolutionLimit.WIDEN, shape(WIDER));
    assertThat(columns()).containsExactlyElementsOf(columnsOf(WIDER));
    alter(EvolutionLimit.WIDEN, shape(STORED));
    alter(EvolutionLimit.WIDEN, shape("id BIGINT, n STRING, f BIGINT, d DECIMAL(14,3)"));
    assertThat(columns())
        .as("what is narrower or other")
        .containsExactlyElementsOf(columnsOf(WIDER));
  }

  @Test
  @DisplayName("S6, S13: columns and fields are added, those that are gone stay")
  void columnsAndFieldsAreAdded() {
    alter(EvolutionLimit.ADD, shape(FIELDS));
    assertThat(columns())
        .containsExactlyElementsOf(
            columnsOf(
                "id INT, n INT, f FLOAT, d DECIMAL(10,2), s STRUCT<a: INT, t: STRING, b: INT>,"
                    + " l ARRAY<STRUCT<a: FLOAT, b: INT>>,"
                    + " m MAP<STRING, STRUCT<a: DECIMAL(5,1), b: INT>>, `odd.name` INT,"
                    + " tier STRING, `new.name` STRING"));
    assertThat(table().schema().columns()).last().extracting("name").isEqualTo("_lakeward");
  }

  @Test
  @DisplayName("S6: what several schemas of a batch ask for comes together")
  void allRequestsOfABatchAreMet() {
    alter(
        EvolutionLimit.WIDEN,
        shape("id INT, n BIGINT, s STRUCT<b: INT>"),
        shape(STORED),
        shape("id INT, s STRUCT<a: BIGINT, c: INT>"));
    assertThat(columns())
        .contains("n bigint", "s struct<a:bigint,t:string,b:int,c:int>", "f float");
  }

  @Test
  @DisplayName("S14: ids, comments and defaults stay; a default is that of rows from before")
  void idsCommentsAndDefaultsStay() {
    RecordShape.Column stars = new RecordShape.Column("stars", DataTypes.IntegerType, 5);
    RecordShape.Column tier =
        new RecordShape.Column("tier", DataTypes.StringType, UTF8String.fromString("gold"));
    List<RecordShape.Column> columns = List.of(shape(STORED).columns().get(0), stars, tier);
    alter(EvolutionLimit.ADD, new RecordShape(columns, List.of("id"), DataTypes.LongType));
    table()
        .updateSchema()
        .updateColumnDoc("n", "how many")
        .updateColumnDoc("s.a", "in a struct")
        .updateColumnDefault("tier", Expressions.lit("silver"))
        .commit();
    Map<Integer, NestedField> before = TypeUtil.indexById(table().schema().asStruct());
    alter(EvolutionLimit.WIDEN, shape(WIDER), shape("id INT, stars BIGINT"), shape(FIELDS));
    Table after = table();
    assertThat(after.schema().findField("n").doc()).isEqualTo("how many");
    assertThat(after.schema().findField("s.a").doc()).isEqualTo("in a struct");
    assertThat(after.schema().findField("tier").initialDefault()).isEqualTo("gold");
    assertThat(after.schema().findField("tier").writeDefault()).isEqualTo("silver");
    assertThat(after.schema().findField("stars").type()).isEqualTo(Types.LongType.get());
    assertThat(after.schema().findField("stars").initialDefault()).isEqualTo(5L);
    before.forEach(
        (id, field) ->
            assertThat(after.schema().findField(id).name())
                .as("id %d", id)
                .isEqualTo(field.name()));
    assertThat(after.schema().identifierFieldNames()).containsExactly("id");
    assertThat(open().layout().columns())
        .filteredOn(column -> column.name().equals("stars"))
        .first()
        .satisfies(column -> assertThat(column.initialDefault()).contains(5L));
  }

  private void alter(EvolutionLimit limit, RecordShape... shapes) {
    new Evolution(open(), limit)
        .apply(
            Arrays.stream(shapes)
                .map(shape -> new Evolution.Request(shape, new byte[] {1}))
                .toList());
  }

  private LakeTable open() {
    return new Tables(catalog, List.of("shop"), "test")
        .open("t", "t", Keeping.CURRENT, Partitioning.AS_IT_IS)
        .orElseThrow();
  }

  private Table table() {
    return catalog.loadTable(TableIdentifier.of("shop", "t"));
  }

  private List<String> columns() {
    return open().layout().columns().stream()
        .map(column -> column.name() + " " + column.type().catalogString())
        .toList();
  }

  private static List<String> columnsOf(String ddl) {
    return Arrays.stream(StructType.fromDDL(ddl).fields())
        .map(field -> field.name() + " " + field.dataType().catalogString())
        .toList();
  }

  private static RecordShape shape(String ddl) {
    return new RecordShape(
        Arrays.stream(StructType.fromDDL(ddl).fields())
            .map(field -> new RecordShape.Column(field.name(), field.dataType(), null))
            .toList(),
        List.of("id"),
        DataTypes.LongType);
  }
}
