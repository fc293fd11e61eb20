package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Catalog;
import io.lakeward.mapping.CatalogType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.spark.source.HasIcebergCatalog;
import org.apache.spark.sql.SparkSession;

/** Opens the catalog of a mapping, and says within half a minute why it cannot. */
public final class LakeCatalog {
  private LakeCatalog() {}

  private static final Duration PATIENCE = Duration.ofSeconds(25);

  /** Opens the catalog of a lake that may be new. Creates a local warehouse. */
  public static org.apache.iceberg.catalog.Catalog openOrCreate(
      Catalog catalog, Configuration configuration) {
    Warehouse.create(catalog);
    return open(catalog, configuration);
  }

  /** Opens the catalog of a lake that must be there. */
  public static org.apache.iceberg.catalog.Catalog openExisting(
      Catalog catalog, Configuration configuration) {
    Warehouse.requireExisting(catalog);
    return open(catalog, configuration);
  }

  private static org.apache.iceberg.catalog.Catalog open(
      Catalog catalog, Configuration configuration) {
    CompletableFuture<org.apache.iceberg.catalog.Catalog> opening = new CompletableFuture<>();
    Thread opener =
        new Thread(
            () -> {
              try {
                opening.complete(load(catalog, configuration));
              } catch (Throwable e) {
                opening.completeExceptionally(e);
              }
            },
            "open-catalog");
    opener.setDaemon(true);
    opener.start();
    try {
      return opening.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw unreachable(catalog, "no answer for " + PATIENCE.toSeconds() + " seconds", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LakewardException known) {
        throw known;
      }
      throw unreachable(catalog, rootOf(e).toString(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(catalog, "interrupted", e);
    }
  }

  private static org.apache.iceberg.catalog.Catalog load(
      Catalog catalog, Configuration configuration) {
    if (catalog.type() == CatalogType.SPARK) {
      return ((HasIcebergCatalog)
              SparkSession.active().sessionState().catalogManager().catalog(catalog.name()))
          .icebergCatalog();
    }
    // Iceberg creates the catalog's tables in several steps, which two processes must not mix.
    return Warehouse.alone(catalog, () -> build(catalog, configuration));
  }

  private static org.apache.iceberg.catalog.Catalog build(
      Catalog catalog, Configuration configuration) {
    org.apache.iceberg.catalog.Catalog opened =
        CatalogUtil.buildIcebergCatalog(
            catalog.name(), CatalogProperties.of(catalog), configuration);
    // Some catalogs only connect when asked something.
    if (opened instanceof org.apache.iceberg.catalog.SupportsNamespaces namespaces) {
      namespaces.listNamespaces();
    }
    return opened;
  }

  private static Throwable rootOf(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  private static LakewardException unreachable(Catalog catalog, String why, Throwable cause) {
    LakewardException.Builder error =
        LakewardException.of(ErrorCode.CATALOG_UNREACHABLE)
            .fact("catalog", catalog.name())
            .fact("type", catalog.type().key());
    catalog.warehouse().ifPresent(path -> error.fact("warehouse", path));
    error
        .fact("because", catalog.properties().redact(why.lines().findFirst().orElse("")))
        .advice("check lake.catalog in the mapping, and that the catalog is there and whole");
    return mayBeShown(cause, catalog) ? error.cause(cause).build() : error.build();
  }

  /** Whether no message on the way to the error holds a secret: drivers like to quote addresses. */
  private static boolean mayBeShown(Throwable cause, Catalog catalog) {
    for (Throwable e = cause; e != null; e = e.getCause()) {
      String message = String.valueOf(e.getMessage());
      if (!catalog.properties().redact(message).equals(message)) {
        return false;
      }
    }
    return true;
  }
}
