package io.lakeward.change;

/** Why a record cannot be applied. Counted by reason; never turned into a change by guessing. */
public enum RejectReason {
  /** The bytes are not what the format says (broken JSON, wrong magic byte). */
  MALFORMED,
  /** The record is well formed, but not of the declared envelope. */
  WRONG_ENVELOPE,
  /** The operation letter is none that the format defines. */
  UNKNOWN_OPERATION,
  /** A value does not fit its column: it would be rounded, wrapped or guessed. */
  VALUE_OUT_OF_TYPE,
  /** The record has no schema that can be found, and the mapping declares none. */
  SCHEMA_MISSING,
  /** The record names columns that the declared schema lacks. */
  COLUMN_UNKNOWN,
  /** The record's own list of the columns that it speaks for is no list of names. */
  COLUMN_LIST_INVALID,
  /** Two columns of the record differ by case only, or become one name. */
  COLUMNS_AMBIGUOUS,
  /** A column of the record that no table can have: without a name, or without fields. */
  COLUMN_UNUSABLE,
  /** The record's columns are others than the table's, and the mapping wants it to stay so. */
  SCHEMA_CHANGE_REFUSED,
  /** The record carries no position of its source. */
  POSITION_MISSING,
  /** A truncate of the source, where the mapping says {@code on_truncate: fail}. */
  TRUNCATE_REFUSED,
  /** A key column is null. */
  NULL_KEY,
  /** The sequence is null. */
  NULL_SEQUENCE,
  /** What the interval of a history's row shows is null, which would read as a row still open. */
  NULL_INTERVAL,
  /** The sequence is of a type that has no order. */
  NON_ORDERABLE_SEQUENCE,
  /** An expression of the mapping failed on the record. */
  EXPRESSION_FAILED
}
