/**
 * Spark's rows as Lakeward's hot path needs them: the order-preserving bytes of keys and sequences.
 *
 * <p>Knows Spark's row and type classes and {@code change}; no flows, tables or formats.
 */
package io.lakeward.row;
