/** The broker of a test run, and what is sent to it. */
package io.lakeward.it.kafka;
