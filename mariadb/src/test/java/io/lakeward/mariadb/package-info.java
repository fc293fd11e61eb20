/**
 * A real MariaDB, and what becomes of its feed. Shares the way to capture and to compare with the
 * samples, but not their Debezium.
 */
package io.lakeward.mariadb;
