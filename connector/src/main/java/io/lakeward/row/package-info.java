/**
 * Spark's rows as Lakeward's hot path needs them: the order-preserving bytes of keys and sequences,
 * and writers that put values into unsafe rows where the column holds them exactly.
 *
 * <p>Knows Spark's row and type classes, {@code change} and {@code error}; no flows, tables or
 * formats.
 */
package io.lakeward.row;
