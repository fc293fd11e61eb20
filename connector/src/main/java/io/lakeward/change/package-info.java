/**
 * What a change is: its operation, its position in the order of its key, and how a record ends when
 * it is none.
 *
 * <p>Imports nothing of Spark, Iceberg or Kafka, and no other package of Lakeward.
 */
package io.lakeward.change;
