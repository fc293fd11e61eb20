package io.lakeward.lake;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.autocdc.Authors;
import io.lakeward.autocdc.Change;
import io.lakeward.autocdc.Change.Origin;
import io.lakeward.autocdc.ColumnSet;
import io.lakeward.autocdc.Kept;
import io.lakeward.autocdc.KeyHistory;
import io.lakeward.autocdc.State;
import io.lakeward.autocdc.Type1Fold;
import io.lakeward.change.OrderedBytes;
import io.lakeward.change.Position;
import io.lakeward.mapping.Columns;
import io.lakeward.source.Layout;
import io.lakeward.source.Leaves;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Rows whose structs are written leaf by leaf: semantics, section 4. */
class LeafwiseFoldTest {

  private static final StructType TYPE =
      StructType.fromDDL("id INT, s STRUCT<x: INT, t: STRUCT<y: INT, z: INT>>, b INT");
  private static final Layout LAYOUT =
      new Layout(
          List.of(
              Layout.Column.key("id", TYPE.apply("id").dataType()),
              Layout.Column.value("s", TYPE.apply("s").dataType()),
              Layout.Column.value("b", TYPE.apply("b").dataType())));
  private static final Leaves LEAVES = new Leaves(LAYOUT);
  private static final Schema SCHEMA = SparkSchemaUtil.convert(TYPE);
  private static final LeafIds IDS = LeafIds.of(SCHEMA.columns(), 9);

  private final SparkRows rows = new SparkRows(LAYOUT, new Columns.All());
  private final Type1Fold<InternalRow> fold = new Type1Fold<>(rows, Position.NONE);

  private static InternalRow row(Object... values) {
    return new GenericInternalRow(values);
  }

  @Test
  void fieldIdsAreThoseOfTheLeaves() {
    assertThat(IDS.ids())
        .containsExactly(
            SCHEMA.findField("id").fieldId(),
            SCHEMA.findField("s.x").fieldId(),
            SCHEMA.findField("s.t.y").fieldId(),
            SCHEMA.findField("s.t.z").fieldId(),
            SCHEMA.findField("b").fieldId());
  }

  @Test
  void authorsFollowTheirLeavesWhereverTheyMove() {
    Position position = position(7);
    Authors authors =
        new Authors(
            List.of(
                new Authors.Entry(1, position(3), false),
                new Authors.Entry(3, position(5), true),
                new Authors.Entry(4, Position.NONE, false)));
    byte[] bytes = new Bookkeeping(position, Bookkeeping.NOT_DELETED, authors).encode(IDS);
    assertThat(Bookkeeping.decode(bytes, IDS).authors()).isEqualTo(authors);
    int[] ids = IDS.ids();
    LeafIds moved = new LeafIds(new int[] {ids[0], ids[4], ids[3], ids[2], 99}, 99);
    assertThat(Bookkeeping.decode(bytes, moved).authors().entries())
        .as("the leaf s.x was dropped, and its author with it")
        .containsExactly(
            new Authors.Entry(1, Position.NONE, false), new Authors.Entry(2, position(5), true));
  }

  @Test
  void leavesAreOverlaidTakenOutAndKept() {
    InternalRow base = row(1, row(2, row(3, 4)), 5);
    InternalRow top = row(1, row(20, row(30, 40)), 50);
    assertThat(rows.overlay(base, top, ColumnSet.of(2, 4)))
        .isEqualTo(row(1, row(2, row(30, 4)), 50, null));
    assertThat(rows.overlay(base, row(1, null, 5), ColumnSet.of(1, 2)))
        .isEqualTo(row(1, row(null, row(null, 4)), 5, null));
    assertThat(rows.overlay(base, row(1, null, 5), ColumnSet.of(2, 3)))
        .isEqualTo(row(1, row(2, null), 5, null));
    assertThat(rows.without(base, ColumnSet.of(1, 2, 3))).isEqualTo(row(1, null, 5, null));
    assertThat(rows.without(base, ColumnSet.of(3)))
        .isEqualTo(row(1, row(2, row(3, null)), 5, null));
    assertThat(rows.only(base, ColumnSet.of(2)))
        .isEqualTo(row(1, row(null, row(3, null)), null, null));
    assertThat(rows.keyWithBookkeeping(base, new byte[] {1}).getStruct(1, 2)).isNull();
  }

  @Test
  void aStructOfNothingButNullsIsKeptWhereOneChangeWroteAllOfIt() {
    InternalRow hollow = row(1, row(null, row(null, null)), 5);
    assertThat(rows.overlay(row(1, null, 6), hollow, ColumnSet.of(1, 2, 3)))
        .isEqualTo(row(1, row(null, row(null, null)), 6, null));
    assertThat(rows.overlay(row(1, null, 6), hollow, ColumnSet.of(1, 2)))
        .isEqualTo(row(1, null, 6, null));
  }

