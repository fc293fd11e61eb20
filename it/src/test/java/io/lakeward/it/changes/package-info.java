/** What changes make of a table: every kind of change, over a broker, round by round. */
package io.lakeward.it.changes;
