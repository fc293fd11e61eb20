/**
 * Debezium's own envelope (before, after, source, op) in JSON, with or without embedded schema.
 *
 * <p>The field lists are those of Debezium's documentation of each connector.
 */
package io.lakeward.source.debezium;
