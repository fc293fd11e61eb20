package io.lakeward.lake;

import io.lakeward.autocdc.Authors;
import io.lakeward.autocdc.Change;
import io.lakeward.autocdc.Change.Origin;
import io.lakeward.autocdc.ColumnSet;
import io.lakeward.autocdc.Fold;
import io.lakeward.autocdc.Handover;
import io.lakeward.autocdc.Kept;
import io.lakeward.autocdc.KeyHistory;
import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.State;
import io.lakeward.change.Position;
import io.lakeward.lake.KeyWork.Counted;
import io.lakeward.lake.KeyWork.Request;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Walks two streams that are sorted by key, changes and stored rows, and folds key by key. Holds
 * one key at a time.
 */
final class KeyFolds implements Iterator<KeyWork> {

  private final ChangeRows changeRows;
  private final StoredRows storedRows;
  private final LeafIds leaves;
  private final boolean touchesEveryKey;
  private final Fold<InternalRow> fold;
  private final KeyCursor changes;
  private final KeyCursor stored;
  private KeyWork next;
  private byte[] lastKey = new byte[0];

  KeyFolds(MergeContext context, Iterator<InternalRow> changes, Iterator<InternalRow> stored) {
    this.changeRows = context.changeRows();
    this.storedRows = context.storedRows();
    this.leaves = context.leaves();
    this.touchesEveryKey = context.fold().touchesEveryKey();
    this.fold = context.fold().over(context.rows());
    this.changes = new KeyCursor(changes, changeRows.key());
    this.stored = new KeyCursor(stored, storedRows.key());
  }

  @Override
  public boolean hasNext() {
    while (next == null && (changes.hasRow() || stored.hasRow())) {
      next = foldNextKey();
    }
    return next != null;
  }

