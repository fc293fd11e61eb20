package io.lakeward.source.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonToken;
import io.lakeward.change.OrderedBytes;
import io.lakeward.error.ErrorCode;
import io.lakeward.error.LakewardException;
import io.lakeward.row.EncodedValue;
import io.lakeward.row.OrderedColumns;
import io.lakeward.source.debezium.SourceBlock.Field;
import io.lakeward.source.json.JsonCursor;
import java.io.IOException;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The position of a change that somebody names by its {@code source} block.
 *
 * @param type the position's type
 * @param sequence the encoded position
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared as a record.
public record StatedPosition(StructType type, byte[] sequence) {

  private static final byte[] POSTGRES = "postgresql".getBytes(UTF_8);

  public StatedPosition {
    requireNonNull(type, "type");
    requireNonNull(sequence, "sequence");
  }

  /**
   * The position that a source block states.
   *
   * @param json the block, of a change that was read from the log
   * @throws LakewardException POSITION_INVALID where it states none
   */
  public static StatedPosition of(String json) {
    SourceBlock block = new SourceBlock();
    byte[] text = json.getBytes(UTF_8);
    try (JsonCursor cursor = new JsonCursor().open(text, 0, text.length)) {
      if (cursor.next() != JsonToken.START_OBJECT) {
        throw invalid(json, "it is no JSON object").build();
      }
      block.read(cursor);
      return of(json, block);
    } catch (IOException e) {
      throw invalid(json, "it is no JSON object").cause(e).build();
    } catch (RecordRefused e) {
      throw invalid(json, e.getMessage()).cause(e).build();
    }
  }

  private static StatedPosition of(String json, SourceBlock block) {
    SourcePosition order = SourcePositions.of(block);
    if (block.isText(Field.CONNECTOR, POSTGRES)
        && (!block.hasText(Field.SEQUENCE) || !LsnPair.parse(block).hasCommit())) {
      // The first change to commit after a mere place in the log would be before it.
      throw invalid(json, "source.sequence does not name the last commit").build();
    }
    OrderedBytes bytes = new OrderedBytes();
    order.write(block, 1, bytes);
    return new StatedPosition(order.type(), bytes.toBytes());
  }

  /**
   * The next position behind one, where no change of a log can be: so a history has room for what
   * is said there. The same position where it is none of a log.
   *
   * @param type the type of the position
   * @param sequence the encoded position
   */
  public static byte[] behind(DataType type, byte[] sequence) {
    boolean isOfLog =
        SourcePositions.known().stream()
            .anyMatch(order -> order.type().asNullable().equals(type.asNullable()));
    if (!isOfLog) {
      return sequence;
    }
    // The last field, by which what was streamed is behind what a snapshot read at one place.
    int last = ((StructType) type).size() - 1;
    GenericInternalRow position = (GenericInternalRow) EncodedValue.of(sequence, type);
    position.update(last, position.getInt(last) + 1);
    return OrderedColumns.of(new int[] {0}, new DataType[] {type})
        .encode(new GenericInternalRow(new Object[] {position}), new OrderedBytes());
  }

  private static LakewardException.Builder invalid(String json, String problem) {
    return LakewardException.of(ErrorCode.POSITION_INVALID)
        .fact("position", json)
        .fact("problem", problem)
        .advice(
            "give the `source` block of the last change that the compared rows have, as Debezium"
                + " sent it: {\"connector\": \"postgresql\", \"sequence\": \"[…]\", \"lsn\": …}");
  }
}
