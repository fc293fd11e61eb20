package io.lakeward.lake;

import io.lakeward.autocdc.Authors;
import io.lakeward.change.Position;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the bookkeeping column {@code _lakeward} of a row holds: the position of the applied change,
 * and what else later changes must know of it.
 *
 * <p>One binary column rather than a struct, because readers of nested columns are slower and
 * {@code SELECT *} must not be. Its layout, version 1:
 *
 * <pre>
 *   1 byte   layout version
 *   n bytes  the position (order-preserving, see OrderedBytes)
 *   1 byte   flags: 1 deleted, 2 moved, 4 authors follow, 8 nothing known before the move,
 *            16 the row before the move is in a snapshot
 *   moved:   2 bytes length of the sequence; new key, position before (2 bytes length each); with
 *            16, 8 bytes id of the snapshot
 *   authors: 2 bytes count, then id of the leaf (4), flags (1: inherited), position (2 bytes length)
 *   2 bytes  n
 * </pre>
 *
 * <p>Rows compare by position when their bytes are compared. Immutable.
 *
 * @param position the latest change of the row
 * @param deletion present in rows of the state branch
 * @param authors leaves with authors of their own, by ordinal in the layout's {@link
 *     io.lakeward.source.Leaves}; stored under their {@link LeafIds}
 */
record Bookkeeping(Position position, Deletion deletion, Authors authors) {

  static final String COLUMN = "_lakeward";

  private static final byte VERSION = 1;
  private static final int DELETED = 1;
  private static final int MOVED = 2;
  private static final int AUTHORS = 4;
  private static final int NOTHING_BEFORE = 8;
  private static final int IN_SNAPSHOT = 16;
  private static final int INHERITED = 1;
  private static final int MOST_BYTES_OF_A_PART = 0xFFFF;

  /** Whether the row stands for a deleted key, and how it was deleted. */
  sealed interface Deletion {
    /** The row is one of the table. */
    record None() implements Deletion {}

    /** The key was deleted. */
    record Tombstone() implements Deletion {}

    /**
     * The key's row moved to another key.
     *
     * @param newKey the other key; empty for one that is not known, if there is one at all
     * @param before the position of the state before
     * @param rowBefore where the row before is
     */
    record Move(int sequenceLength, byte[] newKey, Position before, RowBefore rowBefore)
        implements Deletion {}
  }

  /** Where the row is that a key had before it moved. */
  sealed interface RowBefore {
    /** There was none. */
    record Nowhere() implements RowBefore {}

    /** This row has its columns. */
    record Here() implements RowBefore {}

    /** A snapshot of the table has it, so that a delete which may be a move copies nothing. */
    record InSnapshot(long snapshotId) implements RowBefore {}
  }

  static final Deletion NOT_DELETED = new Deletion.None();

  /** The bookkeeping of a row whose columns all come from one change. */
  static byte[] ofRow(byte[] position) {
    requireShort(position);
    ByteBuffer out = ByteBuffer.allocate(position.length + 4);
    out.put(VERSION).put(position).put((byte) 0).putShort((short) position.length);
    return out.array();
  }

  /** The bookkeeping of a tombstone. */
  static byte[] ofTombstone(byte[] position) {
    ByteBuffer out = ByteBuffer.allocate(position.length + 4);
    out.put(VERSION).put(position).put((byte) DELETED);
    return out.putShort((short) position.length).array();
  }

  /** The position alone, for the many rows of which no more is needed. */
  static Position positionOf(byte[] bytes) {
    return Position.of(Arrays.copyOfRange(bytes, 1, 1 + positionLength(bytes)));
  }

  /**
   * Reads a bookkeeping value.
   *
   * @param leaves those of the layout
   */
  static Bookkeeping decode(byte[] bytes, LeafIds leaves) {
    if (bytes[0] != VERSION) {
      throw new IllegalArgumentException("Cannot read bookkeeping of layout version " + bytes[0]);
    }
    int length = positionLength(bytes);
    ByteBuffer in = ByteBuffer.wrap(bytes, 1 + length, bytes.length - 3 - length);
    int flags = in.get();
    Deletion deletion = NOT_DELETED;
    if ((flags & (DELETED | MOVED)) != 0) {
      deletion = (flags & MOVED) == 0 ? new Deletion.Tombstone() : move(in, flags);
    }
    Authors authors = (flags & AUTHORS) == 0 ? Authors.ROW : authors(in, leaves);
    return new Bookkeeping(positionOf(bytes), deletion, authors);
  }

