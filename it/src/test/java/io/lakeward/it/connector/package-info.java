/** The product under test: its mapping files, and the ways to run it. */
package io.lakeward.it.connector;
