package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.autocdc.Authors;
import io.lakeward.autocdc.Belief;
import io.lakeward.autocdc.Change;
import io.lakeward.autocdc.Change.Origin;
import io.lakeward.autocdc.ColumnSet;
import io.lakeward.autocdc.Interval;
import io.lakeward.autocdc.Kept;
import io.lakeward.autocdc.Moved;
import io.lakeward.autocdc.Remembered;
import io.lakeward.autocdc.State;
import io.lakeward.autocdc.Version;
import io.lakeward.autocdc.Version.Closing;
import io.lakeward.autocdc.Version.Opening;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A part of a history comes back from its bookkeeping and its row as it was. */
class HistoryBookkeepingTest {

  private static final LeafIds LEAVES = new LeafIds(new int[] {1, 2, 70_000, 4}, 70_000);
  private static final InternalRow ROW = new GenericInternalRow(new Object[] {1L, null, null, 5});

  private final HistoryBookkeeping bookkeeping = new HistoryBookkeeping(LEAVES);

  static Stream<Kept<InternalRow>> parts() {
    Interval open = new Interval(at(1, 1), at(3, 1), Position.NONE);
    Interval ended = new Interval(at(1, 1), at(1, 1), at(5, 2));
    ColumnSet some = ColumnSet.of(1, 2);
    return Stream.of(
        new Version<>(open, ROW, Opening.FULL, Closing.OPEN),
        new Version<>(open, ROW, Opening.ELSEWHERE, Closing.OPEN),
        new Version<>(ended, ROW, new Opening.Here(some, Origin.OLD_KEY), Closing.DELETED),
        new Version<>(ended, ROW, new Opening.Here(some, Origin.SAME_KEY), Closing.REPLACED),
        new Version<>(ended, ROW, Opening.FULL, Closing.MOVED),
        new Remembered<>(new Change.Upsert<>(at(2, 9), ROW, some, Origin.SAME_KEY)),
        new Remembered<>(new Change.Upsert<>(at(2, 9), ROW, ColumnSet.NONE, Origin.OLD_KEY)),
        new Remembered<>(new Change.Delete<>(at(2, 9), ROW)),
        new Moved<>(at(4, 1), ROW, new byte[] {7}, new State.Live<>(at(3, 1), ROW, Authors.ROW)),
        new Moved<>(at(4, 1), ROW, new byte[0], new State.Unknown<>()),
        new Belief<>(ended, at(5, 2), Position.NONE, ROW),
        new Belief<>(open, at(3, 1), at(5, 2), ROW));
  }

  @ParameterizedTest
  @MethodSource("parts")
  void comesBackAsItWas(Kept<InternalRow> part) {
    byte[] bytes = bookkeeping.encode(part);
    assertThat(HistoryBookkeeping.isOne(bytes)).isTrue();
    assertThat(bookkeeping.decode(bytes, ROW))
        .usingRecursiveComparison()
        .ignoringFieldsOfTypes(InternalRow.class)
        .isEqualTo(part);
  }

  @Test
  void columnsAreFoundWhereTheyAreNow() {
    Kept<InternalRow> part =
        new Remembered<>(new Change.Upsert<>(at(2, 9), ROW, ColumnSet.of(1, 2), Origin.SAME_KEY));
    HistoryBookkeeping later = new HistoryBookkeeping(new LeafIds(new int[] {1, 4, 2}, 70_000));
    Remembered<InternalRow> read =
        (Remembered<InternalRow>) later.decode(bookkeeping.encode(part), ROW);
    assertThat(((Change.Upsert<InternalRow>) read.change()).unauthored())
        .as("one moved, the other was dropped")
        .isEqualTo(ColumnSet.of(2));
  }

  @Test
  void whatIsLeftToLaterColumnsIsLeftToThoseThatCame() {
    Kept<InternalRow> part =
        new Remembered<>(new Change.Upsert<>(at(2, 9), ROW, ColumnSet.of(1, 4), Origin.SAME_KEY));
    LeafIds wider = new LeafIds(new int[] {1, 2, 70_001, 70_000, 4, 70_002}, 70_002);
    Remembered<InternalRow> read =
        (Remembered<InternalRow>)
            new HistoryBookkeeping(wider).decode(bookkeeping.encode(part), ROW);
    assertThat(((Change.Upsert<InternalRow>) read.change()).unauthored())
        .isEqualTo(ColumnSet.of(1, 2, 5, 6));
  }

  @Test
  void aPositionThatIsTooLongIsRefused() {
    Position long65536 = Position.of(new byte[65_536], 8);
    assertThatThrownBy(
            () -> bookkeeping.encode(new Remembered<>(new Change.Delete<>(long65536, ROW))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("65535");
  }

  private static Position at(long business, long system) {
    byte[] bytes = new OrderedBytes().putLong(business).putLong(system).putLong(0).toBytes();
    return Position.of(bytes, Long.BYTES, Long.BYTES);
  }
}
