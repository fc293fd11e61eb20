package io.lakeward.it.changes;

import static java.util.Map.of;

import io.lakeward.it.postgres.Column;
import io.lakeward.it.postgres.ColumnType;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Changes that keep their key: long texts that are not sent, deletes, truncates, kinds of keys. */
final class RowChanges {
  private RowChanges() {}

  private static final Schema ARTICLES = KeyChanges.ARTICLES;
  private static final Map<String, Object> ONE = of("id", 1L);

  static List<Episode> all() {
    return List.of(
        textInOneBatch(),
        textInTwoBatches(),
        textSetToNull(),
        textThatArrivesLate(),
        deleteAndInsertInOneTransaction(),
        insertUpdateDelete(),
        tombstoneOfAnUnknownKey(),
        truncateInTheMiddle(),
        lateBelowATruncate(),
        snapshotOverStream(),
        overlappingTransactions(),
        compositeKey(),
        textKey());
  }

  private static Episode articles(String name) {
    return new Episode(name, ARTICLES);
  }

  private static List<RowChange> insert(Episode episode, Object... values) {
    return episode.begin().insert(episode.name(), episode.schema().row(values)).commit();
  }

  private static List<RowChange> update(
      Episode episode, Map<String, Object> key, Map<String, Object> changed) {
    return episode.begin().update(episode.name(), key, changed).commit();
  }

  private static Episode textInOneBatch() {
    Episode episode = articles("text_in_one_batch");
    return episode
        .send(insert(episode, 1L, "one", "long text"))
        .send(update(episode, ONE, of("title", "uno")))
        .expect(1L, "uno", "long text");
  }

  private static Episode textInTwoBatches() {
    Episode episode = articles("text_in_two_batches");
    return episode
        .send(insert(episode, 1L, "one", "long text"))
        .nextRound()
        .send(update(episode, ONE, of("title", "uno")))
        .send(update(episode, ONE, of("title", "un")))
        .expect(1L, "un", "long text")
        .alsoWithoutSchema();
  }

  /** A null that was sent is a value, unlike one that was not. */
  private static Episode textSetToNull() {
    Episode episode = articles("text_set_to_null");
    return episode
        .send(insert(episode, 1L, "one", "long text"))
        .nextRound()
        .send(update(episode, ONE, Collections.singletonMap("text", null)))
        .send(update(episode, ONE, of("title", "uno")))
        .expect(1L, "uno", null);
  }

  /** The update that carries the text comes after a later one that does not. */
  private static Episode textThatArrivesLate() {
    Episode episode = articles("text_arrives_late");
    List<RowChange> insert = insert(episode, 1L, "one", "long text");
    List<RowChange> withText = update(episode, ONE, of("text", "newer text", "title", "two"));
    List<RowChange> withoutText = update(episode, ONE, of("title", "three"));
    return episode
        .sendTo(0, insert)
        .sendTo(1, withoutText)
        .nextRound()
        .sendTo(0, withText)
        .expect(1L, "three", "newer text");
  }

  private static Episode deleteAndInsertInOneTransaction() {
    Episode episode = articles("delete_and_insert");
    return episode
        .send(insert(episode, 1L, "one", "long text"))
        .nextRound()
        .send(
            episode
                .begin()
                .delete(episode.name(), ONE)
                .insert(episode.name(), episode.schema().row(1L, "again", null))
                .commit())
        .expect(1L, "again", null);
  }

  private static Episode insertUpdateDelete() {
    Episode episode = articles("insert_update_delete");
    return episode
        .send(insert(episode, 1L, "one", "long text"))
        .send(update(episode, ONE, of("title", "uno")))
        .send(episode.begin().delete(episode.name(), ONE).commit());
  }

  /** A delete of a row that the topic never had, as after a snapshot that was cut short. */
  private static Episode tombstoneOfAnUnknownKey() {
    Episode episode = articles("unknown_key");
    insert(episode, 1L, "one", "long text");
    return episode
        .send(episode.begin().delete(episode.name(), ONE).commit())
        .nextRound()
        .send(insert(episode, 2L, "two", null))
        .expect(2L, "two", null);
  }

