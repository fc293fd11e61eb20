package io.lakeward.pipeline;

import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.apache.iceberg.types.Types.NestedField.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.lake.Evolution;
import io.lakeward.lake.Keeping;
import io.lakeward.lake.Tables;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Options;
import io.lakeward.observe.BatchReport;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.RecordShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.DataWriter;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tables that others made, and what changes do to their rows. */
class AdoptionTest {

  @RegisterExtension static final SparkLake LAKE = new SparkLake();

  private static final Types.NestedField ID = optional(1, "id", Types.LongType.get());
  private static final Types.NestedField A = required(2, "a", Types.StringType.get());
  private static final Types.NestedField B = optional(3, "b", Types.StringType.get());

  private final BatchedTable table = new BatchedTable(LAKE);

  @BeforeEach
  void createNamespace() {
    Namespace shop = Namespace.of("shop");
    SupportsNamespaces namespaces = (SupportsNamespaces) LAKE.catalog();
    if (!namespaces.namespaceExists(shop)) {
      namespaces.createNamespace(shop);
    }
  }

  @Test
  void anyChangeWinsOverTheRowsThatAreThere() {
    create(Map.of("format-version", "2"), ID, A, B);
    append(row(1L, "x", "y"), row(2L, "p", "q"), row(3L, "m", "n"));
    BatchReport first = table.batch("u,5,1,new,?", "d,5,2,,", "u,5,4,four,");
    assertThat(first.applied()).isEqualTo(3);
    assertThat(table.rows()).containsExactly("1,new,y", "3,m,n", "4,four,null");
    table.batch("u,1,1,late,late", "u,1,2,late,late");
    assertThat(table.rows()).containsExactly("1,new,late", "3,m,n", "4,four,null");
    table.batch("u,0,3,?,b");
    assertThat(table.rows()).containsExactly("1,new,late", "3,m,b", "4,four,null");
  }

  @Test
  void aKeyChangeTakesColumnsOfARowThatIsThereAlong() {
    create(Map.of(), ID, A, B);
    append(row(1L, "text", "y"));
    table.batch("d,5,1,,,2", "u,5,2,?,c,1");
    assertThat(table.rows()).containsExactly("2,text,c");
  }

  @Test
  void aTruncateRemovesTheRowsThatAreThere() {
    create(Map.of(), ID, A, B);
    append(row(1L, "x", "y"), row(2L, "p", "q"));
    table.batch("u,1,1,new,", "t,5,,,", "u,6,3,c,");
    assertThat(table.rows()).containsExactly("3,c,null");
  }

  @Test
  void aTruncateBeforeTheFirstRowRemovesThemToo() {
    create(Map.of(), ID, A, B);
    append(row(1L, "x", "y"), row(2L, "p", "q"));
    table.batch("t,5,,,");
    table.batch("u,6,3,c,");
    assertThat(table.rows()).containsExactly("3,c,null");
  }

  @Test
  void aKeyThatIsThereTwiceEndsAsOne() {
    create(Map.of(), ID, A, B);
    append(row(1L, "x", "y"), row(2L, "p", "q"));
    append(row(1L, "again", "y"));
    table.batch("u,1,1,new,?");
    assertThat(table.rows()).containsExactly("1,new,y", "2,p,q");
  }

  @Test
  void aRowWithoutKeyStaysAlone() {
    create(Map.of(), ID, A, B);
    append(row(null, "x", "y"), row(0L, "zero", "y"));
    table.batch("u,1,0,new,", "u,1,1,one,");
    table.batch("d,2,0,,");
    assertThat(table.rows()).containsExactlyInAnyOrder("x,y", "1,one,null");
  }

  @Test
  void theTableGetsWhatItLacks() {
    create(
        Map.of("format-version", "1", "owner", "finance"),
        ID,
        A,
        required(4, "extra", Types.StructType.of(required(5, "inner", Types.IntegerType.get()))));
    Table before = table.iceberg();
    List<String> adopted = new ArrayList<>();
    new Tables(
            LAKE.catalog(), List.of("shop"), "test", (name, rows) -> adopted.add(name + " " + rows))
        .create(
            table.name(),
            "flow",
            Keeping.CURRENT,
            new Evolution.Request(shape(), new byte[0]),
            new byte[0],
            EvolutionLimit.ADD,
            layout(Map.of("write.parquet.compression-codec", "gzip")));
    Table after = table.iceberg();
    assertThat(adopted).containsExactly(after.name() + " 0 rows");
    assertThat(after.uuid()).isEqualTo(before.uuid());
    assertThat(((HasTableOperations) after).operations().current().formatVersion()).isEqualTo(3);
    assertThat(after.schema().columns())
        .extracting(Types.NestedField::name)
        .containsExactly("id", "a", "extra", "b", "_lakeward");
    assertThat(after.schema().columns()).allMatch(Types.NestedField::isOptional);
    assertThat(after.schema().findField("extra.inner").isOptional()).isTrue();
    assertThat(after.properties())
        .containsEntry("owner", "finance")
        .containsEntry("write.parquet.compression-codec", "gzip")
        .containsEntry("lakeward.pipeline", "test");
    assertThat(after.refs()).containsKey("lakeward_state");
  }

