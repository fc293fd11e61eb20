/** Lakeward as its users have it: the launcher of the checkout, in a process of its own. */
package io.lakeward.samples.launched;
