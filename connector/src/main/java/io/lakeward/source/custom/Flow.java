package io.lakeward.source.custom;

import io.lakeward.source.PartialUpdates;
import io.lakeward.source.RecordShape;
import io.lakeward.source.Selection;
import io.lakeward.source.expression.CompiledExpressions;
import java.io.Serializable;
import java.time.ZoneId;
import org.apache.spark.sql.types.StructType;

/**
 * A checked flow of plain JSON records.
 *
 * @param schema the declared columns
 * @param shape the columns of the table
 * @param selection which of the declared columns they are
 * @param updates which columns its upserts author
 * @param expressions the sequence, then the conditions that are there
 * @param deletes the place of the delete condition among the expressions; negative for none
 * @param truncates the place of the truncate condition; negative for none
 * @param interval the place of what intervals show: that of the sequence, where nothing else is
 *     said
 * @param system the place of the system sequence; negative for none
 * @param zone of timestamps whose text has no offset
 */
record Flow(
    StructType schema,
    RecordShape shape,
    Selection selection,
    PartialUpdates updates,
    CompiledExpressions expressions,
    int deletes,
    int truncates,
    int interval,
    int system,
    ZoneId zone)
    implements Serializable {

  /** The place of the sequence among the expressions. */
  static final int SEQUENCE = 0;
}
