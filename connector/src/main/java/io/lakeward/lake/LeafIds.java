package io.lakeward.lake;

import io.lakeward.source.Leaves;
import java.util.stream.IntStream;
import org.apache.iceberg.types.Types.NestedField;

/** The Iceberg field ids of the {@link Leaves} of a column. */
final class LeafIds {

  private LeafIds() {}

  /** Those of a column, or of a field in it, in their order. */
  static IntStream of(NestedField field) {
    boolean branches =
        field.type().isStructType() && !field.type().asStructType().fields().isEmpty();
    return branches
        ? field.type().asStructType().fields().stream().flatMapToInt(LeafIds::of)
        : IntStream.of(field.fieldId());
  }
}