  @Test
  void theStateBranchBeginsEmpty() throws IOException {
    create(Map.of(), ID, A, B);
    append(row(1L, "x", "y"));
    table.batch("d,5,2,,");
    try (var files = table.iceberg().newScan().useRef("lakeward_state").planFiles()) {
      assertThat(files).hasSize(1); // the tombstone
    }
    assertThat(table.rows()).containsExactly("1,x,y");
  }

  @Test
  void tablesThatCannotTakeTheRecordsStayAsTheyAre() {
    assertRefused(ErrorCode.KEY_SCHEMA_DRIFT, A, B);
    assertRefused(ErrorCode.KEY_SCHEMA_DRIFT, optional(1, "id", Types.StringType.get()), A, B);
    assertRefused(ErrorCode.KEY_SCHEMA_DRIFT, optional(1, "id", Types.IntegerType.get()), A, B);
    assertRefused(ErrorCode.COLUMN_TYPE_DRIFT, ID, optional(2, "a", Types.IntegerType.get()));
    assertRefused(ErrorCode.DUPLICATE_COLUMN_NAME, ID, optional(2, "A", Types.StringType.get()));
    assertRefused(
        ErrorCode.RESERVED_COLUMN_NAME, ID, A, optional(3, "_Lakeward_x", Types.LongType.get()));
  }

  @Test
  @DisplayName("S12: what others required may be null from now on, wherever it is")
  void nothingButTheKeyIsRequired() {
    Types.StructType struct = Types.StructType.of(required(20, "x", Types.IntegerType.get()));
    create(
        Map.of(),
        ID,
        required(2, "a", Types.StringType.get()),
        B,
        required(10, "l", Types.ListType.ofRequired(11, struct)),
        required(
            12,
            "m",
            Types.MapType.ofRequired(
                13,
                14,
                Types.StringType.get(),
                Types.StructType.of(required(21, "x", Types.IntegerType.get())))));
    adopt("test", EvolutionLimit.ADD);
    Schema schema = table.iceberg().schema();
    assertThat(List.of("a", "l", "l.element", "l.element.x", "m", "m.value", "m.value.x"))
        .allSatisfy(name -> assertThat(schema.findField(name).isOptional()).as(name).isTrue());
  }

  @Test
  @DisplayName("S6, S11: fields are added and numbers widened as in a table of our own")
  void columnsOfOthersAreAlteredUpToTheLimit() {
    create(
        Map.of(),
        optional(1, "id", Types.IntegerType.get()),
        A,
        optional(3, "s", Types.StructType.of(optional(4, "x", Types.IntegerType.get()))));
    RecordShape asked =
        new RecordShape(
            List.of(
                new RecordShape.Column("id", DataTypes.IntegerType, null),
                new RecordShape.Column(
                    "s", org.apache.spark.sql.types.StructType.fromDDL("y INT, x BIGINT"), null)),
            List.of("id"),
            DataTypes.LongType);
    assertThat(codeOf(() -> adopt(asked, EvolutionLimit.ADD)))
        .isEqualTo(ErrorCode.COLUMN_TYPE_DRIFT);
    adopt(asked, EvolutionLimit.WIDEN);
    Schema schema = table.iceberg().schema();
    assertThat(schema.findField("s.x").type()).isEqualTo(Types.LongType.get());
    assertThat(schema.findField("s.x").fieldId()).isEqualTo(4);
    assertThat(schema.findField("s.y").type()).isEqualTo(Types.IntegerType.get());
  }

  private void adopt(RecordShape asked, EvolutionLimit limit) {
    new Tables(LAKE.catalog(), List.of("shop"), "test")
        .create(
            table.name(),
            "flow",
            Keeping.CURRENT,
            new Evolution.Request(asked, new byte[0]),
            new byte[0],
            limit,
            layout(Map.of()));
  }

  @Test
  void aTableWithPartitionsKeepsThem() {
    Schema schema = new Schema(ID, A, B);
    PartitionSpec spec = PartitionSpec.builderFor(schema).identity("a").build();
    LAKE.catalog().createTable(identifier(), schema, spec);
    append(row(1L, "x", "old"));
    append(row(2L, "y", "old"));
    table.batch("u,1,1,y,new", "u,1,3,x,new");
    assertThat(table.rows()).containsExactly("1,y,new", "2,y,old", "3,x,new");
    assertThat(table.iceberg().spec().fields()).isEqualTo(spec.fields());
  }

