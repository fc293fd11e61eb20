/**
 * Feeds to try Lakeward with: a real PostgreSQL, Debezium and Kafka in one JVM, and the live shop
 * demo on top of them.
 *
 * <p>Shares neither code nor class path with the connector, so what it says about the lake is a
 * second opinion.
 */
package io.lakeward.samples;
