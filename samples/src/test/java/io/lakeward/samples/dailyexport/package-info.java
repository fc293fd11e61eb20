/**
 * Writes the sample of a shop's daily export, and recomputes in plain Java the tables that must
 * come of it.
 */
package io.lakeward.samples.dailyexport;
