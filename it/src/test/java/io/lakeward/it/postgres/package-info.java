/**
 * A source database in memory: it makes the change events that Debezium would make of a PostgreSQL,
 * and says what the replica must hold.
 */
package io.lakeward.it.postgres;
