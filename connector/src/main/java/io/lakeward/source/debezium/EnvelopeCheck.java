package io.lakeward.source.debezium;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.json.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks names and expressions before the first record where the columns of the source are
 * declared. The connector is not known then, so an expression is right if it is for any of them.
 */
final class EnvelopeCheck {

  private EnvelopeCheck() {}

  /**
   * Checks a flow.
   *
   * @throws LakewardException DUPLICATE_COLUMN_NAME, COLUMNS_NOT_FOUND, EXPRESSION_INVALID or
   *     NON_ORDERABLE_SEQUENCE
   */
  static void check(EnvelopeOptions options) {
    FlowExpressions expressions = options.expressions();
    if (options.declaredSchema().isEmpty()) {
      return;
    }
    RowSchemas schemas = new RowSchemas(options);
    RowSchema rows = schemas.ofDeclared(options.declaredSchema());
    requireUnambiguous(rows, expressions);
    if (!expressions.isEmpty()) {
      requireResolved(rows, schemas, expressions);
    }
  }

  private static void requireUnambiguous(RowSchema rows, FlowExpressions expressions) {
    Optional<String> problem = rows.ambiguity(expressions.added());
    if (problem.isPresent()) {
      throw LakewardException.of(ErrorCode.DUPLICATE_COLUMN_NAME)
          .fact("key", "schema")
          .fact("problem", problem.get())
          .advice("rename one of the columns with `rename`, or leave it out")
          .build();
    }
  }

  private static void requireResolved(
      RowSchema rows, RowSchemas schemas, FlowExpressions expressions) {
    List<Optional<SourcePosition>> orders = new ArrayList<>();
    SourcePositions.known().forEach(position -> orders.add(Optional.of(position)));
    orders.add(Optional.empty());
    Optional<LakewardException> first = Optional.empty();
    for (Optional<SourcePosition> order : orders) {
      try {
        expressions.compile(
            ChangeRow.Schema.of(rows, schemas.sourceOf(rows), order, Unavailable.NEVER).columns());
        return;
      } catch (LakewardException e) {
        first = first.or(() -> Optional.of(e));
      }
    }
    throw first.orElseThrow();
  }
}
