package io.lakeward.source.snapshot;

import io.lakeward.error.LakewardException;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Every row that a source had at some moment, or had in the part that was exported. */
public interface Export {

  /** Where it lies, in words for people: a path, a table, a query; without secrets. */
  String place();

  /**
   * Whether all of it is there. A directory is not before its success marker, where one is
   * configured; snapshots of later versions must wait for it.
   */
  boolean isComplete();

  /**
   * Fails where it is not complete.
   *
   * @throws LakewardException SNAPSHOT_INCOMPLETE
   */
  void requireComplete();

  /**
   * Its rows, with the columns of the source. Lazy: each evaluation reads anew, and a database may
   * then answer otherwise.
   *
   * @throws LakewardException SNAPSHOT_INCOMPLETE where it is not complete; SNAPSHOT_UNREADABLE
   *     where its columns cannot be found out
   */
  Dataset<Row> rows();

  /**
   * Those of its rows that have one of some keys, and maybe others: as few as it can be asked for.
   *
   * @throws LakewardException as {@link #rows()}
   */
  default Dataset<Row> rows(KeyValues wanted) {
    return rows();
  }

  /**
   * The columns that were declared and that no record has, as far as the format could tell: null in
   * every row, or forgotten by who exports. None where there is no row.
   *
   * @throws LakewardException as {@link #rows()}
   */
  default Set<String> absentColumns() {
    return Set.of();
  }

  /**
   * The SNAPSHOT_UNREADABLE of an exception that was thrown while the rows were evaluated; empty
   * where reading is not what failed.
   */
  Optional<LakewardException> unreadable(Throwable failure);
}
