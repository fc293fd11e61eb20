/** Tables that are filled from full snapshots: what goes wrong, and what follows runs. */
package io.lakeward.it.snapshot;
