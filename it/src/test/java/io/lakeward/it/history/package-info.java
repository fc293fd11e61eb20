/** Tables that keep their past. */
package io.lakeward.it.history;