  private static Episode truncateInTheMiddle() {
    Episode episode = articles("truncate_in_the_middle");
    return episode
        .send(insert(episode, 1L, "in the table", "long text"))
        .nextRound()
        .send(insert(episode, 2L, "in the batch", null))
        .send(episode.begin().truncate(episode.name()).commit())
        .send(insert(episode, 3L, "after", null))
        .expect(3L, "after", null)
        .alsoWithoutSchema();
  }

  /** What is older than the truncate stays away, also where the key was never seen. */
  private static Episode lateBelowATruncate() {
    Episode episode = articles("late_below_truncate");
    List<RowChange> before = insert(episode, 3L, "before", null);
    List<RowChange> late = insert(episode, 1L, "late", null);
    List<RowChange> truncate = episode.begin().truncate(episode.name()).commit();
    List<RowChange> after = insert(episode, 2L, "after", null);
    return episode
        .sendTo(0, before)
        .sendTo(0, truncate)
        .nextRound()
        .sendTo(1, late)
        .sendTo(1, after)
        .expect(2L, "after", null);
  }

  /** A second snapshot reads rows that the stream has brought already. */
  private static Episode snapshotOverStream() {
    Episode episode = articles("snapshot_over_stream");
    List<RowChange> before = insert(episode, 1L, "one", "long text");
    List<RowChange> snapshot = episode.database().snapshot(episode.name());
    List<RowChange> after = update(episode, ONE, of("title", "uno"));
    return episode
        .send(before)
        .send(after)
        .nextRound()
        .send(snapshot)
        .expect(1L, "uno", "long text");
  }

  /** What was written first may be committed last: the commit counts. */
  private static Episode overlappingTransactions() {
    Episode episode = articles("overlapping");
    var early = episode.begin();
    early.insert(episode.name(), episode.schema().row(1L, "early", null));
    var late = episode.begin();
    late.insert(episode.name(), episode.schema().row(2L, "late", null));
    List<RowChange> changes = new ArrayList<>(late.commit());
    changes.addAll(early.commit());
    return episode
        .send(changes)
        .send(update(episode, ONE, of("title", "updated")))
        .expect(1L, "updated", null)
        .expect(2L, "late", null);
  }

  private static Episode compositeKey() {
    Schema lines =
        new Schema(
            "lines",
            List.of("order_id", "line"),
            List.of(
                Column.of("order_id", ColumnType.BIGINT),
                Column.of("line", ColumnType.INT),
                Column.of("amount", ColumnType.NUMERIC)));
    Episode episode = new Episode("composite_key", lines);
    return episode
        .send(insert(episode, 1L, 1, new BigDecimal("1.50")))
        .send(insert(episode, 1L, 2, new BigDecimal("-0.01")))
        .send(insert(episode, 11L, 1, null))
        .nextRound()
        .send(update(episode, of("order_id", 1L, "line", 2), of("amount", new BigDecimal("9.00"))))
        .send(episode.begin().delete(episode.name(), of("order_id", 1L, "line", 1)).commit())
        .expect(1L, 2, new BigDecimal("9.00"))
        .expect(11L, 1, null)
        .alsoWithoutSchema();
  }

  private static Episode textKey() {
    Schema codes =
        new Schema(
            "codes",
            List.of("code"),
            List.of(Column.of("code", ColumnType.TEXT), Column.of("uses", ColumnType.INT)));
    Episode episode = new Episode("text_key", codes);
    return episode
        .send(insert(episode, "", 1))
        .send(insert(episode, "o'brien \"x\"", 2))
        .send(insert(episode, "a", 3))
        .send(insert(episode, "a\u0000", 4))
        .send(insert(episode, "Ünï ☃ 😀", 5))
        .nextRound()
        .send(update(episode, of("code", ""), of("uses", 10)))
        .send(update(episode, of("code", "a"), of("uses", 30)))
        .send(episode.begin().delete(episode.name(), of("code", "Ünï ☃ 😀")).commit())
        .expect("", 10)
        .expect("o'brien \"x\"", 2)
        .expect("a", 30)
        .expect("a\u0000", 4);
  }
}
