package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.FileLayout;
import io.lakeward.source.EvolutionLimit;
import io.lakeward.source.RecordShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.types.Types.NestedField;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens, creates and takes over the target tables of one run of a pipeline. The first flow that
 * opens a table takes it over for all. Thread safe where the catalog is.
 */
public final class Tables {

  private static final int MOST_ADOPTION_ATTEMPTS = 20;

  /** What opening a table does to who writes it. */
  private enum Tenure {
    TAKES_OVER,
    JOINS
  }

  private static final Logger LOG = LoggerFactory.getLogger(Tables.class);

  private final Catalog catalog;
  private final Namespace namespace;
  private final String pipeline;
  private final AdoptionListener listener;
  private final Tenure tenure;

  /** By table, the epoch in which this pipeline writes it: all of its flows are one writer. */
  private final Map<UUID, String> epochs = new HashMap<>();

  /** The tables of this namespace, written by this pipeline. */
  public Tables(Catalog catalog, List<String> namespace, String pipeline) {
    this(catalog, namespace, pipeline, AdoptionListener.NONE);
  }

  /** The tables of this namespace, written by this pipeline, which may be told of adopted ones. */
  public Tables(
      Catalog catalog, List<String> namespace, String pipeline, AdoptionListener listener) {
    this(catalog, namespace, pipeline, listener, Tenure.TAKES_OVER);
  }

  private Tables(
      Catalog catalog,
      List<String> namespace,
      String pipeline,
      AdoptionListener listener,
      Tenure tenure) {
    this.tenure = tenure;
    this.listener = listener;
    this.catalog = catalog;
    this.namespace = Namespace.of(namespace.toArray(String[]::new));
    this.pipeline = pipeline;
  }

  /**
   * The tables of this namespace, for one who writes them beside the pipeline's run: nobody is
   * fenced. Such a writer moves no flow on, and loses its place to a run that begins meanwhile.
   */
  public static Tables joining(Catalog catalog, List<String> namespace, String pipeline) {
    return new Tables(catalog, namespace, pipeline, AdoptionListener.NONE, Tenure.JOINS);
  }

  /**
   * Opens a table for writing. Whoever wrote it before this run is fenced, unless this one joins.
   *
   * @param target the table's name in the namespace
   * @param flow the flow that will write it
   * @param keeping how much of the past it keeps
   * @param partitioning how it is to be partitioned
   * @return the table; empty where there is none yet, or one that is to be adopted
   * @throws LakewardException TABLE_OWNED where another pipeline writes the table; WRITER_FENCED
   *     where another writer has taken it over since; SCD_TYPE_DRIFT or TRACK_HISTORY_DRIFT where
   *     it was created to keep another past; PARTITIONING_DRIFT where it is partitioned otherwise
   */
  public Optional<LakeTable> open(
      String target, String flow, Keeping keeping, Partitioning partitioning) {
    Optional<Table> there = new Replacement(catalog, namespace, target).present();
    if (there.isEmpty()) {
      return Optional.empty();
    }
    Table table = there.get();
    boolean ofOthers = Adoption.isFor(table);
    if (!ofOthers) {
      Ownership.requireOf(table, pipeline);
    }
    if (ofOthers) {
      return Optional.empty();
    }
    keeping.requireOf(table.name(), table.properties());
    partitioning.requireOf(table);
    LakeTable open = new LakeTable(table, flow, epochOf(table), keeping);
    open.refresh();
    return Optional.of(open);
  }

  private synchronized String epochOf(Table table) {
    return epochs.computeIfAbsent(
        table.uuid(),
        uuid -> {
          TableState state = Ownership.requireOf(table, pipeline);
          if (tenure == Tenure.JOINS) {
            return state.writerEpoch();
          }
          String epoch = state.nextWriterEpoch();
          table.updateProperties().set(TableState.WRITER_EPOCH, epoch).commit();
          return epoch;
        });
  }

