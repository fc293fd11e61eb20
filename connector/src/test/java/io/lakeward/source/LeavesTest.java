package io.lakeward.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How leaves are counted: semantics, section 4. */
class LeavesTest {

  private static Leaves leaves(String ddl) {
    return new Leaves(
        new Layout(
            Arrays.stream(StructType.fromDDL(ddl).fields())
                .map(field -> Layout.Column.value(field.name(), field.dataType()))
                .toList()));
  }

  private static InternalRow row(Object... values) {
    return new GenericInternalRow(values);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a INT, b STRING | 0 1 2",
        "a INT, s STRUCT<x: INT, t: STRUCT<y: INT, z: INT>>, b INT | 0 1 4 5",
        "a ARRAY<STRUCT<x: INT, y: INT>>, m MAP<INT, STRUCT<x: INT>>, b INT | 0 1 2 3",
        "s STRUCT<>, t STRUCT<x: STRUCT<>>, u STRUCT<x: INT> | 0 1 2 3"
      })
  void leavesAreCountedDepthFirst(String ddl, String expected) {
    int columns = StructType.fromDDL(ddl).size();
    Leaves leaves = leaves(ddl);
    assertThat(IntStream.rangeClosed(0, columns).map(leaves::firstOf).boxed().toList())
        .isEqualTo(Arrays.stream(expected.split(" ", -1)).map(Integer::valueOf).toList());
    assertThat(leaves.count()).isEqualTo(leaves.firstOf(columns));
  }

  @Test
  void columnsStandForAllTheirLeaves() {
    long[] columns = {0b101};
    assertThat(leaves("a INT, b INT, c INT").ofColumns(columns)).isSameAs(columns);
    assertThat(leaves("s STRUCT<x: INT, y: INT>, b INT, t STRUCT<x: INT>").ofColumns(columns))
        .isEqualTo(new long[] {0b1011});
    String wide = "s STRUCT<" + "x%d: INT, ".repeat(70) + "y: INT>, b INT, c INT";
    Object[] numbers = IntStream.range(0, 70).boxed().toArray();
    assertThat(leaves(wide.formatted(numbers)).ofColumns(new long[] {0b100}))
        .isEqualTo(new long[] {0, 1L << (72 - 64)});
  }

  @Test
  void nullsOfAStructAreThoseOfItsLeaves() {
    Leaves leaves = leaves("a INT, s STRUCT<x: INT, t: STRUCT<y: INT, z: INT>>");
    BitSet nulls = new BitSet();
    leaves.addNulls(row(null, row(1, row(null, 2))), 1, nulls);
    assertThat(nulls.stream()).containsExactly(2);
    leaves.addNulls(row(null, row(1, null)), 1, nulls);
    assertThat(nulls.stream()).containsExactly(2, 3);
    leaves.addNulls(row(1, null), 1, nulls);
    assertThat(nulls.stream()).containsExactly(1, 2, 3);
    leaves.addNulls(row(null, null), 0, nulls);
    assertThat(nulls.stream()).containsExactly(0, 1, 2, 3);
  }

  @Test
  void aStructThatLosesNoLeafIsAsItIs() {
    Leaves leaves = leaves("s STRUCT<x: INT, t: STRUCT<y: INT, z: INT>>, b INT");
    InternalRow hollow = row(row(null, row(null, null)), 1);
    assertThat(leaves.without(hollow, new BitSet())).isSameAs(hollow);
    assertThat(leaves.without(hollow, bits(3))).isEqualTo(row(hollow.getStruct(0, 2), null));
    assertThat(leaves.without(hollow, bits(0, 1, 2))).isEqualTo(row(null, 1));
    assertThat(leaves.without(hollow, bits(1))).isEqualTo(row(null, 1));
    assertThat(leaves.without(row(row(1, row(null, null)), 1), bits(1)))
        .isEqualTo(row(row(1, null), 1));
    assertThat(leaves.without(row(null, 1), bits(1))).isEqualTo(row(null, 1));
  }

  @Test
  void leavesAreTakenFromTheirRows() {
    Leaves leaves = leaves("s STRUCT<x: INT, t: STRUCT<y: INT, z: INT>>, b INT");
    InternalRow one = row(row(1, row(2, 3)), 4);
    InternalRow other = row(row(10, row(20, 30)), 40);
    Map.of(
            0, row(row(10, row(2, 3)), 4),
            1, row(row(1, row(20, 3)), 4),
            2, row(row(1, row(2, 30)), 4),
            3, row(row(1, row(2, 3)), 40))
        .forEach(
            (taken, expected) -> {
              Object[] values = new Object[2];
              leaves.putColumns(values, leaf -> leaf == taken ? other : one);
              assertThat(row(values)).isEqualTo(expected);
            });
  }

  private static BitSet bits(int... leaves) {
    BitSet bits = new BitSet();
    IntStream.of(leaves).forEach(bits::set);
    return bits;
  }
}
