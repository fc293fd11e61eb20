package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.catalog.ViewCatalog;
import org.apache.iceberg.exceptions.NoSuchIcebergTableException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a table that was built aside in the place of another, by renaming both. The two renames are
 * not one step, so whoever looks for the table finishes what a crash left in the middle: {@link
 * #present}. One refresh of a table at a time; of two, the newer drops what the older has built.
 */
public final class Replacement {

  private static final Logger LOG = LoggerFactory.getLogger(Replacement.class);

  private static final String SIDE = "__lakeward_refresh";
  private static final String REPLACED = "__lakeward_replaced";

  /** What an earlier refresh appended to the location. */
  private static final String LOCATION_SUFFIX = "-[0-9a-f]{12}$";

  private final Catalog catalog;
  private final TableIdentifier target;
  private final TableIdentifier side;
  private final TableIdentifier replaced;

  /** The replacement of a table of this name. */
  public Replacement(Catalog catalog, Namespace namespace, String target) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.target = TableIdentifier.of(namespace, target);
    this.side = TableIdentifier.of(namespace, sideOf(target));
    this.replaced = TableIdentifier.of(namespace, target + REPLACED);
  }

  /**
   * The table that is to be replaced.
   *
   * @param partitioning its partition transforms, as a mapping names them
   * @param properties those that others than Lakeward gave it
   * @param progress by flow, how far its source was applied
   * @param rows how many it has
   * @param nextLocation where the files of the table that replaces it may lie: nothing else does
   */
  public record Old(
      List<String> partitioning,
      Map<String, String> properties,
      Map<String, String> progress,
      RowCount rows,
      String nextLocation) {
    public Old {
      partitioning = List.copyOf(partitioning);
      properties = Map.copyOf(properties);
      progress = Map.copyOf(progress);
      requireNonNull(rows, "rows");
      requireNonNull(nextLocation, "nextLocation");
    }
  }

  /** The name under which the table that replaces a target is built. */
  public static String sideOf(String target) {
    return target + SIDE;
  }

  /** The target that a table is or will be, by its name. */
  public static String targetOf(String name) {
    return name.endsWith(SIDE) ? name.substring(0, name.length() - SIDE.length()) : name;
  }

  /**
   * Looks at the table.
   *
   * @throws LakewardException TABLE_NOT_FOUND where there is none, TABLE_OWNED where this pipeline
   *     does not write it, TABLE_EXISTS where a name that is needed is taken, NOT_SUPPORTED where
   *     the catalog cannot rename tables
   */
  public Old requireReplaceable(String pipeline) {
    Table table =
        present()
            .orElseThrow(
                () ->
                    LakewardException.of(ErrorCode.TABLE_NOT_FOUND)
                        .fact("table", target)
                        .advice("run the pipeline: the first run of a table replays its source")
                        .build());
    TableState state = Ownership.requireOf(table, pipeline);
    requireRenames();
    if (catalog.tableExists(replaced)) {
      throw LakewardException.of(ErrorCode.TABLE_EXISTS)
          .fact("table", replaced)
          .advice("drop or rename that table, which no refresh left there")
          .build();
    }
    Map<String, String> properties = new TreeMap<>(table.properties());
    properties.keySet().removeIf(TableState::isProperty);
    return new Old(
        Partitioning.described(table.spec()),
        properties,
        state.progress(),
        RowCount.of(table),
        nextLocation(table.location()));
  }

  /** Drops what was built aside, with its files, so that it is built from the beginning. */
  public void discard() {
    Optional<Table> built = load(side);
    if (built.isEmpty()) {
      return;
    }
    // One that is complete may be all there is, where the swap was left in the middle.
    boolean incomplete = Predecessors.of(built.get().properties()).isEmpty();
    if (present().isPresent() || incomplete) {
      catalog.dropTable(side, true);
    }
  }

  /** The rows of the table that was built aside; empty where there is none. */
  public Optional<RowCount> built() {
    return load(side).map(RowCount::of);
  }

  /**
   * Puts the table that was built aside in its place, and drops the old one with its files. From
   * its first step on the refresh will end, whoever finishes it.
   */
  public void swap() {
    Table built = load(side).orElseThrow(() -> gone(side));
    Table old = load(target).orElseThrow(() -> gone(target));
    built
        .updateProperties()
        .set(Predecessors.PROPERTY, Predecessors.throughReplacing(old).encode())
        .commit();
    String epoch = TableState.of(old.properties()).orElseThrow().nextWriterEpoch();
    old.updateProperties().set(TableState.WRITER_EPOCH, epoch).commit();
    catalog.renameTable(target, replaced);
    rename(side, built.uuid());
    dropReplaced(load(target).orElseThrow(() -> gone(target)));
  }

  /**
   * The table, after what a crash or somebody at work has left in the middle is finished; empty
   * where there is none, so that it may be created.
   */
  Optional<Table> present() {
    Optional<Table> there = load(target);
    if (there.isPresent()) {
      dropReplaced(there.get());
      return there;
    }
    Optional<Table> built =
        load(side).filter(table -> !Predecessors.of(table.properties()).isEmpty());
    if (built.isPresent()) {
      rename(side, built.get().uuid());
      return present();
    }
    there = load(target); // whoever was at work may have ended between the two looks
    Optional<Table> old = there.isPresent() ? Optional.empty() : load(replaced);
    if (old.isPresent()) {
      rename(replaced, old.get().uuid()); // what was to replace it is gone
      return load(target);
    }
    return there;
  }

  /** Renames to the target; somebody else may do the same at this moment. */
  private void rename(TableIdentifier from, UUID uuid) {
    try {
      catalog.renameTable(from, target);
    } catch (RuntimeException e) {
      if (load(target).filter(there -> there.uuid().equals(uuid)).isEmpty()) {
        throw e;
      }
    }
  }

  private void dropReplaced(Table by) {
    if (catalog.tableExists(replaced)
        && load(replaced).filter(Predecessors.of(by.properties())::contains).isPresent()) {
      try {
        catalog.dropTable(replaced, true);
      } catch (RuntimeException e) {
        // It is in nobody's way, and whoever opens the table next tries again.
        LOG.warn("Cannot drop {}, which {} has replaced", replaced, target, e);
      }
    }
  }

  /** A catalog that cannot rename says so before it looks for the table. */
  private void requireRenames() {
    TableIdentifier absent =
        TableIdentifier.of(target.namespace(), "lakeward_absent_" + UUID.randomUUID());
    try {
      catalog.renameTable(absent, TableIdentifier.of(target.namespace(), absent.name() + "_too"));
    } catch (UnsupportedOperationException e) {
      throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
          .fact("table", target)
          .fact("catalog", catalog.name())
          .fact("because", e.getMessage())
          .advice(
              "drop the table and delete its checkpoints, then run the pipeline: this catalog"
                  + " cannot rename tables, so that nothing can be built aside")
          .cause(e)
          .build();
    } catch (RuntimeException notThere) {
      // As it must be. Catalogs say it in several ways, and whether more is wrong, the swap will.
      LOG.debug("The catalog can rename tables: {}", notThere.toString());
    }
  }

  private Optional<Table> load(TableIdentifier table) {
    return load(catalog, table);
  }

  /** A table; empty where there is none. */
  static Optional<Table> load(Catalog catalog, TableIdentifier table) {
    try {
      return Optional.of(catalog.loadTable(table));
    } catch (NoSuchIcebergTableException e) {
      throw notIceberg(table, e.getMessage());
    } catch (NoSuchTableException | NoSuchNamespaceException e) {
      if (isView(catalog, table)) {
        throw notIceberg(table, "it is a view");
      }
      return Optional.empty();
    }
  }

  private static boolean isView(Catalog catalog, TableIdentifier name) {
    try {
      return catalog instanceof ViewCatalog views && views.viewExists(name);
    } catch (UnsupportedOperationException e) {
      return false; // a catalog that could have views, but is not set up for them
    }
  }

  private static LakewardException notIceberg(TableIdentifier table, String why) {
    return LakewardException.of(ErrorCode.TARGET_NOT_ICEBERG)
        .fact("table", table)
        .fact("because", why)
        .advice("name another target, or drop what has this name")
        .build();
  }

  private static String nextLocation(String location) {
    String stem = location.replaceFirst("/+$", "").replaceFirst(LOCATION_SUFFIX, "");
    String random = UUID.randomUUID().toString().replace("-", "");
    return stem + "-" + random.substring(0, 12);
  }

  private static LakewardException gone(TableIdentifier table) {
    return LakewardException.of(ErrorCode.WRITER_FENCED)
        .fact("table", table)
        .fact("reason", "it is gone")
        .advice("look who else refreshes or drops the table, then refresh it again")
        .build();
  }
}
