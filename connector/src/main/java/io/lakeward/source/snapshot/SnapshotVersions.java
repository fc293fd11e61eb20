package io.lakeward.source.snapshot;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.plans.logical.LeafNode;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The versions that an expression gives: over the place of a snapshot where it resolves there, else
 * over the columns of its rows.
 */
final class SnapshotVersions {

  /** The mapping key of the expression. */
  static final String KEY = "version";

  /** More distinct values than that are no versions but something that each row has. */
  private static final int MOST_VERSIONS = 10_000;

  private final SparkSession session;
  private final String shown;
  private final String sql;

  private SnapshotVersions(SparkSession session, String shown, String sql) {
    this.session = session;
    this.shown = shown;
    this.sql = sql;
  }

  /** The versions of a description that has an expression or a query for them. */
  static SnapshotVersions of(SparkSession session, SnapshotDescription description) {
    String shown = description.version().orElseThrow();
    // The answer of a query is a column of the place.
    SnapshotVersions versions =
        new SnapshotVersions(session, shown, description.versionQuery().isPresent() ? KEY : shown);
    try {
      CatalystSqlParser$.MODULE$.parseExpression(versions.sql);
      return versions;
    } catch (Exception e) {
      // Scala does not declare that it throws ParseException.
      throw versions.invalid(e).build();
    }
  }

  /** The version that the place tells; empty where it has not the columns that are asked for. */
  Optional<Version> ofPlace(Place place) {
    Dataset<Row> row = place.columns().row(session);
    Optional<DataType> type = resolve(row);
    return type.map(t -> ofRow(place, row, t));
  }

  private Version ofRow(Place place, Dataset<Row> row, DataType type) {
    InternalRow value;
    try {
      value = collected(row.select(functions.expr(sql)))[0];
    } catch (Exception e) {
      throw invalid(e).fact("place", place.place()).build();
    }
    if (value.isNullAt(0)) {
      throw nullVersion(place.place());
    }
    return version(value, type, place);
  }

  /** The distinct versions of rows. */
  List<Version> ofColumns(Place place, Dataset<Row> rows) {
    DataType type =
        resolve(session.createDataFrame(List.of(), rows.schema()))
            .orElseThrow(() -> resolvesNowhere(place, rows.schema()));
    InternalRow[] values;
    try {
      values = collected(rows.select(functions.expr(sql)).distinct().limit(MOST_VERSIONS + 1));
    } catch (Exception e) {
      throw place.unreadable(e).orElseGet(() -> invalid(e).fact("place", place.place()).build());
    }
    if (values.length > MOST_VERSIONS) {
      throw invalid("it has more than " + MOST_VERSIONS + " distinct values")
          .fact("place", place.place())
          .build();
    }
    List<Version> versions = new ArrayList<>();
    for (InternalRow value : values) {
      if (value.isNullAt(0)) {
        throw nullVersion(place.place());
      }
      versions.add(version(value, type, place));
    }
    return versions;
  }

  /** The rows that have this version. */
  Dataset<Row> withVersion(Dataset<Row> rows, Version version) {
    Column value = functions.expr(sql).cast(version.type());
    return rows.where(value.eqNullSafe(VersionColumns.literal(version)));
  }

  /** The type of the expression over a query of one row at most; empty where a name is unknown. */
  private Optional<DataType> resolve(Dataset<Row> row) {
    Dataset<Row> selected;
    try {
      selected = row.select(functions.expr(sql));
    } catch (Exception e) {
      // Scala does not declare that it throws AnalysisException.
      if (isUnknownName(e)) {
        return Optional.empty();
      }
      throw invalid(e).build();
    }
    LogicalPlan plan = selected.queryExecution().analyzed();
    if (!(plan instanceof Project project && project.child() instanceof LeafNode)
        || project.projectList().size() != 1) {
      throw invalid("it is not one value of one row").build();
    }
    Expression value = (Expression) project.projectList().head();
    if (SubqueryExpression.hasSubquery(value)) {
      throw invalid("it has a subquery").build();
    } else if (!value.deterministic()) {
      throw invalid("its value changes from one evaluation to the next").build();
    }
    requireOrder(selected.schema().fields()[0]);
    return Optional.of(value.dataType());
  }

  /** Text that stands for a number or the like does not order as that does. */
  private void requireOrder(StructField value) {
    if (value.metadata().contains(JdbcReading.TEXT_OF)) {
      throw invalid(
              "it is text, which does not order as the database's type %s does"
                  .formatted(value.metadata().getString(JdbcReading.TEXT_OF)))
          .advice("cast it, such as CAST(… AS DECIMAL(38, 0))")
          .build();
    }
  }

  /** The only column of a query's answer, under the name that the expression has for it. */
  static StructType named(StructType answer) {
    StructField column = answer.fields()[0];
    return new StructType().add(KEY, column.dataType(), true, column.metadata());
  }

  private static boolean isUnknownName(Exception e) {
    return e instanceof AnalysisException analysis
        && analysis.getCondition() != null
        && (analysis.getCondition().startsWith("UNRESOLVED_COLUMN")
            || analysis.getCondition().startsWith("FIELD_NOT_FOUND"));
  }

  private Version version(InternalRow row, DataType type, Place place) {
    try {
      return Version.of(row.copy().get(0, type), type);
    } catch (LakewardException e) {
      throw e.with("expression", shown).with("place", place.place());
    }
  }

  private static InternalRow[] collected(Dataset<Row> query) {
    return query.queryExecution().executedPlan().executeCollect();
  }

  private LakewardException resolvesNowhere(Place place, StructType columns) {
    return invalid("it names what neither the place nor the rows of a snapshot have")
        .fact("place", place.place())
        .fact("of_the_place", Arrays.toString(place.columns().types().fieldNames()))
        .fact("of_the_rows", Arrays.toString(columns.fieldNames()))
        .build();
  }

  private LakewardException nullVersion(String place) {
    return LakewardException.of(ErrorCode.NULL_SEQUENCE)
        .fact("key", KEY)
        .fact("expression", shown)
        .fact("place", place)
        .advice("every snapshot needs a version; correct `version`, or leave the path out")
        .build();
  }

  private LakewardException.Builder invalid(Exception cause) {
    return invalid(SnapshotFailure.firstLine(cause)).cause(cause);
  }

  private LakewardException.Builder invalid(String problem) {
    return LakewardException.of(ErrorCode.EXPRESSION_INVALID)
        .fact("key", KEY)
        .fact("expression", shown)
        .fact("problem", problem)
        .advice("use an expression of a snapshot's place, or of the columns of one row");
  }
}
