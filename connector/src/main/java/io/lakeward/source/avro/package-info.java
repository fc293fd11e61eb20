/**
 * Avro's binary form written as the JSON of the same record, each record by the schema it was
 * written with, and where these schemas are looked up. What a record means is told by the format
 * that reads the JSON: this package knows no envelope.
 */
package io.lakeward.source.avro;
