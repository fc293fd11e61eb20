/**
 * The mapping as immutable records that are right by construction: what is to be replicated, and
 * how.
 *
 * <p>Imports nothing of Spark, Iceberg or Kafka, and no YAML.
 */
package io.lakeward.mapping;
