package io.lakeward.source.debezium;

import io.lakeward.source.IntervalNames;
import io.lakeward.source.PartialUpdates;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.FlowExpressions;
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
 * @param amongOthers whether other flows write the table too
 * @param intervalNames the names of a history's interval columns, once; empty for current rows
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
    ColumnForms forms,
    boolean amongOthers,
    List<IntervalNames> intervalNames,
    FlowExpressions expressions)
    implements Serializable {

  /** The names of a history's interval columns; empty for current rows. */
  Optional<IntervalNames> intervals() {
    return intervalNames.stream().findFirst();
  }

  /** The same of rows that have these columns and this key, by its names in the table. */
  EnvelopeOptions ofRows(StructType columns, List<String> keyColumns) {
    return new EnvelopeOptions(
        selection,
        updates,
        keyColumns,
        columns,
        decimals,
        temporalPrecision,
        unavailableValue,
        infinity,
        forms,
        amongOthers,
        intervalNames,
        expressions);
  }
}