  /**
   * Creates a table with the columns of a record, or adopts the one that others made.
   *
   * @param first what the earliest of the records asks for
   * @param truncatedAt the position of a truncate that came before; empty for none
   * @param limit up to which a table that is there may be altered
   * @param layout how its files are laid out; its table properties win over the defaults
   */
  public LakeTable create(
      String target,
      String flow,
      Keeping keeping,
      Evolution.Request first,
      byte[] truncatedAt,
      EvolutionLimit limit,
      FileLayout layout) {
    RecordShape shape = first.shape();
    Schema schema = Schemas.of(shape);
    Partitioning partitioning = new Partitioning(target, layout.partitionBy());
    if (catalog instanceof SupportsNamespaces namespaces) {
      ensureNamespace(namespaces);
    }
    Map<String, String> all = new HashMap<>();
    all.put(TableProperties.FORMAT_VERSION, "3");
    all.put(TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true");
    // Positions have long common prefixes: bounds of them would only make manifests larger.
    all.put(TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX + Bookkeeping.COLUMN, "none");
    all.putAll(layout.properties().values());
    all.keySet().removeIf(name -> isMetricsOfAbsentColumn(name, schema));
    if (!all.get(TableProperties.FORMAT_VERSION).equals("3")) {
      throw LakewardException.of(ErrorCode.NOT_SUPPORTED)
          .fact("table", identifier(target))
          .fact("format-version", all.get(TableProperties.FORMAT_VERSION))
          .advice("leave format-version out of table_properties: deletion vectors need version 3")
          .build();
    }
    all.putAll(TableState.initial(pipeline, shape, keeping));
    if (truncatedAt.length > 0) {
      all.put(TableState.TRUNCATED_AT, TableState.hex(truncatedAt));
    }
    CommitThread.run(
        () -> {
          if (!adopt(
              target, shape, limit, adoptedProperties(all, layout), partitioning, truncatedAt)) {
            for (NestedField column : schema.columns()) {
              if (column.initialDefault() != null) {
                all.put(TableState.ADDED_AT + column.name(), TableState.hex(first.sequence()));
              }
            }
            createOrYield(target, schema, partitioning.of(schema), all, layout.location());
          }
        });
    return open(target, flow, keeping, partitioning)
        .orElseThrow(
            () ->
                LakewardException.of(ErrorCode.CATALOG_UNREACHABLE)
                    .fact("table", identifier(target))
                    .advice("look whether somebody dropped the table just after its creation")
                    .build());
  }

  /** The records of the pipeline that could not be applied. */
  public DeadLetters deadLetters() {
    if (catalog instanceof SupportsNamespaces namespaces) {
      ensureNamespace(namespaces);
    }
    return new DeadLetters(catalog, namespace);
  }

  /** What the table of others says of itself stays as it is, unless the mapping says otherwise. */
  private static Map<String, String> adoptedProperties(
      Map<String, String> ofNewTable, FileLayout layout) {
    Map<String, String> properties = new HashMap<>(layout.properties().values());
    ofNewTable.forEach(
        (name, value) -> {
          if (TableState.isProperty(name) || name.endsWith("." + Bookkeeping.COLUMN)) {
            properties.put(name, value);
          }
        });
    return properties;
  }

  /**
   * Adopts the table where it is one of others.
   *
   * @return whether there is such a table, whoever has adopted it
   */
  private boolean adopt(
      String target,
      RecordShape shape,
      EvolutionLimit limit,
      Map<String, String> properties,
      Partitioning partitioning,
      byte[] truncatedAt) {
    for (int attempt = 1; ; attempt++) {
      Optional<Table> there = new Replacement(catalog, namespace, target).present();
      if (there.isEmpty() || !Adoption.isFor(there.get())) {
        return there.isPresent();
      }
      partitioning.requireOf(there.get());
      RowCount rows = RowCount.of(there.get());
      try {
        new Adoption(there.get(), shape, limit).commit(properties, truncatedAt.length > 0);
        listener.adopted(there.get().name(), rows);
        return true;
      } catch (CommitFailedException e) {
        LOG.info("Somebody else has just altered the table: {}", e.getMessage());
        if (attempt == MOST_ADOPTION_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Where somebody else is faster, the table that is there is opened like any other. */
  private void createOrYield(
      String target,
      Schema schema,
      PartitionSpec spec,
      Map<String, String> properties,
      Optional<String> location) {
    try {
      Catalog.TableBuilder builder =
          catalog
              .buildTable(identifier(target), schema)
              .withPartitionSpec(spec)
              .withProperties(properties);
      location.ifPresent(builder::withLocation);
      Transaction creation = builder.createTransaction();
      creation.manageSnapshots().createBranch(LakeTable.STATE_BRANCH).commit();
      creation.commitTransaction();
    } catch (AlreadyExistsException yielded) {
      LOG.info("Somebody else has just created the table: {}", yielded.getMessage());
    }
  }

  /** Iceberg refuses to alter properties while one names a column that is not there. */
  private static boolean isMetricsOfAbsentColumn(String property, Schema schema) {
    String prefix = TableProperties.METRICS_MODE_COLUMN_CONF_PREFIX;
    return property.startsWith(prefix)
        && schema.findField(property.substring(prefix.length())) == null;
  }

  /** Flows start side by side, and each catalog says in its own way that another was faster. */
  private void ensureNamespace(SupportsNamespaces namespaces) {
    if (namespaces.namespaceExists(namespace)) {
      return;
    }
    try {
      namespaces.createNamespace(namespace);
    } catch (RuntimeException e) {
      if (!namespaces.namespaceExists(namespace)) {
        throw e;
      }
    }
  }

  private TableIdentifier identifier(String target) {
    return TableIdentifier.of(namespace, target);
  }
}
