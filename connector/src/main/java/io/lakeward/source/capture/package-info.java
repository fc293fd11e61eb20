/**
 * Captures: directories of JSON-lines files in the form that {@code kcat -C -J} prints, read as a
 * streaming source in place of Kafka (mapping contract, "Captures").
 */
package io.lakeward.source.capture;
