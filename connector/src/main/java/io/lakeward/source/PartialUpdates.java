package io.lakeward.source;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Which columns the upserts of a flow author (semantics, section 4). Columns have the names that
 * they have in the source. Keys are always authored.
 */
public sealed interface PartialUpdates extends Serializable {

  /** Every column, nulls included. */
  PartialUpdates NONE = new None();

  /**
   * Checks the columns that the rule names, where those of the source are declared.
   *
   * @param added the columns that the flow adds to those of the source
   * @throws LakewardException COLUMNS_NOT_FOUND, or MAPPING_INVALID for a list that is none
   */
  default void requireIn(StructType declared, Collection<String> added) {}

  /** There are none: an upsert authors every column, nulls included. */
  record None() implements PartialUpdates {}

  /**
   * A null in one of these columns authors nothing.
   *
   * @param columns takes the columns in which nulls are ignored
   */
  record IgnoreNulls(Selection columns) implements PartialUpdates {
    public IgnoreNulls {
      requireNonNull(columns, "columns");
    }

    @Override
    public void requireIn(StructType declared, Collection<String> added) {
      Set<String> unknown = new TreeSet<>(columns.only());
      unknown.addAll(columns.except());
      unknown.removeAll(Set.of(declared.fieldNames()));
      unknown.removeAll(Set.copyOf(added));
      if (!unknown.isEmpty()) {
        throw notFound("ignore_null_updates", unknown, declared);
      }
    }
  }

  /**
   * An upsert lists the columns that it authors.
   *
   * @param column the column of texts that holds the list, which is null for all
   */
  record Listed(String column) implements PartialUpdates {
    public Listed {
      requireNonNull(column, "column");
    }

    @Override
    public void requireIn(StructType declared, Collection<String> added) {
      StructField field =
          Arrays.stream(declared.fields())
              .filter(known -> known.name().equals(column))
              .findFirst()
              .orElseThrow(() -> notFound("columns_to_update", Set.of(column), declared));
      if (!ListedColumns.canBeIn(field.dataType())) {
        throw LakewardException.of(ErrorCode.MAPPING_INVALID)
            .fact("key", "columns_to_update")
            .fact("column", column)
            .fact("type", field.dataType().catalogString())
            .advice("name a column that is declared as ARRAY<STRING>")
            .build();
      }
    }
  }

  private static LakewardException notFound(String key, Set<String> unknown, StructType declared) {
    return LakewardException.of(ErrorCode.COLUMNS_NOT_FOUND)
        .fact("key", key)
        .fact("columns", unknown)
        .fact("declared", List.of(declared.fieldNames()))
        .build();
  }
}
