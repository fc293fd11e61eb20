package io.lakeward.source.debezium;

/**
 * How decimals are written in records without embedded schema: Debezium's {@code
 * decimal.handling.mode}.
 */
public enum DecimalEncoding {
  /**
   * The unscaled number's big-endian bytes as base64, at the declared scale; or an object of scale
   * and such bytes, for numbers of variable scale.
   */
  PRECISE,
  /** Text. */
  STRING,
  /** A JSON number. */
  DOUBLE
}
