package io.lakeward.source.custom;

import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.CompiledExpressions;
import io.lakeward.source.expression.FlowExpressions;
import java.io.Serializable;
import java.time.ZoneId;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * A checked flow of plain JSON records.
 *
 * @param schema the declared columns
 * @param shape the columns of the table, those last that the flow adds to the record's
 * @param selection which of the declared columns they are
 * @param updates which columns its upserts author
 * @param expressions its rules, of which the sequence is always there, and its added columns
 * @param compiled the expressions over the declared columns
 * @param zone of timestamps whose text has no offset
 */
record Flow(
    StructType schema,
    RecordShape shape,
    Selection selection,
    PartialUpdates updates,
    FlowExpressions expressions,
    CompiledExpressions compiled,
    ZoneId zone)
    implements Serializable {

  /** The type of the expression at a place. */
  DataType typeAt(int place) {
    return compiled.types().get(place);
  }
}
