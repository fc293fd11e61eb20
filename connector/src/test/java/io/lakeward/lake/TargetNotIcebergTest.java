package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Columns;
import io.lakeward.mapping.ScdType;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchIcebergTableException;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target whose name something else has (semantics, section 10). */
class TargetNotIcebergTest {

  private static final Namespace SHOP = Namespace.of("shop");

  @TempDir private java.nio.file.Path directory;

  @Test
  void aViewIsNoTarget() {
    InMemoryCatalog catalog = catalog(new InMemoryCatalog());
    catalog
        .buildView(TableIdentifier.of(SHOP, "orders"))
        .withSchema(new Schema(NestedField.required(1, "id", Types.LongType.get())))
        .withQuery("spark", "SELECT 1L AS id")
        .withDefaultNamespace(SHOP)
        .create();
    assertRefused(catalog, "it is a view");
  }

  /** As Hive's catalog answers where the table is of another format. */
  @Test
  void aTableOfAnotherFormatIsNoTarget() {
    assertRefused(
        catalog(
            new InMemoryCatalog() {
              @Override
              public org.apache.iceberg.Table loadTable(TableIdentifier name) {
                throw new NoSuchIcebergTableException("Not an iceberg table: %s", name);
              }
            }),
        "Not an iceberg table: shop.orders");
  }

  @Test
  void aNameThatNothingHasIsFree() {
    InMemoryCatalog catalog = catalog(new InMemoryCatalog());
    assertThat(open(catalog)).isEmpty();
  }

  private static void assertRefused(InMemoryCatalog catalog, String because) {
    LakewardException refused = catchThrowableOfType(LakewardException.class, () -> open(catalog));
    assertThat(refused.code()).isEqualTo(ErrorCode.TARGET_NOT_ICEBERG);
    assertThat(refused.facts()).containsEntry("because", because).containsKey("table");
    assertThat(refused.advice()).contains("another target");
  }

  private static java.util.Optional<LakeTable> open(InMemoryCatalog catalog) {
    return new Tables(catalog, List.of("shop"), "pipeline", AdoptionListener.NONE)
        .open(
            "orders",
            "orders",
            new Keeping(ScdType.TYPE_1, new Columns.All()),
            Partitioning.AS_IT_IS);
  }

  private InMemoryCatalog catalog(InMemoryCatalog catalog) {
    catalog.initialize("lake", Map.of("warehouse", directory.toString()));
    catalog.createNamespace(SHOP);
    return catalog;
  }
}
