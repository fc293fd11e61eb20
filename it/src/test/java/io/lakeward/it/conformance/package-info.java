/** The scenarios of the AUTO CDC conformance file, run through the product. */
package io.lakeward.it.conformance;