  /** The bytes that {@link #decode} reads. */
  byte[] encode(LeafIds leaves) {
    ByteBuffer out = ByteBuffer.allocate(mostBytes());
    int flags = authors.isRow() ? 0 : AUTHORS;
    if (deletion instanceof Deletion.Tombstone) {
      flags |= DELETED;
    } else if (deletion instanceof Deletion.Move move) {
      flags |= MOVED | flagOf(move.rowBefore());
    }
    out.put(VERSION).put(position.bytes()).put((byte) flags);
    if (deletion instanceof Deletion.Move move) {
      out.putShort((short) move.sequenceLength());
      putBytes(out, move.newKey());
      putBytes(out, move.before().bytes());
      if (move.rowBefore() instanceof RowBefore.InSnapshot snapshot) {
        out.putLong(snapshot.snapshotId());
      }
    }
    if (!authors.isRow()) {
      putAuthors(out, leaves);
    }
    out.putShort((short) position.bytes().length);
    return Arrays.copyOf(out.array(), out.position());
  }

  private int mostBytes() {
    int size = 40 + position.bytes().length;
    if (deletion instanceof Deletion.Move move) {
      size += move.newKey().length + move.before().bytes().length;
    }
    for (Authors.Entry entry : authors.entries()) {
      size += 8 + entry.position().bytes().length;
    }
    return size;
  }

  private void putAuthors(ByteBuffer out, LeafIds leaves) {
    out.putShort((short) authors.entries().size());
    for (Authors.Entry entry : authors.entries()) {
      out.putInt(leaves.of(entry.ordinal()));
      out.put((byte) (entry.inherited() ? INHERITED : 0));
      putBytes(out, entry.position().bytes());
    }
  }

  private static Authors authors(ByteBuffer in, LeafIds leaves) {
    int count = in.getShort() & 0xFFFF;
    List<Authors.Entry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int fieldId = in.getInt();
      boolean inherited = (in.get() & INHERITED) != 0;
      Position position = Position.of(getBytes(in));
      for (int ordinal : leaves.ordinalsOf(fieldId)) {
        entries.add(new Authors.Entry(ordinal, position, inherited));
      }
    }
    entries.sort((one, other) -> Integer.compare(one.ordinal(), other.ordinal()));
    return new Authors(entries);
  }

  private static Deletion move(ByteBuffer in, int flags) {
    int sequenceLength = in.getShort() & 0xFFFF;
    byte[] newKey = getBytes(in);
    Position before = Position.of(getBytes(in));
    RowBefore row = new RowBefore.Here();
    if ((flags & IN_SNAPSHOT) != 0) {
      row = new RowBefore.InSnapshot(in.getLong());
    } else if ((flags & NOTHING_BEFORE) != 0) {
      row = new RowBefore.Nowhere();
    }
    return new Deletion.Move(sequenceLength, newKey, before, row);
  }

  private static int flagOf(RowBefore row) {
    if (row instanceof RowBefore.InSnapshot) {
      return IN_SNAPSHOT;
    }
    return row instanceof RowBefore.Nowhere ? NOTHING_BEFORE : 0;
  }

  private static int positionLength(byte[] bytes) {
    return ((bytes[bytes.length - 2] & 0xFF) << 8) | (bytes[bytes.length - 1] & 0xFF);
  }

  private static void requireShort(byte[] bytes) {
    if (bytes.length > MOST_BYTES_OF_A_PART) {
      throw new IllegalArgumentException(
          "Cannot keep a key or sequence of over 65535 bytes: " + bytes.length);
    }
  }

  private static void putBytes(ByteBuffer out, byte[] bytes) {
    requireShort(bytes);
    out.putShort((short) bytes.length).put(bytes);
  }

  private static byte[] getBytes(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xFFFF];
    in.get(bytes);
    return bytes;
  }
}
