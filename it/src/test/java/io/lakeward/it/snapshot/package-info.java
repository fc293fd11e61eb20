/**
 * Tables that are filled from full snapshots: what goes wrong, and what follows runs. Snapshots of
 * a real database.
 */
package io.lakeward.it.snapshot;
