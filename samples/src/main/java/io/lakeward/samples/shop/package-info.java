/**
 * The live demo: a shop's PostgreSQL database under load, replicated into a lake by the connector,
 * which is killed on the way; at the end both are compared value by value.
 */
package io.lakeward.samples.shop;
