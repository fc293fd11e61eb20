package io.lakeward.samples.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.samples.postgres.Postgres;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetWriter;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {

  private static final String GOODS =
      """
      CREATE TYPE mood AS ENUM ('good', 'bad');
      CREATE TABLE goods (
        id bigint, part smallint, name text, mood mood, price numeric(10,2), rate numeric,
        weight real, size double precision, sold boolean, made date, at timestamp,
        seen timestamptz, opens time, code uuid, facts jsonb, raw bytea, tags text[], counts int[],
        PRIMARY KEY (id, part));
      INSERT INTO goods VALUES
        (1, 1, 'käse', 'good', 1.50, 100.1230, 0.1, 1e-7, true, '1899-12-31',
         '2020-01-02 03:04:05.000006', '2020-01-02 03:04:05+02', '10:15:30.5',
         '00000000-0000-0000-0000-000000000001', '{"a": 1.0}', '\\x0001', '{a,NULL,""}', '{1,NULL}'),
        (1, 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
         NULL, NULL)
      """;

  private static final List<Object> FIRST =
      Arrays.asList(
          1L,
          1,
          "käse",
          "good",
          new BigDecimal("1.50"),
          "100.1230",
          0.1f,
          1e-7,
          true,
          LocalDate.of(1899, 12, 31),
          LocalDateTime.parse("2020-01-02T03:04:05.000006"),
          OffsetDateTime.parse("2020-01-02T01:04:05Z"),
          "10:15:30.500000",
          "00000000-0000-0000-0000-000000000001",
          "{\"a\": 1.0}",
          ByteBuffer.wrap(new byte[] {0, 1}),
          Arrays.asList("a", null, ""),
          Arrays.asList(1, null));

  @TempDir static Path directory;
  private static Postgres postgres;
  private static Connection connection;

  @BeforeAll
  static void fillSource() throws Exception {
    postgres = Postgres.start(directory);
    connection = postgres.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute(GOODS);
    }
  }

  @AfterAll
  static void stop() throws Exception {
    connection.close();
    postgres.close();
  }

  @Test
  void findsEqualTablesEqual() throws Exception {
    Verdict verdict = compare(columns(), FIRST, second());
    assertThat(verdict.examples()).isEmpty();
    assertThat(verdict).isEqualTo(new Verdict(2, 2, 0, List.of()));
  }

  @Test
  void findsEveryColumnThatDiffers() throws Exception {
    for (int i = 2; i < FIRST.size(); i++) {
      List<Object> changed = new ArrayList<>(FIRST);
      changed.set(i, null);
      assertThat(compare(columns(), changed, second()).examples())
          .singleElement()
          .asString()
          .startsWith("key [1, 1], " + columns().get(i).name() + ": source");
    }
  }

  @Test
  void takesNumbersWithoutScaleByValueInPlainDigits() throws Exception {
    List<Object> changed = new ArrayList<>(FIRST);
    changed.set(5, "100.123");
    assertThat(compare(columns(), changed, second()).equal()).isTrue();
    changed.set(5, "1.00123E2");
    assertThat(compare(columns(), changed, second()).examples())
        .containsExactly("key [1, 1], rate: source BigDecimal 100.123, lake String 1.00123E2");
  }

  @Test
  void findsMissingExtraAndRepeatedRows() throws Exception {
    List<Object> extra = new ArrayList<>(FIRST);
    extra.set(0, 9L);
    assertThat(compare(columns(), FIRST, FIRST, extra).examples())
        .containsExactlyInAnyOrder(
            "key [1, 1]: more than once in the lake",
            "key [1, 2]: missing in the lake",
            "key [9, 1]: not in the source");
  }

  @Test
  void findsColumnsThatDiffer() throws Exception {
    List<NestedField> columns = new ArrayList<>(columns());
    columns.set(4, NestedField.optional(5, "price", Types.DoubleType.get()));
    columns.set(5, NestedField.optional(6, "rating", Types.StringType.get()));
    assertThat(compare(columns).examples())
        .containsExactly(
            "column price: should be decimal(10, 2), is double",
            "column rate: should be string, is missing",
            "column rating: not in the source");
  }

  private static List<Object> second() {
    List<Object> row = new ArrayList<>(FIRST.stream().map(value -> null).toList());
    row.set(0, 1L);
    row.set(1, 2);
    return row;
  }

  private static List<NestedField> columns() {
    return List.of(
        NestedField.required(1, "id", Types.LongType.get()),
        NestedField.required(2, "part", Types.IntegerType.get()),
        column(3, "name", Types.StringType.get()),
        column(4, "mood", Types.StringType.get()),
        column(5, "price", Types.DecimalType.of(10, 2)),
        column(6, "rate", Types.StringType.get()),
        column(7, "weight", Types.FloatType.get()),
        column(8, "size", Types.DoubleType.get()),
        column(9, "sold", Types.BooleanType.get()),
        column(10, "made", Types.DateType.get()),
        column(11, "at", Types.TimestampType.withoutZone()),
        column(12, "seen", Types.TimestampType.withZone()),
        column(13, "opens", Types.StringType.get()),
        column(14, "code", Types.StringType.get()),
        column(15, "facts", Types.StringType.get()),
        column(16, "raw", Types.BinaryType.get()),
        column(17, "tags", Types.ListType.ofOptional(27, Types.StringType.get())),
        column(18, "counts", Types.ListType.ofOptional(28, Types.IntegerType.get())),
        column(19, "_lakeward", Types.BinaryType.get()));
  }

  private static NestedField column(int id, String name, Type type) {
    return NestedField.optional(id, name, type);
  }

  @SafeVarargs
  private static Verdict compare(List<NestedField> columns, List<Object>... rows) throws Exception {
    try (InMemoryCatalog catalog = new InMemoryCatalog()) {
      catalog.initialize("memory", Map.of());
      catalog.createNamespace(Namespace.of("shop"));
      Table table = catalog.createTable(TableIdentifier.of("shop", "goods"), new Schema(columns));
      append(table, rows);
      return Comparison.compare(connection, "public.goods", table);
    }
  }

  @SafeVarargs
  private static void append(Table table, List<Object>... rows) throws Exception {
    DataWriter<Record> writer =
        Parquet.writeData(table.io().newOutputFile(table.location() + "/" + UUID.randomUUID()))
            .schema(table.schema())
            .createWriterFunc(GenericParquetWriter::create)
            .withSpec(PartitionSpec.unpartitioned())
            .build();
    try (writer) {
      for (List<Object> row : rows) {
        Record record = GenericRecord.create(table.schema());
        for (int i = 0; i < row.size(); i++) {
          record.set(i, row.get(i));
        }
        writer.write(record);
      }
    }
    table.newAppend().appendFile(writer.toDataFile()).commit();
  }
}
