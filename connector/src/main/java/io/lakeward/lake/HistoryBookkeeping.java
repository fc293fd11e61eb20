package io.lakeward.lake;

import io.lakeward.autocdc.Authors;
import io.lakeward.autocdc.Belief;
import io.lakeward.autocdc.Change;
import io.lakeward.autocdc.Change.Origin;
import io.lakeward.autocdc.ColumnSet;
import io.lakeward.autocdc.Interval;
import io.lakeward.autocdc.Kept;
import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.Remembered;
import io.lakeward.autocdc.State;
import io.lakeward.autocdc.Version;
import io.lakeward.autocdc.Version.Closing;
import io.lakeward.autocdc.Version.Opening;
import io.lakeward.change.Position;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * What the bookkeeping column of a row of a history holds: what the row is a part of. Its layout is
 * version 2; that of current rows, version 1, is {@link Bookkeeping}'s.
 *
 * <pre>
 *   1 byte    layout version
 *   1 byte    kind: 1 version, 2 upsert, 3 delete, 4 move, 5 belief
 *   version:  opened, last, ended; 1 byte opening: 0 elsewhere, 1 here; then as upsert; 1 byte closing
 *   upsert:   position; 1 byte origin: 0 same key, 1 old key; columns it does not author
 *   delete:   position
 *   move:     position; new key (2 bytes length); position before, none where there was no row
 *   belief:   opened, last, ended, since, until
 *
 *   position: 2 bytes each for the length, that of the sequence and that of the system sequence,
 *             then the bytes; length 0 for none
 *   columns:  2 bytes count, then the id of each (4), as {@link LeafIds}
 * </pre>
 */
final class HistoryBookkeeping {

  static final byte VERSION = 2;

  private static final int OF_VERSION = 1;
  private static final int OF_UPSERT = 2;
  private static final int OF_DELETE = 3;
  private static final int OF_MOVE = 4;
  private static final int OF_BELIEF = 5;
  private static final int ELSEWHERE = 0;
  private static final int HERE = 1;
  private static final int MOST_BYTES_OF_A_PART = 0xFFFF;

  /** The codes of closings, by their place; stored, so only to be added to. */
  private static final Closing[] CLOSINGS = {
    Closing.OPEN, Closing.DELETED, Closing.REPLACED, Closing.MOVED
  };

  private final LeafIds leaves;

  /**
   * Reads and writes with these columns.
   *
   * @param leaves those of the layout
   */
  HistoryBookkeeping(LeafIds leaves) {
    this.leaves = leaves;
  }

  /** Whether a bookkeeping value is of a history. */
  static boolean isOne(byte[] bookkeeping) {
    return bookkeeping[0] == VERSION;
  }

