package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LakeCatalogTest {

  private static final TableIdentifier TABLE = TableIdentifier.of("shop", "orders");
  private static final int COMMITS = 10;

  @TempDir private Path directory;

  /** A process of its own that opens the local catalog of a warehouse and commits to its table. */
  public static final class Committer {
    private Committer() {}

    /** Commits under a name into a warehouse. */
    public static void main(String[] arguments) {
      Table table = open(local(Path.of(arguments[0]))).loadTable(TABLE);
      for (int i = 0; i < COMMITS; i++) {
        table.updateProperties().set(arguments[1] + "-" + i, "done").commit();
      }
    }
  }

  @Test
  void severalProcessesCommitToOneLocalCatalog() throws Exception {
    var catalog = open(local(directory));
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("shop"));
    Schema schema = new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));
    catalog.createTable(
        TABLE,
        schema,
        null,
        Map.of("commit.retry.num-retries", "100", "commit.retry.max-wait-ms", "200"));

    List<Process> processes = new ArrayList<>();
    for (String name : List.of("a", "b")) {
      processes.add(start(name));
    }
    for (Process process : processes) {
      assertThat(process.waitFor()).isZero();
    }

    assertThat(catalog.loadTable(TABLE).properties().keySet())
        .containsAll(IntStream.range(0, COMMITS).mapToObj(i -> "a-" + i).toList())
        .containsAll(IntStream.range(0, COMMITS).mapToObj(i -> "b-" + i).toList());
  }

  @Test
  void aNewLocalCatalogMayBeOpenedBySeveralAtOnce() {
    IntStream.range(0, 8).parallel().forEach(i -> open(local(directory.resolve("new"))));

    assertThat(directory.resolve("new/catalog.db")).exists();
  }

  @Test
  @Timeout(30)
  void whatCannotBeAWarehouseIsSaid() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");
    Path broken = Files.createDirectory(directory.resolve("broken"));
    Files.writeString(broken.resolve("catalog.db"), "no database, but text".repeat(100));

    assertThatThrownBy(() -> open(local(file)))
        .hasMessageStartingWith("WAREHOUSE_UNUSABLE")
        .hasMessageContaining("not a directory");
    assertThatThrownBy(() -> open(local(file.resolve("below"))))
        .hasMessageStartingWith("WAREHOUSE_UNUSABLE");
    assertThatThrownBy(() -> open(local(broken)))
        .hasMessageStartingWith("CATALOG_UNREACHABLE")
        .hasMessageContaining("not a database");
    assertThatThrownBy(() -> open(rest("http://localhost:1")))
        .hasMessageStartingWith("CATALOG_UNREACHABLE");
  }

  @Test
  void secretsOfAnAddressAreNotQuoted() {
    Catalog catalog =
        new Catalog(
            "lake",
            CatalogType.JDBC,
            Optional.of("/w"),
            Options.of(
                Map.of(
                    "uri", "jdbc:none://user:s3cret@db/?pw=hunter2", "jdbc.password", "hunter2")));

    assertThatThrownBy(() -> open(catalog))
        .hasMessageStartingWith("CATALOG_UNREACHABLE")
        .hasMessageContaining("jdbc:none://(hidden)@db/?pw=(hidden)")
        .hasStackTraceContaining("CATALOG_UNREACHABLE")
        .hasNoCause();
  }

  @Test
  void propertiesOfTheMappingGoOverOurs() {
    Catalog catalog =
        new Catalog(
            "c",
            CatalogType.LOCAL,
            Optional.of("/w"),
            Options.of(Map.of("jdbc.busy_timeout", "1", "x", "y")));

    assertThat(CatalogProperties.of(catalog))
        .containsEntry("type", "jdbc")
        .containsEntry("uri", "jdbc:sqlite:/w/catalog.db")
        .containsEntry("warehouse", "/w")
        .containsEntry("jdbc.busy_timeout", "1")
        .containsEntry("x", "y");
  }

  private Process start(String name) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Committer.class.getName(),
            directory.toString(),
            name)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(name + ".log").toFile())
        .start();
  }

  private static org.apache.iceberg.catalog.Catalog open(Catalog catalog) {
    return LakeCatalog.openOrCreate(catalog, new Configuration());
  }

  private static Catalog local(Path warehouse) {
    return new Catalog("lake", CatalogType.LOCAL, Optional.of(warehouse.toString()), Options.NONE);
  }

  private static Catalog rest(String uri) {
    return new Catalog("lake", CatalogType.REST, Optional.empty(), Options.of(Map.of("uri", uri)));
  }
}
