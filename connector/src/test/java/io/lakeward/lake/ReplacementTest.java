package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.FileLayout;
import io.lakeward.mapping.Options;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.RecordShape;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The swap of a table, and what is found of it after a crash at each of its steps. */
class ReplacementTest {

  private static final List<String> SHOP = List.of("shop");
  private static final String SIDE = "t__lakeward_refresh";
  private static final String REPLACED = "t__lakeward_replaced";

  @TempDir private Path directory;

  private Catalog catalog;
  private UUID old;
  private UUID built;

  /** The process ended. */
  private static final class Crash extends Error {}

  @BeforeEach
  void buildAside() {
    catalog =
        LakeCatalog.openOrCreate(
            new io.lakeward.mapping.Catalog(
                "lake", CatalogType.LOCAL, Optional.of(directory.toString()), Options.NONE),
            new Configuration());
    old = create("t");
    built = create(SIDE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void isFinishedByWhoeverOpensTheTable(int step) throws Exception {
    String oldLocation = catalog.loadTable(table("t")).location();
    assertThatThrownBy(() -> of(crashingAt(step)).swap()).isInstanceOf(Crash.class);
    open();
    assertThat(catalog.loadTable(table("t")).uuid()).isEqualTo(step == 1 ? old : built);
    assertThat(catalog.tableExists(table(REPLACED))).isFalse();
    of(catalog).discard();
    assertThat(catalog.tableExists(table(SIDE))).isFalse();
    assertThat(catalog.loadTable(table("t")).uuid()).isEqualTo(step == 1 ? old : built);
    if (step > 1) {
      assertThat(filesBelow(oldLocation)).isZero();
    }

    UUID next = create(SIDE);
    of(catalog).requireReplaceable("test");
    of(catalog).swap();
    assertThat(catalog.loadTable(table("t")).uuid()).isEqualTo(next);
    assertThat(open().hasReplaced(old.toString())).isTrue();
    assertThat(open().hasReplaced(built.toString())).isEqualTo(step > 1);
  }

  /** The refresh itself, told to start over, keeps what is complete where nothing else is left. */
  @Test
  void neverDropsTheOnlyTableThereIs() {
    assertThatThrownBy(() -> of(crashingAt(2)).swap()).isInstanceOf(Crash.class);
    of(catalog).discard();
    assertThat(catalog.loadTable(table("t")).uuid()).isEqualTo(built);
  }

  @Test
  void finishesOnceWhereSeveralTry() {
    assertThatThrownBy(() -> of(crashingAt(2)).swap()).isInstanceOf(Crash.class);
    List<CompletableFuture<Optional<Table>>> opened =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> of(catalog).present()))
            .limit(4)
            .toList();
    assertThat(opened)
        .allSatisfy(table -> assertThat(table.join().orElseThrow().uuid()).isEqualTo(built));
  }

  @Test
  void whatIsIncompleteIsNeverTaken() {
    catalog.dropTable(table("t"), true);
    assertThat(of(catalog).present()).isEmpty();
    of(catalog).discard();
    assertThat(catalog.tableExists(table(SIDE))).isFalse();
  }

  @Test
  void theOldTableComesBackWhereWhatReplacesItIsGone() {
    assertThatThrownBy(() -> of(crashingAt(2)).swap()).isInstanceOf(Crash.class);
    catalog.dropTable(table(SIDE), true);
    assertThat(of(catalog).present().orElseThrow().uuid()).isEqualTo(old);
  }

  @Test
  void theOldWriterIsFencedAtEachMoment() {
    LakeTable atWork = open();
    for (int step : new int[] {1, 2, 3}) {
      catalog.dropTable(table("t"));
      catalog.dropTable(table(SIDE));
      catalog.dropTable(table(REPLACED));
      create("t");
      create(SIDE);
      LakeTable writer = open();
      assertThatThrownBy(() -> of(crashingAt(step)).swap()).isInstanceOf(Crash.class);
      assertFenced(writer);
    }
    assertFenced(atWork);
  }

  @Test
  void aNameThatIsTakenIsNotTouched() {
    create(REPLACED);
    assertThatThrownBy(() -> of(catalog).requireReplaceable("test"))
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TABLE_EXISTS));
  }

  @Test
  void aCatalogThatCannotRenameIsRefused() {
    Catalog hadoop = new HadoopCatalog(new Configuration(), directory.resolve("h").toString());
    new Tables(hadoop, SHOP, "test")
        .create(
            "t",
            "t",
            Keeping.CURRENT,
            new Evolution.Request(shape(), new byte[0]),
            new byte[0],
            EvolutionLimit.ADD,
            layout());
    assertThatThrownBy(() -> of(hadoop).requireReplaceable("test"))
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED));
  }

  private static void assertFenced(LakeTable writer) {
    assertThatThrownBy(writer::refresh)
        .isInstanceOfSatisfying(
            LakewardException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITER_FENCED));
  }

  /** The catalog of a process that ends just before it renames or drops for the nth time. */
  private Catalog crashingAt(int step) {
    int[] calls = {0};
    return (Catalog)
        Proxy.newProxyInstance(
            Catalog.class.getClassLoader(),
            new Class<?>[] {Catalog.class},
            (proxy, method, arguments) -> {
              boolean counts =
                  method.getName().equals("renameTable") || method.getName().equals("dropTable");
              if (counts && ++calls[0] >= step) {
                throw new Crash();
              }
              try {
                return method.invoke(catalog, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static Replacement of(Catalog catalog) {
    return new Replacement(catalog, Namespace.of("shop"), "t");
  }

  private LakeTable open() {
    return new Tables(catalog, SHOP, "test")
        .open("t", "t", Keeping.CURRENT, Partitioning.AS_IT_IS)
        .orElseThrow();
  }

  private UUID create(String name) {
    new Tables(catalog, SHOP, "test")
        .create(
            name,
            "t",
            Keeping.CURRENT,
            new Evolution.Request(shape(), new byte[0]),
            new byte[0],
            EvolutionLimit.ADD,
            layout());
    return catalog.loadTable(table(name)).uuid();
  }

  private static RecordShape shape() {
    return new RecordShape(
        List.of(new RecordShape.Column("id", DataTypes.LongType, null)),
        List.of("id"),
        DataTypes.LongType);
  }

  private static FileLayout layout() {
    return FileLayout.UNSAID;
  }

  private static TableIdentifier table(String name) {
    return TableIdentifier.of("shop", name);
  }

  private static long filesBelow(String location) throws Exception {
    try (Stream<Path> files = Files.walk(Path.of(location))) {
      return files.filter(Files::isRegularFile).count();
    }
  }
}
