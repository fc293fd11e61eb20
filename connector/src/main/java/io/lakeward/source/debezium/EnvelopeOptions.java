package io.lakeward.source.debezium;

import io.lakeward.source.IntervalColumn;
import io.lakeward.source.IntervalNames;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.Selection;
import io.lakeward.source.json.EpochUnit;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/**
 * What the mapping says about Debezium's records; each component is described at the builder of
 * {@link DebeziumJsonFormat}.
 *
 * @param declaredSchema the columns of records without embedded schema; none where it is empty
 */
record EnvelopeOptions(
    Selection selection,
    PartialUpdates updates,
    List<String> keys,
    StructType declaredSchema,
    DecimalEncoding decimals,
    EpochUnit temporalPrecision,
    String unavailableValue,
    InfinityPolicy infinity,
    Optional<IntervalNames> intervals)
    implements Serializable {

  /** The interval columns of a history; none for current rows. */
  List<IntervalColumn> intervalColumns() {
    return intervals.map(names -> names.columns(SourceTime.TYPE)).orElse(List.of());
  }
}
