package io.lakeward.it.changes;

import static java.util.Map.of;

import io.lakeward.it.postgres.Column;
import io.lakeward.it.postgres.ColumnType;
import io.lakeward.it.postgres.RowChange;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Columns that the source gets while it is replicated. */
final class AddedColumns {
  private AddedColumns() {}

  private static final Map<String, Object> ONE = of("id", 1L);
  private static final Map<String, Object> TWO = of("id", 2L);

  static List<Episode> all() {
    return List.of(withDefault(), withoutDefault(), interleaved(), inTheFirstBatch());
  }

  private static Episode episode(String name) {
    return new Episode("added_" + name, KeyChanges.ARTICLES);
  }

  private static List<RowChange> insert(Episode episode, Object... values) {
    return episode
        .begin()
        .insert(episode.name(), episode.database().schema(episode.name()).row(values))
        .commit();
  }

  private static List<RowChange> update(
      Episode episode, Map<String, Object> key, Map<String, Object> changed) {
    return episode.begin().update(episode.name(), key, changed).commit();
  }

  /**
   * Case S14: no event tells of the rows that the source did not touch; a null that is sent stays
   * null.
   */
  private static Episode withDefault() {
    Episode episode = episode("with_default");
    episode
        .send(insert(episode, 1L, "untouched", "long text"))
        .send(insert(episode, 2L, "touched", null))
        .send(insert(episode, 3L, "nulled", null));
    episode
        .database()
        .addColumn(episode.name(), Column.withDefault("tier", ColumnType.TEXT, "gold"));
    return episode
        .nextRound()
        .send(update(episode, TWO, of("tier", "silver")))
        .send(update(episode, of("id", 3L), Collections.singletonMap("tier", null)))
        .send(insert(episode, 4L, "new", null, "bronze"))
        .expect(1L, "untouched", "long text", "gold")
        .expect(2L, "touched", null, "silver")
        .expect(3L, "nulled", null, null)
        .expect(4L, "new", null, "bronze")
        .alsoWithoutSchema();
  }

  private static Episode withoutDefault() {
    Episode episode = episode("without_default");
    episode.send(insert(episode, 1L, "old", "long text"));
    episode.database().addColumn(episode.name(), Column.of("price", ColumnType.NUMERIC));
    return episode
        .nextRound()
        .send(insert(episode, 2L, "new", null, new BigDecimal("3.20")))
        .expect(1L, "old", "long text", null)
        .expect(2L, "new", null, new BigDecimal("3.20"))
        .alsoWithoutSchema();
  }

  /** Case S6: records of the old columns come after records of the new ones, in one batch. */
  private static Episode interleaved() {
    Episode episode = episode("interleaved");
    List<RowChange> first = insert(episode, 1L, "one", "long text");
    List<RowChange> lateOld = insert(episode, 3L, "three", null);
    episode.database().addColumn(episode.name(), Column.withDefault("stars", ColumnType.INT, 5));
    List<RowChange> firstNew = insert(episode, 2L, "two", null, 1);
    List<RowChange> touched = update(episode, ONE, of("title", "uno"));
    return episode
        .sendTo(0, first)
        .nextRound()
        .sendTo(0, firstNew)
        .sendTo(1, lateOld)
        .sendTo(0, touched)
        .expect(1L, "uno", "long text", 5)
        .expect(2L, "two", null, 1)
        .expect(3L, "three", null, 5)
        .alsoWithoutSchema();
  }

  /** Both versions of the columns are in the batch that creates the table. */
  private static Episode inTheFirstBatch() {
    Episode episode = episode("in_first_batch");
    List<RowChange> old = insert(episode, 1L, "old", null);
    episode.database().addColumn(episode.name(), Column.withDefault("stars", ColumnType.INT, 5));
    List<RowChange> fresh = insert(episode, 2L, "new", null, 1);
    return episode
        .sendTo(1, old)
        .sendTo(0, fresh)
        .expect(1L, "old", null, 5)
        .expect(2L, "new", null, 1)
        .alsoWithoutSchema();
  }
}
