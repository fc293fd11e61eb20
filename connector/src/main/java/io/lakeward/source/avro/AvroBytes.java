package io.lakeward.source.avro;

/**
 * Reads the primitive values of Avro's binary encoding (Apache Avro specification, "Binary
 * Encoding") from a record. Lengths are checked against the bytes that are there, so that a broken
 * record asks for no memory. Reused for each record; not thread safe.
 */
final class AvroBytes {

  private static final int LONGEST_VARINT_BITS = 63;

  private byte[] bytes = new byte[0];
  private int at;

  /** Begins with the byte at this place. */
  AvroBytes over(byte[] record, int start) {
    this.bytes = record;
    this.at = start;
    return this;
  }

  /** The bytes that {@link #skip} and lengths are about. */
  byte[] array() {
    return bytes;
  }

  int position() {
    return at;
  }

  int remaining() {
    return bytes.length - at;
  }

  /** A whole number: seven bits a byte, least first, the sign in the lowest bit. */
  long readLong() throws AvroRefused {
    long encoded = 0;
    for (int shift = 0; shift <= LONGEST_VARINT_BITS; shift += 7) {
      byte next = readByte();
      encoded |= (next & 0x7FL) << shift;
      if (next >= 0) {
        if (shift == LONGEST_VARINT_BITS && next > 1) {
          break;
        }
        return encoded >>> 1 ^ -(encoded & 1);
      }
    }
    throw AvroRefused.malformed("a number has more than 64 bits at byte " + at);
  }

  int readInt() throws AvroRefused {
    long value = readLong();
    if ((int) value != value) {
      throw AvroRefused.malformed("an int has more than 32 bits at byte " + at);
    }
    return (int) value;
  }

  boolean readBoolean() throws AvroRefused {
    byte value = readByte();
    if (value != 0 && value != 1) {
      throw AvroRefused.malformed("a truth value is " + value + " at byte " + at);
    }
    return value == 1;
  }

  float readFloat() throws AvroRefused {
    return Float.intBitsToFloat((int) readLittleEndian(Float.BYTES));
  }

  double readDouble() throws AvroRefused {
    return Double.longBitsToDouble(readLittleEndian(Double.BYTES));
  }

  /** The length of text or bytes, which follow. */
  int readLength() throws AvroRefused {
    long length = readLong();
    if (length < 0 || length > remaining()) {
      throw AvroRefused.malformed(
          "a value of " + length + " bytes where " + remaining() + " are left");
    }
    return (int) length;
  }

  /**
   * The number of items in a block, which follow; 0 after the last block. Items that take no bytes
   * are not believed beyond the bytes that are left.
   */
  int readItems() throws AvroRefused {
    long items = readLong();
    if (items < 0) {
      readLong();
      items = -items;
    }
    if (items < 0 || items > remaining()) {
      throw AvroRefused.malformed(
          "a block of " + items + " items where " + remaining() + " bytes are left");
    }
    return (int) items;
  }

  /** Steps over bytes, and says where they begin. */
  int skip(int length) throws AvroRefused {
    if (length > remaining()) {
      throw ended();
    }
    int start = at;
    at += length;
    return start;
  }

  private byte readByte() throws AvroRefused {
    if (at >= bytes.length) {
      throw ended();
    }
    return bytes[at++];
  }

  private long readLittleEndian(int length) throws AvroRefused {
    int start = skip(length);
    long value = 0;
    for (int i = length - 1; i >= 0; i--) {
      value = value << 8 | bytes[start + i] & 0xFF;
    }
    return value;
  }

  private AvroRefused ended() {
    return AvroRefused.malformed(
        "the record ends after " + bytes.length + " bytes, within a value");
  }
}
