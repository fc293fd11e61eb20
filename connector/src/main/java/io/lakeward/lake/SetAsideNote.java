package io.lakeward.lake;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;

/**
 * The note in a table of how many of its records stand aside. Written on just the metadata before
 * which they were counted: an update of properties that is blind to what others commit could end
 * the hold of a record that was set aside after the count.
 *
 * @param table the table that is noted in
 */
record SetAsideNote(Table table) {

  private static final int MOST_ATTEMPTS = 20;

  /**
   * Writes the note.
   *
   * @param standing counts the records; asked after each look at the table
   * @throws LakewardException COMMIT_CONFLICT where others were first in every attempt
   */
  void write(LongSupplier standing) {
    TableOperations operations = ((HasTableOperations) table).operations();
    for (int attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      TableMetadata base = refreshed(operations);
      Map<String, String> properties = new HashMap<>(base.properties());
      long count = standing.getAsLong();
      if (count == TableState.setAside(properties)) {
        return;
      } else if (count == 0) {
        properties.remove(TableState.SET_ASIDE);
      } else {
        properties.put(TableState.SET_ASIDE, Long.toString(count));
      }
      if (held(operations, base, properties)) {
        return;
      }
    }
    throw LakewardException.of(ErrorCode.COMMIT_CONFLICT)
        .fact("table", table.name())
        .fact("attempts", MOST_ATTEMPTS)
        .advice("look who else commits to the table all the time, then run the command again")
        .build();
  }

  private TableMetadata refreshed(TableOperations operations) {
    try {
      return operations.refresh();
    } catch (RuntimeException e) {
      throw Displacement.explained(table.name(), e);
    }
  }

  private static boolean held(
      TableOperations operations, TableMetadata base, Map<String, String> properties) {
    try {
      CommitThread.run(() -> operations.commit(base, base.replaceProperties(properties)));
      return true;
    } catch (CommitFailedException otherWasFirst) {
      return false;
    }
  }
}
