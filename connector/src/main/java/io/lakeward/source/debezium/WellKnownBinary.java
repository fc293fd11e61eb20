package io.lakeward.source.debezium;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Writes well-known binary as well-known text (OGC Simple Feature Access 06-103r4, clauses 7 and
 * 8), with the curves and surfaces of SQL/MM and with PostGIS's extensions EWKB and EWKT: the
 * reference system, and flags for the third and fourth dimension. Every number keeps its exact
 * value. Used for one geometry.
 */
final class WellKnownBinary {

  /** So deep that nobody means it, and no stack overflows. */
  private static final int MOST_NESTED = 100;

  private static final int BYTE_ORDER_AND_TYPE = 1 + Integer.BYTES;
  private static final int HAS_Z = 0x80000000;
  private static final int HAS_M = 0x40000000;
  private static final int HAS_SRID = 0x20000000;
  private static final int ISO_STEP = 1000;

  /** Whole numbers below it are written without a fraction. */
  private static final double LARGEST_PLAIN = 1e15;

  /** Thrown for bytes that are no geometry; always caught, so it carries no stack trace. */
  static final class Broken extends RuntimeException {
    Broken(String problem) {
      super(problem, null, false, false);
    }
  }

  private final ByteBuffer wkb;
  private final StringBuilder text = new StringBuilder();
  private OptionalInt srid;

  private WellKnownBinary(byte[] wkb, OptionalInt srid) {
    this.wkb = ByteBuffer.wrap(wkb);
    this.srid = srid;
  }

  /**
   * The text of a geometry, behind {@code SRID=n;} where its reference system is known.
   *
   * @param srid the reference system that is told beside the bytes
   * @throws Broken where the bytes are no geometry, go on behind it, or name another system
   */
  static String text(byte[] wkb, OptionalInt srid) {
    WellKnownBinary reader = new WellKnownBinary(wkb, srid);
    reader.geometry(Optional.empty(), 0);
    if (reader.wkb.hasRemaining()) {
      throw new Broken("bytes behind the geometry");
    }
    if (reader.srid.isPresent()) {
      reader.text.insert(0, "SRID=" + reader.srid.getAsInt() + ";");
    }
    return reader.text.toString();
  }

  /** The head of a geometry: its kind, and how many numbers a point has. */
  private record Head(GeometryKind kind, boolean hasZ, boolean hasM) {

    int ordinates() {
      return 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0);
    }

    boolean hasDimensionsOf(Head other) {
      return hasZ == other.hasZ && hasM == other.hasM;
    }

    String dimensions() {
      return hasZ ? hasM ? " ZM " : " Z " : hasM ? " M " : "";
    }
  }

  private void geometry(Optional<Head> parent, int depth) {
    if (depth > MOST_NESTED) {
      throw new Broken("geometries nested more than " + MOST_NESTED + " deep");
    }
    Head head = head();
    boolean tagged = true;
    if (parent.isPresent()) {
      GeometryKind kind = parent.get().kind();
      if (!kind.takes(head.kind())) {
        throw new Broken(head.kind() + " in " + kind);
      }
      tagged = !kind.isUntagged(head.kind());
      if (!tagged && !head.hasDimensionsOf(parent.get())) {
        throw new Broken("parts of other dimensions");
      }
    }
    if (tagged) {
      text.append(head.kind()).append(head.dimensions());
    }
    switch (head.kind().content()) {
      case POINT -> point(head, tagged);
      case POINTS -> points(head, tagged);
      case RINGS -> rings(head, tagged);
      case GEOMETRIES -> geometries(head, tagged, depth);
    }
  }

  private Head head() {
    require(1, BYTE_ORDER_AND_TYPE);
    byte order = wkb.get();
    if (order != 0 && order != 1) {
      throw new Broken("a byte order of " + order);
    }
    wkb.order(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int type = wkb.getInt();
    int code = type & ~(HAS_Z | HAS_M | HAS_SRID);
    int dimensions = code / ISO_STEP;
    if (dimensions > 3) {
      throw new Broken("the type " + code);
    }
    if ((type & HAS_SRID) != 0) {
      require(1, Integer.BYTES);
      take(wkb.getInt());
    }
    return new Head(
        GeometryKind.of(code % ISO_STEP).orElseThrow(() -> new Broken("the type " + code)),
        (type & HAS_Z) != 0 || (dimensions & 1) != 0,
        (type & HAS_M) != 0 || (dimensions & 2) != 0);
  }

  private void take(int given) {
    if (srid.isPresent() && srid.getAsInt() != given) {
      throw new Broken("the reference systems " + srid.getAsInt() + " and " + given);
    }
    srid = OptionalInt.of(given);
  }

  /** A point of nothing but NaN is the empty one, for which the binary has no other form. */
  private void point(Head head, boolean tagged) {
    double[] ordinates = ordinates(head);
    if (Arrays.stream(ordinates).allMatch(Double::isNaN)) {
      empty(tagged && head.dimensions().isEmpty());
      return;
    }
    text.append('(');
    append(ordinates);
    text.append(')');
  }

  private void points(Head head, boolean tagged) {
    int count = count(head.ordinates() * Double.BYTES);
    if (count == 0) {
      empty(tagged && head.dimensions().isEmpty());
      return;
    }
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? '(' : ',');
      append(ordinates(head));
    }
    text.append(')');
  }

  private void rings(Head head, boolean tagged) {
    int count = count(Integer.BYTES);
    if (count == 0) {
      empty(tagged && head.dimensions().isEmpty());
      return;
    }
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? '(' : ',');
      points(head, false);
    }
    text.append(')');
  }

  private void geometries(Head head, boolean tagged, int depth) {
    ByteOrder order = wkb.order();
    int count = count(BYTE_ORDER_AND_TYPE);
    if (count == 0) {
      empty(tagged && head.dimensions().isEmpty());
      return;
    }
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? '(' : ',');
      geometry(Optional.of(head), depth + 1);
    }
    text.append(')');
    wkb.order(order);
  }

  private void empty(boolean spaced) {
    text.append(spaced ? " EMPTY" : "EMPTY");
  }

  private double[] ordinates(Head head) {
    double[] ordinates = new double[head.ordinates()];
    require(ordinates.length, Double.BYTES);
    for (int i = 0; i < ordinates.length; i++) {
      ordinates[i] = wkb.getDouble();
    }
    return ordinates;
  }

  private void append(double[] ordinates) {
    for (int i = 0; i < ordinates.length; i++) {
      if (i > 0) {
        text.append(' ');
      }
      double value = ordinates[i];
      boolean plain = value == Math.rint(value) && Math.abs(value) < LARGEST_PLAIN;
      if (plain && value == 0 && 1 / value < 0) {
        text.append("-0");
      } else if (plain) {
        text.append((long) value);
      } else {
        text.append(value);
      }
    }
  }

  /** A number of parts of at least this size each, which must all be there. */
  private int count(int leastBytes) {
    require(1, Integer.BYTES);
    int count = wkb.getInt();
    if (count < 0) {
      throw new Broken("more parts than bytes");
    }
    require(count, leastBytes);
    return count;
  }

  private void require(int count, int bytes) {
    if (wkb.remaining() < (long) count * bytes) {
      throw new Broken("too few bytes");
    }
  }
}
