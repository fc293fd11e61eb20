/** The samples in full size, written by their own programs and run through the connector. */
package io.lakeward.it.samples;
