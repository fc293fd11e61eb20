/** What goes wrong outside of the connector, and what it says about it. */
package io.lakeward.it.failure;