  /** The one law (semantics, section 1), for the leaves of structs. */
  @RepeatedTest(200)
  void theRowIsAFunctionOfTheSetOfChanges() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Change<InternalRow>> changes =
        new ArrayList<>(
            IntStream.range(1, 3 + random.nextInt(6)).mapToObj(i -> change(i, random)).toList());
    String inOrder = shown(foldInBatches(changes, random));
    assertThat(inOrder).as("seed %d", seed).isEqualTo(reference(changes));
    for (int i = 0; i < 20; i++) {
      Collections.shuffle(changes, random);
      assertThat(shown(foldInBatches(changes, random))).as("seed %d", seed).isEqualTo(inOrder);
    }
  }

  private static Position position(long sequence) {
    return Position.of(new OrderedBytes().putLong(sequence).toBytes());
  }

  private static Integer maybe(Random random) {
    return random.nextInt(3) == 0 ? null : random.nextInt(100);
  }

  private static Change<InternalRow> change(int sequence, Random random) {
    if (random.nextInt(8) == 0) {
      return new Change.Delete<>(position(sequence), row(1, null, null));
    }
    InternalRow t = random.nextInt(5) == 0 ? null : row(maybe(random), maybe(random));
    InternalRow s = random.nextInt(5) == 0 ? null : row(maybe(random), t);
    BitSet unauthored = new BitSet();
    IntStream.range(1, LEAVES.count()).filter(i -> random.nextBoolean()).forEach(unauthored::set);
    return new Change.Upsert<>(
        position(sequence),
        LEAVES.without(row(1, s, maybe(random)), unauthored),
        ColumnSet.ofBits(unauthored.toLongArray()),
        Origin.SAME_KEY);
  }

  /** Folds in batches of any size; between two of them all goes through its bookkeeping. */
  private KeyHistory<InternalRow> foldInBatches(List<Change<InternalRow>> changes, Random random) {
    KeyHistory<InternalRow> stored = KeyHistory.unknown();
    for (int from = 0, to; from < changes.size(); from = to) {
      to = from + 1 + random.nextInt(changes.size() - from);
      stored = read(fold.fold(stored, changes.subList(from, to), List.of()));
    }
    return stored;
  }

  private static KeyHistory<InternalRow> read(KeyHistory<InternalRow> written) {
    return new KeyHistory<>(written.kept().stream().map(LeafwiseFoldTest::read).toList());
  }

  private static Kept<InternalRow> read(Kept<InternalRow> part) {
    if (!(part instanceof State.Live<InternalRow> live)) {
      return part;
    }
    byte[] bytes =
        new Bookkeeping(live.position(), Bookkeeping.NOT_DELETED, live.authors()).encode(IDS);
    Bookkeeping decoded = Bookkeeping.decode(bytes, IDS);
    return new State.Live<>(decoded.position(), live.row(), decoded.authors());
  }

  private static String shown(KeyHistory<InternalRow> history) {
    return history.kept().stream()
        .map(part -> part instanceof State.Live<InternalRow> live ? shown(live.row()) : "gone")
        .findFirst()
        .orElseThrow();
  }

  private static String shown(InternalRow row) {
    return row(
            row.get(0, TYPE.fields()[0].dataType()),
            row.get(1, TYPE.fields()[1].dataType()),
            row.get(2, TYPE.fields()[2].dataType()))
        .toString();
  }

  /**
   * Each leaf of its latest author since the last delete; a struct of one author as that wrote it.
   */
  private static String reference(List<Change<InternalRow>> inOrder) {
    InternalRow nothing = InternalRow.empty();
    InternalRow[] rowOfLeaf = new InternalRow[LEAVES.count()];
    boolean there = false;
    java.util.Arrays.fill(rowOfLeaf, nothing);
    for (Change<InternalRow> change : inOrder) {
      there = change instanceof Change.Upsert;
      for (int leaf = 0; leaf < rowOfLeaf.length; leaf++) {
        if (change instanceof Change.Upsert<InternalRow> upsert) {
          rowOfLeaf[leaf] = upsert.unauthored().contains(leaf) ? rowOfLeaf[leaf] : upsert.row();
        } else {
          rowOfLeaf[leaf] = nothing;
        }
      }
    }
    Object[] values = new Object[LAYOUT.columns().size()];
    LEAVES.putColumns(values, leaf -> rowOfLeaf[leaf]);
    return there ? shown(row(values)) : "gone";
  }
}
