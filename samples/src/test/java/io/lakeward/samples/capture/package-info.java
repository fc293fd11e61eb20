/**
 * Captures of what Debezium makes of a database: its records as lines in files, as Kafka would hold
 * them, without Kafka.
 */
package io.lakeward.samples.capture;
