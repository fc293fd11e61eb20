/** Tables whose sources change their columns. */
package io.lakeward.it.evolution;
