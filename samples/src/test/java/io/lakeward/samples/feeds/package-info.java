/** Writes the samples that are captures of a real PostgreSQL, and runs every sample there is. */
package io.lakeward.samples.feeds;
