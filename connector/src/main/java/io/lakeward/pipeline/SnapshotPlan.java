package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.LakewardException;
import io.lakeward.lake.SnapshotChanges;
import io.lakeward.mapping.Expression;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Table;
import io.lakeward.source.Layout;
import io.lakeward.source.expression.ExpressionCompiler;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.expression.FlowExpressions.Rule;
import io.lakeward.source.expression.RenamedColumns;
import io.lakeward.source.snapshot.SnapshotDescription;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A flow of snapshots, ready to run.
 *
 * @param pipeline the pipeline's name
 * @param name the target's full name, for people
 * @param table what the mapping says of the table
 * @param flow what it says of the flow
 * @param source where the snapshots lie
 * @param added the columns that the mapping adds
 * @param absentWithin for which rows of the table it counts that a snapshot lacks them, over the
 *     columns by their names in the source; empty for all
 */
record SnapshotPlan(
    String pipeline,
    String name,
    Table table,
    Flow flow,
    SnapshotDescription source,
    FlowExpressions added,
    Optional<Expression> absentWithin) {

  SnapshotPlan {
    requireNonNull(pipeline, "pipeline");
    requireNonNull(name, "name");
    requireNonNull(table, "table");
    requireNonNull(flow, "flow");
    requireNonNull(source, "source");
    requireNonNull(added, "added");
    requireNonNull(absentWithin, "absentWithin");
  }

  /** The flow's name, where the table's does not say as much. */
  Optional<String> shownFlow() {
    return table.flows().size() > 1 ? Optional.of(flow.name()) : Optional.empty();
  }

  /**
   * Whether other flows write the table.
   *
   * @param breadth which columns of it the snapshots say
   */
  SnapshotChanges.Others others(SnapshotRows.Breadth breadth) {
    if (table.flows().size() == 1) {
      return SnapshotChanges.Others.NONE;
    }
    return absentWithin.isEmpty() && breadth == SnapshotRows.Breadth.EVERY_COLUMN
        ? SnapshotChanges.Others.SOME
        : SnapshotChanges.Others.SOME_BEYOND;
  }

  /**
   * For which rows of the table it counts that a snapshot lacks them; empty for all.
   *
   * @throws LakewardException COLUMNS_NOT_FOUND or EXPRESSION_INVALID where it cannot be told of
   *     the table's columns
   */
  Optional<Column> covered(SparkSession session, Layout layout) {
    return absentWithin.map(
        condition -> {
          FlowExpressions.builder(new ExpressionCompiler(session))
              .rule(Rule.ABSENT_WITHIN, List.of(condition.sql()))
              .build()
              .compile(sourceColumns(layout));
          return RenamedColumns.of(condition.sql(), flow.projection().rename());
        });
  }

  /** The columns of the source that the table has, by their names there. */
  StructType sourceColumns(Layout layout) {
    Map<String, String> sources = new HashMap<>();
    flow.projection().rename().forEach((source, renamed) -> sources.put(renamed, source));
    StructType columns = new StructType();
    for (Layout.Column column : layout.columns()) {
      if (column.isOfSource() && !flow.projection().add().containsKey(column.name())) {
        columns = columns.add(sources.getOrDefault(column.name(), column.name()), column.type());
      }
    }
    return columns;
  }
}
