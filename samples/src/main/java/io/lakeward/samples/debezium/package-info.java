/** Debezium as it runs in Kafka Connect, here in this JVM: from a PostgreSQL server into Kafka. */
package io.lakeward.samples.debezium;
