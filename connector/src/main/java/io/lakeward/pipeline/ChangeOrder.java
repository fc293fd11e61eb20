package io.lakeward.pipeline;

import static java.util.Objects.requireNonNull;

import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.mapping.Flow;
import io.lakeward.mapping.Input;
import io.lakeward.mapping.Table;
import io.lakeward.source.debezium.StatedPosition;
import io.lakeward.source.snapshot.Version;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/**
 * In which order the changes of a table are, and where a repair stands in it ({@code
 * docs/decisions/0017-positions-of-repairs.md}). Immutable.
 *
 * @param table the mapping of the table
 * @param sequenceType the type of the sequences of its changes
 */
record ChangeOrder(Table table, DataType sequenceType) {
  ChangeOrder {
    requireNonNull(table, "table");
    requireNonNull(sequenceType, "sequenceType");
  }

  /** Whether it is the order in which a Debezium connector found the changes in a log. */
  boolean isOfLog() {
    List<Flow> changes =
        table.flows().stream().filter(flow -> !(flow.input() instanceof Input.Snapshots)).toList();
    return !changes.isEmpty()
        && changes.stream()
            .allMatch(
                flow ->
                    flow.rules().sequenceBy().isEmpty() && !flow.encoding().format().isCustom());
  }

  /** The position behind all changes of a sequence. */
  RepairPosition behind(byte[] sequence) {
    return new RepairPosition(
        sequenceType,
        StatedPosition.behind(sequenceType, sequence),
        table.flows().size(),
        System.currentTimeMillis());
  }

  /**
   * The position behind the changes of a version.
   *
   * @throws LakewardException POSITION_INVALID where the table's changes have no such sequences
   */
  RepairPosition behind(Version version) {
    requireType(version.type(), version.text());
    return behind(version.encoded());
  }

  /**
   * The position behind the change that a text states.
   *
   * @param text the source block of a change in the order of a log, else a sequence
   * @throws LakewardException POSITION_INVALID
   */
  RepairPosition behind(String text) {
    if (!isOfLog()) {
      return behind(RepairPosition.parsed(text, sequenceType));
    }
    StatedPosition stated = StatedPosition.of(text);
    requireType(stated.type(), text);
    return behind(stated.sequence());
  }

  private void requireType(DataType type, String text) {
    if (!sequenceType.asNullable().catalogString().equals(type.asNullable().catalogString())) {
      throw LakewardException.of(ErrorCode.POSITION_INVALID)
          .fact("position", text)
          .fact("type", type.catalogString())
          .fact("sequence", sequenceType.catalogString())
          .advice("give a position of the connector, or of the type, that the table's changes have")
          .build();
    }
  }
}
