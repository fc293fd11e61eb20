/** Random streams and volumes of changes, run through the product. */
package io.lakeward.it.simulation;
