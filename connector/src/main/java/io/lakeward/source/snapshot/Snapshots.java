package io.lakeward.source.snapshot;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;

/**
 * The snapshots that a description finds, each time it is asked. Not thread safe.
 *
 * <p>A version over the place of a snapshot costs no reading. One over columns costs reading them,
 * once for each state of a place.
 */
public final class Snapshots {

  private final SnapshotDescription description;
  private final Places places;
  private final Optional<SnapshotVersions> versions;
  private Map<String, List<Version>> known = Map.of();

  /**
   * Snapshots as described.
   *
   * @param tables reads the table of format {@code iceberg}
   * @throws LakewardException EXPRESSION_INVALID where the version is no SQL expression;
   *     MAPPING_INVALID where an option says what the path says, or would leave rows out
   */
  public Snapshots(SparkSession session, SnapshotDescription description, IcebergTables tables) {
    requireNonNull(session, "session");
    requireNonNull(tables, "tables");
    this.description = requireNonNull(description, "description");
    this.places = Places.of(session, description, tables);
    this.versions = description.version().map(sql -> SnapshotVersions.of(session, description));
  }

  /**
   * What is there now, in ascending order of versions; empty where there is nothing.
   *
   * <p>Of an incomplete snapshot the version is told by its place. Where it is told by columns,
   * which are not to be read yet, nobody knows which snapshots would overtake it, so that none is
   * given.
   *
   * @throws LakewardException EXPRESSION_INVALID where the version's expression resolves nowhere or
   *     gives types that differ; NULL_SEQUENCE, NON_ORDERABLE_SEQUENCE;
   *     OUT_OF_ORDER_SNAPSHOT_VERSION where two snapshots have one version; SNAPSHOT_INCOMPLETE
   *     where a version is over columns of an incomplete snapshot; SNAPSHOT_NOT_FOUND where there
   *     is no such table; SNAPSHOT_UNREADABLE
   */
  public List<Snapshot> available() {
    SnapshotVersions expression =
        versions.orElseThrow(
            () -> new IllegalStateException("Cannot order snapshots without a version"));
    List<Snapshot> found = new ArrayList<>();
    Map<String, List<Version>> read = new HashMap<>();
    for (Place place : places.now()) {
      Optional<Version> ofPlace = expression.ofPlace(place);
      if (ofPlace.isPresent()) {
        found.add(new WholePlace(place, ofPlace.get()));
      } else {
        List<Version> ofColumns = ofColumns(expression, place, read);
        ofColumns.forEach(v -> found.add(new RowsOfVersion(place, expression, v)));
      }
    }
    known = read;
    requireOneType(found);
    found.sort(Comparator.comparing(Snapshot::version));
    requireDistinct(found);
    return List.copyOf(found);
  }

  /**
   * The latest there is: that of the highest version or, where the description has none, the only
   * one.
   *
   * @throws LakewardException SNAPSHOT_NOT_FOUND where there is none; SNAPSHOT_INCOMPLETE where it
   *     is not complete; MAPPING_INVALID where there are several and no version; and as {@link
   *     #available}
   */
  public Export latest() {
    List<? extends Export> found = versions.isPresent() ? available() : places.now();
    if (found.isEmpty()) {
      throw notFound();
    }
    if (versions.isEmpty() && found.size() > 1) {
      throw LakewardException.of(ErrorCode.MAPPING_INVALID)
          .fact("path", description.path())
          .fact("first", found.get(0).place())
          .fact("second", found.get(1).place())
          .advice("give `version`, which says what comes last, or a path that names one snapshot")
          .build();
    }
    Export latest = found.get(found.size() - 1);
    latest.requireComplete();
    return latest;
  }

  /** The log of the database that is read; empty where it is none. */
  public Optional<DatabaseLog> log() {
    return places.log();
  }

  /** The error of a source in which there is nothing, for whoever needs something. */
  public LakewardException notFound() {
    return places.notFound();
  }

  private List<Version> ofColumns(
      SnapshotVersions expression, Place place, Map<String, List<Version>> read) {
    place.requireComplete();
    Optional<String> state = place.state();
    List<Version> found =
        state.map(known::get).orElseGet(() -> expression.ofColumns(place, place.rows()));
    state.ifPresent(s -> read.put(s, found));
    return found;
  }

  private void requireOneType(List<Snapshot> found) {
    for (Snapshot snapshot : found) {
      DataType first = found.get(0).version().type();
      DataType other = snapshot.version().type();
      if (!first.equals(other)) {
        throw LakewardException.of(ErrorCode.EXPRESSION_INVALID)
            .fact("key", SnapshotVersions.KEY)
            .fact("expression", description.version().orElse(""))
            .fact("problem", "it gives versions of different types")
            .fact(found.get(0).place(), first.catalogString())
            .fact(snapshot.place(), other.catalogString())
            .advice("cast the version to one type, or leave one of the paths out of `path`")
            .build();
      }
    }
  }

  private static void requireDistinct(List<Snapshot> sorted) {
    for (int i = 1; i < sorted.size(); i++) {
      Snapshot first = sorted.get(i - 1);
      Snapshot second = sorted.get(i);
      if (first.version().equals(second.version())) {
        throw LakewardException.of(ErrorCode.OUT_OF_ORDER_SNAPSHOT_VERSION)
            .fact("version", first.version().text())
            .fact("first", first.place())
            .fact("second", second.place())
            .fact("problem", "two snapshots have one version")
            .advice("remove one of them, or correct `version`, which must tell them apart")
            .build();
      }
    }
  }
}
