package io.lakeward.lake;

import io.lakeward.source.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Compares some columns of two rows, nulls and every type included: two rows are the same where
 * Spark would store them as the same bytes. Not thread safe.
 */
final class SameColumns implements BiPredicate<InternalRow, InternalRow> {

  private final List<Expression> columns;
  private Optional<Projections> projections = Optional.empty();

  /** Each has a row of its own, so that two results can be compared. */
  private record Projections(UnsafeProjection first, UnsafeProjection second) {}

  private SameColumns(List<Expression> columns) {
    this.columns = columns;
  }

  /** Compares the columns of a layout that match. */
  static SameColumns of(Layout layout, Predicate<Layout.Column> compared) {
    List<Expression> columns = new ArrayList<>();
    for (int i = 0; i < layout.columns().size(); i++) {
      Layout.Column column = layout.columns().get(i);
      if (compared.test(column)) {
        columns.add(new BoundReference(i, column.type(), true));
      }
    }
    return new SameColumns(columns);
  }

  @Override
  public boolean test(InternalRow one, InternalRow other) {
    SparkRows.requireRead(one);
    SparkRows.requireRead(other);
    if (projections.isEmpty()) {
      projections = Optional.of(new Projections(projection(), projection()));
    }
    Projections both = projections.get();
    return both.first().apply(one).equals(both.second().apply(other));
  }

  /** Its code is generated, so it is not made before there is something to compare. */
  private UnsafeProjection projection() {
    return UnsafeProjection.create(CollectionConverters.asScala(columns).toSeq());
  }
}
