package io.lakeward.lake;

import io.lakeward.autocdc.Moved;
import io.lakeward.change.Position;
import io.lakeward.source.Layout;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Finds deletes of earlier batches by their sequence. Nothing but that leads from the upsert of a
 * key change to its delete where their records do not name each other, so the whole state branch is
 * read; such upserts are rare.
 */
public final class Departures {

  private static final byte[] EVERY_KEY = new byte[0];
  private static final StoredKey.Location NOWHERE = new StoredKey.Location("", 0);

  private final SparkSession session;
  private final LakeTable table;

  /** The deletes that the state branch of this table holds, as last refreshed. */
  public Departures(SparkSession session, LakeTable table) {
    this.session = session;
    this.table = table;
  }

  /** The deletes that have one of these encoded sequences and may be half of a key change. */
  public List<Departure> of(List<byte[]> sequences) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    Broadcast<byte[]> keys = context.broadcast(EVERY_KEY);
    Broadcast<byte[][]> wanted = context.broadcast(sequences.toArray(byte[][]::new));
    try {
      StoredRows rows = new StoredRows(Layout.NONE);
      Search search = new Search(rows.bookkeeping(), rows.key(), wanted);
      return new Probe(session, table, KeyRange.ALL, keys)
          .stateRows(rows, 1)
          .mapPartitions(search::matches)
          .collect();
    } finally {
      keys.destroy();
      wanted.destroy();
    }
  }

  /** Looks for the sequences in the rows of a task. */
  private record Search(int bookkeeping, int key, Broadcast<byte[][]> sequences)
      implements Serializable {

    /** The encoded sequence of a move; empty for anything else. */
    private static byte[] moved(byte[] bookkeeping) {
      StoredKey.Builder one = new StoredKey.Builder(LeafIds.NO_LEAVES);
      one.state(bookkeeping, SparkRows.NOT_READ, NOWHERE);
      List<Moved<InternalRow>> moves = one.build().history().moved();
      return moves.isEmpty() ? new byte[0] : moves.get(0).position().sequence();
    }

    Iterator<Departure> matches(Iterator<InternalRow> rows) {
      Set<Position> wanted = new HashSet<>();
      Arrays.stream(sequences.value()).map(Position::of).forEach(wanted::add);
      List<Departure> found = new ArrayList<>();
      while (rows.hasNext()) {
        InternalRow row = rows.next();
        byte[] sequence = moved(row.getBinary(bookkeeping));
        if (wanted.contains(Position.of(sequence))) {
          found.add(new Departure(sequence, row.getBinary(key)));
        }
      }
      return found.iterator();
    }
  }
}
