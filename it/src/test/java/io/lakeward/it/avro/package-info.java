/** Records in Avro whose schemas are in a registry. */
package io.lakeward.it.avro;
