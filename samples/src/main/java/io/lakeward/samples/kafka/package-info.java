/** A real Kafka broker of one node, in this JVM or in a process of its own. */
package io.lakeward.samples.kafka;
