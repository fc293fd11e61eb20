/** What the connector has written, as anyone can read it: the catalog, offsets and snapshots. */
package io.lakeward.samples.shop.lake;
