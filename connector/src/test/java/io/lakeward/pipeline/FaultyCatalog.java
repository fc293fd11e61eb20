package io.lakeward.pipeline;

import io.lakeward.lake.CatalogProperties;
import io.lakeward.mapping.CatalogType;
import io.lakeward.mapping.Options;
import io.lakeward.pipeline.StorageFaults.Call;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.jdbc.JdbcCatalog;

/** The catalog of a local lake, of which some calls fail, to files as to the catalog itself. */
final class FaultyCatalog extends JdbcCatalog {

  private static final String NAME = "lake";

  /** Opens the catalog of a warehouse that is there. */
  static FaultyCatalog of(Path warehouse) {
    FaultyCatalog catalog = new FaultyCatalog();
    catalog.setConf(new Configuration());
    catalog.initialize(
        NAME,
        CatalogProperties.of(
            new io.lakeward.mapping.Catalog(
                NAME,
                CatalogType.LOCAL,
                Optional.of(warehouse.toString()),
                Options.of(Map.of("io-impl", FaultyFileIO.class.getName())))));
    return catalog;
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier table) {
    return new FaultyOperations(super.newTableOps(table));
  }

  private record FaultyOperations(TableOperations real) implements TableOperations {

    @Override
    public TableMetadata current() {
      return real.current();
    }

    @Override
    public TableMetadata refresh() {
      if (StorageFaults.fails(Call.REFRESH)) {
        throw unreachable(Call.REFRESH);
      }
      return real.refresh();
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      if (StorageFaults.fails(Call.COMMIT_REFUSED)) {
        throw new CommitFailedException("catalog fails at %s", Call.COMMIT_REFUSED);
      } else if (StorageFaults.fails(Call.COMMIT_LOST)) {
        throw unreachable(Call.COMMIT_LOST);
      }
      real.commit(base, metadata);
      if (StorageFaults.fails(Call.COMMIT_UNKNOWN)) {
        throw new CommitStateUnknownException(unreachable(Call.COMMIT_UNKNOWN));
      } else if (StorageFaults.fails(Call.COMMIT_UNANSWERED)) {
        throw unreachable(Call.COMMIT_UNANSWERED);
      }
    }

    private static RuntimeException unreachable(Call call) {
      return new IllegalStateException("catalog fails at " + call);
    }

    @Override
    public FileIO io() {
      return real.io();
    }

    @Override
    public EncryptionManager encryption() {
      return real.encryption();
    }

    @Override
    public String metadataFileLocation(String name) {
      return real.metadataFileLocation(name);
    }

    @Override
    public LocationProvider locationProvider() {
      return real.locationProvider();
    }

    @Override
    public TableOperations temp(TableMetadata uncommitted) {
      return real.temp(uncommitted);
    }

    @Override
    public long newSnapshotId() {
      return real.newSnapshotId();
    }

    @Override
    public boolean requireStrictCleanup() {
      return real.requireStrictCleanup();
    }
  }
}
