/**
 * The tables: creation, schema evolution, probe, merge and commit on Iceberg.
 *
 * <p>Knows nothing of formats, topics or commands.
 */
package io.lakeward.lake;
