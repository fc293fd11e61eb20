/** Real feeds of real databases, into the lake, compared with the source value by value. */
package io.lakeward.samples.captured;
