/**
 * The rows of a table, read from the source itself, as the lines that {@code ./lakeward query
 * --format json} must print of its replica. Knows nothing of events.
 */
package io.lakeward.samples.rows;
