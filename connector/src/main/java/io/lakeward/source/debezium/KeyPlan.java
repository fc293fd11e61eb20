package io.lakeward.source.debezium;

import java.util.List;

/**
 * How the record keys of one schema are read.
 *
 * @param names the fields of the key, by source name
 * @param row the key seen as a row that has only these columns
 */
record KeyPlan(List<String> names, RowPlan row) {}
