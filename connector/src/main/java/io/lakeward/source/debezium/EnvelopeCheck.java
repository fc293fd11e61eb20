package io.lakeward.source.debezium;

import io.lakeward.error.LakewardException;
import io.lakeward.source.expression.FlowExpressions;
import io.lakeward.source.json.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks expressions before the first record where the columns of the source are declared. The
 * connector is not known then, so an expression is right if it is for any of them.
 */
final class EnvelopeCheck {

  private EnvelopeCheck() {}

  /**
   * Checks the expressions of a flow.
   *
   * @throws LakewardException COLUMNS_NOT_FOUND, EXPRESSION_INVALID or NON_ORDERABLE_SEQUENCE
   */
  static void check(EnvelopeOptions options) {
    FlowExpressions expressions = options.expressions();
    if (expressions.isEmpty() || options.declaredSchema().isEmpty()) {
      return;
    }
    RowSchemas schemas = new RowSchemas(options);
    RowSchema rows = schemas.ofDeclared(options.declaredSchema());
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
