/**
 * JSON bytes read in one pass into rows: a cursor over the record's own bytes, and a reader for
 * each way in which a value is written. Shared by the formats that are JSON; it knows no envelope.
 */
package io.lakeward.source.json;
