/** The connector as the demo sees it: a process with a mapping file and a checkpoint. */
package io.lakeward.samples.shop.connector;
