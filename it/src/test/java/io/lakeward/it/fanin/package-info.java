/** Several flows into one table. */
package io.lakeward.it.fanin;
