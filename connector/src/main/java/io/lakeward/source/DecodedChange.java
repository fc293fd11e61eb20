package io.lakeward.source;

import io.lakeward.change.Operation;
import java.util.BitSet;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * One change as a decoder hands it over. Reused for the next record; arrays are fresh for each
 * change, the row is not.
 */
public final class DecodedChange {

  /** How the change takes part in a change of its row's key (semantics, section 3). */
  public enum KeyChange {
    /** The change keeps the key of its row. */
    NONE,
    /** A delete whose row lives on under {@link DecodedChange#linkedKey}. */
    MOVED_TO,
    /** An upsert whose row was under {@link DecodedChange#linkedKey} before. */
    MOVED_FROM
  }

  private static final byte[] NO_BYTES = new byte[0];

  /**
   * The linked key of an upsert that must come from another key, but does not say from which, and
   * of a delete that may be the other half of such a change: both have the same sequence.
   */
  public static final byte[] UNKNOWN_KEY = NO_BYTES;

  /** The sequence of a truncate that has none: it can be ignored or refused, but not applied. */
  public static final byte[] NO_SEQUENCE = NO_BYTES;

  private static final long[] NO_COLUMNS = new long[0];

  private Operation operation = Operation.UPSERT;
  private byte[] sequence = NO_BYTES;
  private byte[] systemSequence = NO_BYTES;
  private byte[] key = NO_BYTES;
  private InternalRow row = InternalRow.empty();
  private long[] unauthored = NO_COLUMNS;
  private KeyChange keyChange = KeyChange.NONE;
  private byte[] linkedKey = NO_BYTES;

  /**
   * Sets an upsert.
   *
   * @param row the row in the target's layout
   * @param bits a bit for each of the layout's {@link Leaves} that the change does not author,
   *     which is null in the row; empty where it authors all
   */
  public DecodedChange upsert(byte[] newSequence, byte[] newKey, InternalRow newRow, long[] bits) {
    return set(Operation.UPSERT, newSequence, newKey, newRow, bits);
  }

  /** Sets a delete; only the columns of the key and of the interval are read. */
  public DecodedChange delete(byte[] newSequence, byte[] newKey, InternalRow newRow) {
    return set(Operation.DELETE, newSequence, newKey, newRow, NO_COLUMNS);
  }

  /** Sets a truncate: it has no key, and of the row only the columns of the interval are read. */
  public DecodedChange truncate(byte[] newSequence, InternalRow newRow) {
    return set(Operation.TRUNCATE, newSequence, NO_BYTES, newRow, NO_COLUMNS);
  }

  /** Says that the change does not author one more leaf, which is null in its row. */
  public void leaves(int leaf) {
    BitSet bits = BitSet.valueOf(unauthored);
    bits.set(leaf);
    this.unauthored = bits.toLongArray();
  }

  /** Says at which encoded system sequence the change became known. */
  public DecodedChange knownAt(byte[] newSystemSequence) {
    this.systemSequence = newSystemSequence;
    return this;
  }

  /** Says that the row's key changed, and what the other key is. */
  public DecodedChange linked(KeyChange newKeyChange, byte[] otherKey) {
    this.keyChange = newKeyChange;
    this.linkedKey = otherKey;
    return this;
  }

  private DecodedChange set(
      Operation newOperation, byte[] newSequence, byte[] newKey, InternalRow newRow, long[] bits) {
    this.operation = newOperation;
    this.sequence = newSequence;
    this.systemSequence = NO_BYTES;
    this.key = newKey;
    this.row = newRow;
    this.unauthored = bits;
    this.keyChange = KeyChange.NONE;
    this.linkedKey = NO_BYTES;
    return this;
  }

  /** What the change does. */
  public Operation operation() {
    return operation;
  }

  /**
   * The encoded sequence: the position without system sequence, flow, topic, partition and offset.
   */
  public byte[] sequence() {
    return sequence;
  }

  /** The encoded system sequence, which follows the sequence; empty for none. */
  public byte[] systemSequence() {
    return systemSequence;
  }

  /** The canonical bytes of the key; empty for a truncate. */
  public byte[] key() {
    return key;
  }

  /** The row in the target's layout. */
  public InternalRow row() {
    return row;
  }

  /**
   * A bit for each of the layout's {@link Leaves} that the change does not author; empty for none.
   */
  public long[] unauthored() {
    return unauthored;
  }

  /** How the change takes part in a key change. */
  public KeyChange keyChange() {
    return keyChange;
  }

  /** Whether the change takes part in a key change and says what the other key is. */
  public boolean knowsLinkedKey() {
    return keyChange != KeyChange.NONE && linkedKey.length > 0;
  }

  /** The canonical bytes of the other key of a key change; {@link #UNKNOWN_KEY} for none. */
  public byte[] linkedKey() {
    return linkedKey;
  }
}
