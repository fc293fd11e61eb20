/**
 * One contract for all envelopes: bytes of a record in, changes in the row layout of the target
 * out, or the reason why there are none. Each envelope is a package of its own below this one.
 *
 * <p>Knows Spark's rows, not tables, merges or flows.
 */
package io.lakeward.source;
