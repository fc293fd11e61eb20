package io.lakeward.source.capture;

import org.apache.spark.sql.connector.read.InputPartition;

/** One file of a capture. */
record CapturePartition(String file) implements InputPartition {}
