package io.lakeward.source.snapshot;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.OrderedBytes;
import io.lakeward.row.OrderedColumns;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;

/**
 * What orders the snapshots of a source: a number, text, a date, a timestamp or a struct of these.
 *
 * <p>Its type is one of a few, so that it stays the same whichever snapshots there are: whole
 * numbers of every width are {@code BIGINT}, floats are {@code DOUBLE}. Versions of one type
 * compare as Spark orders their values, nulls inside structs first; text by its UTF-8 bytes.
 * Immutable.
 */
public final class Version implements Comparable<Version> {

  private final DataType type;
  private final Object value;
  private final byte[] encoded;

  private Version(DataType type, Object value) {
    this.type = type;
    this.value = value;
    this.encoded =
        OrderedColumns.of(new int[] {0}, new DataType[] {type})
            .encode(new GenericInternalRow(new Object[] {value}), new OrderedBytes());
  }

  /**
   * A version of a value of Spark's.
   *
   * @param value Spark's internal form of a value of the type; not null
   * @param type the type, of which {@link #type} is the stable form
   * @throws io.lakeward.error.LakewardException NON_ORDERABLE_SEQUENCE where the type has no order
   */
  public static Version of(Object value, DataType type) {
    requireNonNull(value, "value");
    DataType stable = VersionTypes.stable(type);
    return new Version(stable, VersionTypes.widened(value, type));
  }

  /**
   * The version that {@link #text} wrote.
   *
   * @param text the text
   * @param type the version's type
   * @throws IllegalArgumentException where the text is not of such a version
   */
  public static Version parse(String text, DataType type) {
    DataType stable = VersionTypes.stable(type);
    return new Version(stable, VersionText.parse(text, stable));
  }

  /** Spark's type, in the stable form; all fields of a struct may be null. */
  public DataType type() {
    return type;
  }

  /** Spark's internal form of the value. */
  public Object value() {
    return value;
  }

  /** Bytes whose unsigned comparison is that of versions of this type. */
  public byte[] encoded() {
    return encoded.clone();
  }

  /**
   * The value as text, from which {@link #parse} makes it again: whole numbers in digits, dates and
   * timestamps in ISO 8601 (those with a zone in UTC), text as it is, a struct as a JSON array of
   * the texts of its fields.
   */
  public String text() {
    return VersionText.of(value, type);
  }

  /**
   * Which comes first.
   *
   * @throws IllegalArgumentException where the types differ
   */
  @Override
  public int compareTo(Version other) {
    if (!type.equals(other.type)) {
      throw new IllegalArgumentException(
          "Cannot compare versions of type %s and %s"
              .formatted(type.catalogString(), other.type.catalogString()));
    }
    return Arrays.compareUnsigned(encoded, other.encoded);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Version version
        && type.equals(version.type)
        && Arrays.equals(encoded, version.encoded);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(encoded);
  }

  /** The text. */
  @Override
  public String toString() {
    return text();
  }
}
