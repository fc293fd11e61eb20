/**
 * The live demo: a shop's PostgreSQL database under load, replicated into a lake by the connector,
 * which is killed on the way; rows that change behind its back are found and mended; at the end
 * both are compared value by value.
 */
package io.lakeward.samples.shop;
