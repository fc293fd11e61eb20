/**
 * The sample orders-live: the events of a delivery service's orders, written as a capture, beside
 * what the tables of the sample's mapping must hold afterwards.
 *
 * <p>What the tables must hold is recomputed from the files alone, by sorting each order's events
 * and applying them one after the other. Knows nothing of the connector.
 */
package io.lakeward.samples.orderslive;
