/** A real PostgreSQL server that logs for logical decoding. */
package io.lakeward.samples.postgres;