  /** The latest of the changes that a part is made of or ended by. */
  static Position latest(byte[] bookkeeping) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bookkeeping))) {
      in.readByte();
      int kind = in.readByte();
      if (kind != OF_VERSION && kind != OF_BELIEF) {
        return position(in);
      }
      Interval interval = interval(in);
      Position latest = Position.later(interval.last(), interval.ended());
      return kind == OF_VERSION
          ? latest
          : Position.later(latest, Position.later(position(in), position(in)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The bookkeeping of a part. */
  byte[] encode(Kept<InternalRow> part) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      if (part instanceof Version<InternalRow> version) {
        out.writeByte(OF_VERSION);
        put(out, version);
      } else if (part instanceof Remembered<InternalRow> remembered) {
        put(out, remembered.change());
      } else if (part instanceof Moved<InternalRow> moved) {
        out.writeByte(OF_MOVE);
        put(out, moved);
      } else if (part instanceof Belief<InternalRow> belief) {
        out.writeByte(OF_BELIEF);
        put(out, belief.interval());
        put(out, belief.since());
        put(out, belief.until());
      } else {
        throw new IllegalStateException("Cannot write as part of a history: " + part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The part that a row is. */
  Kept<InternalRow> decode(byte[] bookkeeping, InternalRow row) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bookkeeping))) {
      in.readByte();
      int kind = in.readByte();
      return switch (kind) {
        case OF_VERSION -> version(in, row);
        case OF_UPSERT -> new Remembered<>(upsert(in, row));
        case OF_DELETE -> new Remembered<>(new Change.Delete<>(position(in), row));
        case OF_MOVE -> moved(in, row);
        case OF_BELIEF -> new Belief<>(interval(in), position(in), position(in), row);
        default ->
            throw new IllegalArgumentException("Cannot read bookkeeping of the kind " + kind);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void put(DataOutputStream out, Version<InternalRow> version) throws IOException {
    put(out, version.interval());
    if (version.opening() instanceof Opening.Here here) {
      out.writeByte(HERE);
      put(out, here.unauthored(), here.origin());
    } else {
      out.writeByte(ELSEWHERE);
    }
    out.writeByte(Arrays.asList(CLOSINGS).indexOf(version.closing()));
  }

  private Version<InternalRow> version(DataInputStream in, InternalRow row) throws IOException {
    Interval interval = interval(in);
    Opening opening = Opening.ELSEWHERE;
    if (in.readByte() == HERE) {
      Origin origin = origin(in);
      opening = new Opening.Here(columns(in), origin);
    }
    return new Version<>(interval, row, opening, CLOSINGS[in.readByte()]);
  }

  private void put(DataOutputStream out, Change<InternalRow> change) throws IOException {
    if (change instanceof Change.Upsert<InternalRow> upsert) {
      out.writeByte(OF_UPSERT);
      put(out, upsert.position());
      put(out, upsert.unauthored(), upsert.origin());
    } else {
      out.writeByte(OF_DELETE);
      put(out, change.position());
    }
  }

  private Change<InternalRow> upsert(DataInputStream in, InternalRow row) throws IOException {
    Position position = position(in);
    Origin origin = origin(in);
    return new Change.Upsert<>(position, row, columns(in), origin);
  }

  private static void put(DataOutputStream out, Moved<InternalRow> moved) throws IOException {
    put(out, moved.position());
    putShort(out, moved.newKey().length);
    out.write(moved.newKey());
    put(
        out,
        moved.before() instanceof State.Live<InternalRow> live ? live.position() : Position.NONE);
  }

  /** One row has both the columns of the state before and the times of the move. */
  private static Moved<InternalRow> moved(DataInputStream in, InternalRow row) throws IOException {
    Position position = position(in);
    byte[] newKey = in.readNBytes(in.readUnsignedShort());
    Position before = position(in);
    return new Moved<>(
        position,
        row,
        newKey,
        before.equals(Position.NONE)
            ? new State.Unknown<>()
            : new State.Live<>(before, row, Authors.ROW));
  }

  private void put(DataOutputStream out, ColumnSet unauthored, Origin origin) throws IOException {
    out.writeByte(origin == Origin.OLD_KEY ? 1 : 0);
    int[] ordinals = unauthored.ordinals();
    putShort(out, ordinals.length);
    for (int ordinal : ordinals) {
      out.writeInt(leaves.of(ordinal));
    }
  }

  private static Origin origin(DataInputStream in) throws IOException {
    return in.readByte() == 1 ? Origin.OLD_KEY : Origin.SAME_KEY;
  }

  /** A column that was dropped from the table is passed over, and its author with it. */
  private ColumnSet columns(DataInputStream in) throws IOException {
    int count = in.readUnsignedShort();
    BitSet columns = new BitSet();
    for (int i = 0; i < count; i++) {
      for (int ordinal : leaves.ordinalsOf(in.readInt())) {
        columns.set(ordinal);
      }
    }
    return ColumnSet.ofBits(columns.toLongArray());
  }

  private static void put(DataOutputStream out, Interval interval) throws IOException {
    put(out, interval.opened());
    put(out, interval.last());
    put(out, interval.ended());
  }

  private static Interval interval(DataInputStream in) throws IOException {
    return new Interval(position(in), position(in), position(in));
  }

  private static void put(DataOutputStream out, Position position) throws IOException {
    putShort(out, position.bytes().length);
    if (position.bytes().length > 0) {
      putShort(out, position.sequenceLength());
      putShort(out, position.systemLength());
      out.write(position.bytes());
    }
  }

  private static Position position(DataInputStream in) throws IOException {
    int length = in.readUnsignedShort();
    if (length == 0) {
      return Position.NONE;
    }
    int sequenceLength = in.readUnsignedShort();
    int systemLength = in.readUnsignedShort();
    return Position.of(in.readNBytes(length), sequenceLength, systemLength);
  }

  private static void putShort(DataOutputStream out, int length) throws IOException {
    if (length > MOST_BYTES_OF_A_PART) {
      throw new IllegalArgumentException(
          "Cannot keep a key or sequence of over 65535 bytes: " + length);
    }
    out.writeShort(length);
  }
}
