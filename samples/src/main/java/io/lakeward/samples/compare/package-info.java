/**
 * Compares a table in PostgreSQL with its replica in Iceberg: row by row, value by value, in both
 * directions. Reads the lake with Iceberg's own generic reader and knows nothing of the connector
 * but which types a replica has.
 */
package io.lakeward.samples.compare;
