/**
 * Spark Structured Streaming: flows, micro-batches, restart. The only place where everything is
 * wired together.
 */
package io.lakeward.pipeline;
