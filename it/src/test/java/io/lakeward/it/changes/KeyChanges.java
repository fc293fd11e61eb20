package io.lakeward.it.changes;

import static java.util.Map.of;

import io.lakeward.it.postgres.Column;
import io.lakeward.it.postgres.ColumnType;
import io.lakeward.it.postgres.RowChange;
import io.lakeward.it.postgres.Schema;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rows that change their key, with a long text that the create of the new key does not carry. */
final class KeyChanges {

  static final Schema ARTICLES =
      new Schema(
          "articles",
          List.of("id"),
          List.of(
              Column.of("id", ColumnType.BIGINT),
              Column.of("title", ColumnType.TEXT),
              Column.toasted("text")));

  private static final Map<String, Object> ONE = of("id", 1L);
  private static final Map<String, Object> TWO = of("id", 2L);
  private static final Map<String, Object> THREE = of("id", 3L);

  private final boolean withHeaders;

  private KeyChanges(boolean withHeaders) {
    this.withHeaders = withHeaders;
  }

  /** All episodes, each with and without the headers that link the halves of a key change. */
  static List<Episode> all() {
    return Stream.of(true, false)
        .flatMap(withHeaders -> new KeyChanges(withHeaders).episodes().stream())
        .toList();
  }

  private List<Episode> episodes() {
    return List.of(
        oldRowInTheBatch(),
        oldRowInTheTable(),
        createBeforeDeleteInOneBatch(),
        createBeforeDeleteInTwoBatches(),
        createBeforeEverythingOfTheOldKey(),
        chainOfKeys(),
        ontoADeletedKey(),
        changedAfterwards());
  }

  private Episode articles(String name) {
    return withHeaders
        ? new Episode("key_" + name, ARTICLES)
        : new Episode("bare_key_" + name, ARTICLES).withoutHeaders();
  }

  private static List<RowChange> firstRow(Episode episode) {
    return insert(episode, 1L, "one", "long text of one");
  }

  private static List<RowChange> insert(Episode episode, long id, String title, String text) {
    return episode.begin().insert(episode.name(), episode.schema().row(id, title, text)).commit();
  }

  private static List<RowChange> move(
      Episode episode, Map<String, Object> from, Map<String, Object> to) {
    return episode.begin().move(episode.name(), from, to).commit();
  }

  private Episode oldRowInTheBatch() {
    Episode episode = articles("old_row_in_batch");
    return episode
        .send(firstRow(episode))
        .send(move(episode, ONE, TWO))
        .expect(2L, "one", "long text of one");
  }

  private Episode oldRowInTheTable() {
    Episode episode = articles("old_row_in_table");
    return episode
        .send(firstRow(episode))
        .nextRound()
        .send(move(episode, ONE, TWO))
        .expect(2L, "one", "long text of one")
        .alsoWithoutSchema();
  }

  /** The new key's partition is read first. */
  private Episode createBeforeDeleteInOneBatch() {
    Episode episode = articles("create_first");
    List<RowChange> insert = firstRow(episode);
    List<RowChange> move = move(episode, ONE, TWO);
    return episode
        .sendTo(0, move.subList(1, 2))
        .sendTo(1, insert)
        .sendTo(1, move.subList(0, 1))
        .expect(2L, "one", "long text of one");
  }

  /** The new key's create comes a batch before the delete that says what it inherits. */
  private Episode createBeforeDeleteInTwoBatches() {
    Episode episode = articles("create_a_batch_before");
    List<RowChange> insert = firstRow(episode);
    List<RowChange> move = move(episode, ONE, TWO);
    return episode
        .sendTo(1, insert)
        .sendTo(0, move.subList(1, 2))
        .nextRound()
        .sendTo(1, move.subList(0, 1))
        .expect(2L, "one", "long text of one");
  }

  /** Even the old key's insert comes later than the create of the new key. */
  private Episode createBeforeEverythingOfTheOldKey() {
    Episode episode = articles("create_before_all");
    List<RowChange> insert = firstRow(episode);
    List<RowChange> move = move(episode, ONE, TWO);
    return episode
        .sendTo(0, move.subList(1, 2))
        .nextRound()
        .sendTo(1, insert)
        .sendTo(1, move.subList(0, 1))
        .expect(2L, "one", "long text of one");
  }

  private Episode chainOfKeys() {
    Episode episode = articles("chain");
    return episode
        .send(firstRow(episode))
        .nextRound()
        .send(
            episode
                .begin()
                .move(episode.name(), ONE, TWO)
                .move(episode.name(), TWO, THREE)
                .update(episode.name(), THREE, of("title", "three"))
                .commit())
        .expect(3L, "three", "long text of one");
  }

  /** The new key had a row of its own, whose text must not show through. */
  private Episode ontoADeletedKey() {
    Episode episode = articles("onto_deleted");
    return episode
        .send(firstRow(episode))
        .send(insert(episode, 2L, "two", "long text of two"))
        .nextRound()
        .send(episode.begin().delete(episode.name(), TWO).move(episode.name(), ONE, TWO).commit())
        .expect(2L, "one", "long text of one");
  }

  /** The text is replaced under the new key before the old key's row is known. */
  private Episode changedAfterwards() {
    Episode episode = articles("changed_afterwards");
    List<RowChange> insert = firstRow(episode);
    List<RowChange> move = move(episode, ONE, TWO);
    List<RowChange> update =
        episode.begin().update(episode.name(), TWO, of("text", "another long text")).commit();
    return episode
        .sendTo(0, move.subList(1, 2))
        .sendTo(0, update)
        .nextRound()
        .sendTo(1, insert)
        .sendTo(1, move.subList(0, 1))
        .expect(2L, "one", "another long text");
  }
}
