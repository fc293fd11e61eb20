/** Tables that are built anew beside the old ones, and put in their place. */
package io.lakeward.it.refresh;