  @Test
  void missingColumnsAreAddedOnlyWhereThatIsAllowed() {
    create(Map.of(), ID, A);
    assertThat(codeOf(() -> adopt("test", EvolutionLimit.NONE)))
        .isEqualTo(ErrorCode.COLUMNS_NOT_FOUND);
    adopt("test", EvolutionLimit.ADD);
    assertThat(table.iceberg().schema().findField("b")).isNotNull();
  }

  @RepeatedTest(3)
  void ofTwoPipelinesOneAdopts() {
    create(Map.of(), ID, A, B);
    append(row(1L, "x", "y"));
    List<CompletableFuture<ErrorCode>> both =
        List.of("one", "two").stream()
            .map(
                pipeline ->
                    CompletableFuture.supplyAsync(
                        () -> codeOf(() -> adopt(pipeline, EvolutionLimit.ADD))))
            .toList();
    List<ErrorCode> codes = both.stream().map(AdoptionTest::join).toList();
    assertThat(codes).containsExactlyInAnyOrder(null, ErrorCode.TABLE_OWNED);
    String owner = codes.get(0) == null ? "one" : "two";
    assertThat(table.iceberg().properties()).containsEntry("lakeward.pipeline", owner);
  }

  private static ErrorCode join(CompletableFuture<ErrorCode> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw new AssertionError(e.getCause());
    }
  }

  private void assertRefused(ErrorCode code, Types.NestedField... columns) {
    Table created = create(Map.of(), columns);
    LakewardException refused =
        catchThrowableOfType(LakewardException.class, () -> adopt("test", EvolutionLimit.ADD));
    assertThat(refused.code()).isEqualTo(code);
    assertThat(refused.facts()).containsKey("table");
    assertThat(refused.advice()).isNotBlank();
    Table after = table.iceberg();
    assertThat(after.schema().asStruct()).isEqualTo(created.schema().asStruct());
    assertThat(after.properties()).isEqualTo(created.properties());
    LAKE.catalog().dropTable(identifier());
  }

  private static ErrorCode codeOf(Runnable work) {
    LakewardException thrown = catchThrowableOfType(LakewardException.class, work::run);
    return thrown == null ? null : thrown.code();
  }

  private void adopt(String pipeline, EvolutionLimit limit) {
    new Tables(LAKE.catalog(), List.of("shop"), pipeline)
        .create(
            table.name(),
            "flow",
            Keeping.CURRENT,
            new Evolution.Request(shape(), new byte[0]),
            new byte[0],
            limit,
            layout(Map.of()));
  }

  private static FileLayout layout(Map<String, String> properties) {
    return new FileLayout(Optional.empty(), List.of(), Options.of(properties));
  }

  private static RecordShape shape() {
    return new RecordShape(
        List.of(
            new RecordShape.Column("id", DataTypes.LongType, null),
            new RecordShape.Column("a", DataTypes.StringType, null),
            new RecordShape.Column("b", DataTypes.StringType, null)),
        List.of("id"),
        DataTypes.LongType);
  }

  private TableIdentifier identifier() {
    return TableIdentifier.of("shop", table.name());
  }

  private Table create(Map<String, String> properties, Types.NestedField... columns) {
    return LAKE.catalog()
        .createTable(identifier(), new Schema(columns), PartitionSpec.unpartitioned(), properties);
  }

  private static Record row(Long id, String a, String b) {
    Record row = GenericRecord.create(new Schema(ID, A, B));
    row.setField("id", id);
    row.setField("a", a);
    row.setField("b", b);
    return row;
  }

  /** Appends a file of rows, all of the partition of the first. */
  private void append(Record... rows) {
    Table iceberg = table.iceberg();
    PartitionKey partition = new PartitionKey(iceberg.spec(), iceberg.schema());
    partition.partition(rows[0]);
    OutputFileFactory files =
        OutputFileFactory.builderFor(iceberg, 0, System.nanoTime())
            .format(FileFormat.PARQUET)
            .build();
    DataWriter<Record> writer =
        new GenericFileWriterFactory.Builder(iceberg)
            .dataFileFormat(FileFormat.PARQUET)
            .build()
            .newDataWriter(
                files.newOutputFile(iceberg.spec(), partition), iceberg.spec(), partition);
    try (writer) {
      for (Record row : rows) {
        writer.write(row);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    iceberg.newAppend().appendFile(writer.toDataFile()).commit();
  }
}