  @Override
  public KeyWork next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    KeyWork result = next;
    next = null;
    return result;
  }

  /** The key that was folded last, also where its fold failed. */
  byte[] lastKey() {
    return lastKey;
  }

  /** Folds the smallest key of both streams; null where the key has nothing to fold. */
  private KeyWork foldNextKey() {
    byte[] key = smallestKey();
    lastKey = key;
    List<Counted> counted = new ArrayList<>(2);
    List<Request> requests = new ArrayList<>(0);
    InternalRow keyRow = SparkRows.NOT_READ;
    while (changes.isAt(key)) {
      InternalRow row = changes.row();
      if (kindOf(row) == ChangeRows.REQUEST) {
        requests.add(new Request(row.getBinary(changeRows.linked()), positionOf(row).sequence()));
      } else {
        InternalRow copy = row.copy();
        keyRow = copy;
        boolean counts = row.getByte(changeRows.kind()) < ChangeRows.UNCOUNTED;
        counted.add(new Counted(changeOf(copy), counts));
      }
      changes.advance();
    }
    StoredKey.Builder found = new StoredKey.Builder(leaves);
    List<Handover<InternalRow>> handovers = new ArrayList<>(0);
    while (stored.isAt(key)) {
      InternalRow columns = takeStored(found, handovers);
      keyRow = keyRow == SparkRows.NOT_READ ? columns : keyRow;
      stored.advance();
    }
    boolean touched =
        !counted.isEmpty() || !requests.isEmpty() || !handovers.isEmpty() || touchesEveryKey;
    return touched ? fold(key, found.build(), counted, requests, handovers, keyRow) : null;
  }

  private KeyWork fold(
      byte[] key,
      StoredKey found,
      List<Counted> counted,
      List<Request> requests,
      List<Handover<InternalRow>> handovers,
      InternalRow keyRow) {
    List<Change<InternalRow>> unfolded = counted.stream().map(Counted::change).toList();
    KeyHistory<InternalRow> folded =
        fold.fold(answering(found.history(), requests), unfolded, handovers);
    return new KeyWork(key, found, counted, requests, handovers, folded, keyRow);
  }

  /** A move to a key that was not known is one to the key that asks for its sequence. */
  private static KeyHistory<InternalRow> answering(
      KeyHistory<InternalRow> stored, List<Request> requests) {
    List<Kept<InternalRow>> kept = stored.kept();
    for (Request request : requests) {
      kept = kept.stream().map(part -> answering(part, request)).toList();
    }
    return requests.isEmpty() ? stored : new KeyHistory<>(kept);
  }

  private static Kept<InternalRow> answering(Kept<InternalRow> part, Request request) {
    return part instanceof Moved<InternalRow> move
            && move.newKey().length == 0
            && move.position().hasSequence(request.sequence())
        ? move.to(request.newKey())
        : part;
  }

  private byte[] smallestKey() {
    if (!changes.hasRow()) {
      return stored.key();
    }
    if (!stored.hasRow()) {
      return changes.key();
    }
    return Arrays.compareUnsigned(changes.key(), stored.key()) <= 0 ? changes.key() : stored.key();
  }

  /** Takes the row the cursor stands at; gives its columns where it has the key's. */
  private InternalRow takeStored(StoredKey.Builder found, List<Handover<InternalRow>> handovers) {
    InternalRow row = stored.row();
    byte place = row.getByte(storedRows.place());
    byte[] bookkeeping =
        row.isNullAt(storedRows.bookkeeping())
            ? new byte[0]
            : row.getBinary(storedRows.bookkeeping());
    InternalRow columns = storedRows.layout().isEmpty() ? SparkRows.NOT_READ : row.copy();
    if (place == StoredRows.HANDOVER) {
      handovers.add(
          new Handover<>(
              moveAt(bookkeeping), new State.Live<>(Position.NONE, columns, Authors.ROW)));
      return SparkRows.NOT_READ;
    }
    if (place == StoredRows.HANDOVER_OF_NOTHING) {
      handovers.add(new Handover<>(moveAt(bookkeeping), new State.Unknown<>()));
      return SparkRows.NOT_READ;
    }
    if (place == StoredRows.PAST) {
      found.past(row.getLong(storedRows.rowPosition()), bookkeeping, columns);
      return SparkRows.NOT_READ;
    }
    StoredKey.Location location =
        new StoredKey.Location(
            row.getUTF8String(storedRows.file()).toString(), row.getLong(storedRows.rowPosition()));
    if (place == StoredRows.MAIN) {
      found.row(bookkeeping, columns, location);
    } else {
      found.state(bookkeeping, columns, location);
    }
    return columns;
  }

  /** The place of a move, as {@link HandoverTask} hands it over. */
  private static Position moveAt(byte[] place) {
    int sequenceLength = ByteBuffer.wrap(place).getInt();
    byte[] both = Arrays.copyOfRange(place, Integer.BYTES, place.length);
    return Position.of(both, sequenceLength, both.length - sequenceLength);
  }

  private byte kindOf(InternalRow row) {
    return (byte) (row.getByte(changeRows.kind()) & ~ChangeRows.UNCOUNTED);
  }

  private Change<InternalRow> changeOf(InternalRow row) {
    Position position = positionOf(row);
    byte kind = kindOf(row);
    return switch (kind) {
      case ChangeRows.UPSERT ->
          new Change.Upsert<>(position, row, unauthoredOf(row), Origin.SAME_KEY);
      case ChangeRows.UPSERT_INHERITING ->
          new Change.Upsert<>(position, row, unauthoredOf(row), Origin.OLD_KEY);
      case ChangeRows.DELETE -> new Change.Delete<>(position, row);
      case ChangeRows.MOVE -> new Change.Move<>(position, row, row.getBinary(changeRows.linked()));
      default -> throw new IllegalStateException("Cannot fold a row of kind " + kind);
    };
  }

  private Position positionOf(InternalRow row) {
    return Position.of(
        Bookkeeping.positionOf(row.getBinary(changeRows.bookkeeping())).bytes(),
        row.getInt(changeRows.sequenceLength()),
        row.getInt(changeRows.systemLength()));
  }

  private ColumnSet unauthoredOf(InternalRow row) {
    if (row.isNullAt(changeRows.unauthored())) {
      return ColumnSet.NONE;
    }
    ByteBuffer bytes = ByteBuffer.wrap(row.getBinary(changeRows.unauthored()));
    long[] bits = new long[bytes.remaining() / Long.BYTES];
    bytes.asLongBuffer().get(bits);
    return ColumnSet.ofBits(bits);
  }
}
