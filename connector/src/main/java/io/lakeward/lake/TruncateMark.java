package io.lakeward.lake;

import static java.util.Objects.requireNonNull;

import io.lakeward.change.Position;
import java.io.Serializable;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * A truncate of a history table: it ends every row that stood at its position, also of keys whose
 * changes come later (semantics, section 8).
 *
 * @param position its place in the order; it knows its sequence
 * @param start the bytes of an unsafe row of one column: what intervals that it ends show
 */
public record TruncateMark(Position position, byte[] start) implements Serializable {

  private static final HexFormat HEX = HexFormat.of();

  public TruncateMark {
    requireNonNull(position, "position");
    requireNonNull(start, "start");
  }

  /** A row of one column: what intervals that it ends show. */
  UnsafeRow startRow() {
    UnsafeRow row = new UnsafeRow(1);
    row.pointTo(start, start.length);
    return row;
  }

  /** The marks of both, each position once, in their order. */
  static List<TruncateMark> union(List<TruncateMark> some, List<TruncateMark> more) {
    TreeSet<TruncateMark> all = new TreeSet<>(Comparator.comparing(TruncateMark::position));
    all.addAll(some);
    all.addAll(more);
    return List.copyOf(all);
  }

  /** As the value of a table property. */
  static String encode(List<TruncateMark> marks) {
    return marks.stream()
        .map(
            mark ->
                HEX.formatHex(mark.position.bytes())
                    + ":"
                    + mark.position.sequenceLength()
                    + ":"
                    + HEX.formatHex(mark.start))
        .collect(Collectors.joining(","));
  }

  /** Reads {@link #encode}; empty text for none. */
  static List<TruncateMark> parse(String text) {
    return Stream.of(text.split(","))
        .filter(mark -> !mark.isEmpty())
        .map(mark -> mark.split(":", -1))
        .map(
            parts ->
                new TruncateMark(
                    Position.of(HEX.parseHex(parts[0]), Integer.parseInt(parts[1])),
                    HEX.parseHex(parts[2])))
        .toList();
  }
}
