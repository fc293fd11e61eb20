package io.lakeward.source.debezium;

import io.lakeward.row.RowTarget;
import java.util.List;

/** What the keys of records say of the keys of rows. */
interface RecordKeys {

  /** Keys of which the rows have all that is to be known. */
  RecordKeys IN_ROWS =
      new RecordKeys() {
        @Override
        public List<String> names(byte[] key) {
          return List.of();
        }

        @Override
        public boolean read(byte[] key, RowPlan row, RowTarget target) {
          return false;
        }
      };

  /**
   * The names of a key's fields; the same list for the same names. Empty for a record without key.
   *
   * @throws RecordRefused where the key is no object
   */
  List<String> names(byte[] key);

  /**
   * Reads a key into the key columns of a row.
   *
   * @param row the plan of the row whose record this key is of
   * @return whether the key has all of the layout's key columns
   */
  boolean read(byte[] key, RowPlan row, RowTarget target);
}
