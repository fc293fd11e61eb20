package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;

/** A table of the lake's catalog, at the snapshot that is current when it is listed. */
final class IcebergPlaces implements Places {

  private final SnapshotDescription description;
  private final IcebergTables tables;

  IcebergPlaces(SnapshotDescription description, IcebergTables tables) {
    this.description = description;
    this.tables = tables;
  }

  @Override
  public List<Place> now() {
    return tables.current(description.path()).<Place>map(this::place).stream().toList();
  }

  private Place place(IcebergTables.Pinned pinned) {
    PlaceColumns columns =
        PlaceColumns.NONE
            .with("snapshot_id", DataTypes.LongType, pinned.snapshotId())
            .with("committed_at", DataTypes.TimestampType, pinned.committedAt())
            .with("sequence_number", DataTypes.LongType, pinned.sequenceNumber());
    return new Table(description.path(), pinned, columns);
  }

  @Override
  public LakewardException notFound() {
    return LakewardException.of(ErrorCode.SNAPSHOT_NOT_FOUND)
        .fact("table", description.path())
        .fact("problem", "nothing was ever committed to it")
        .advice("write the table, or correct `snapshot.path` in the mapping")
        .build();
  }

  private record Table(String place, IcebergTables.Pinned pinned, PlaceColumns columns)
      implements Place {

    @Override
    public Optional<String> state() {
      return Optional.of(Long.toString(pinned.snapshotId()));
    }

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public void requireComplete() {
      // A commit is all or nothing.
    }

    @Override
    public Dataset<Row> rows() {
      return pinned.rows();
    }

    /** Empty: the table that is written is of Iceberg too, and failures of both look alike. */
    @Override
    public Optional<LakewardException> unreadable(Throwable failure) {
      return Optional.empty();
    }
  }
}
