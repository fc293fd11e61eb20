package io.lakeward.source.debezium;

import io.lakeward.source.json.JsonType;
import java.util.Optional;

/**
 * A column of the source's row.
 *
 * @param source its name at the source
 * @param target its name in the table; empty where it is left out
 * @param type how it is written
 * @param required whether a record without it is broken
 * @param defaultValue its default, as Spark's internal value
 */
record RowColumn(
    String source,
    Optional<String> target,
    JsonType type,
    boolean required,
    Optional<Object> defaultValue) {}
