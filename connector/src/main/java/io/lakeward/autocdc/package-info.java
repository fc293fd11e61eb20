/**
 * The fold: the stored state of a key and its new changes in order give the new state.
 *
 * <p>Pure: imports nothing of Spark, Iceberg or Kafka.
 */
package io.lakeward.autocdc;
