package io.lakeward.source.debezium;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The kinds of geometries by their codes (OGC 06-103r4, table 7), and what each is made of. */
enum GeometryKind {
  POINT(1, Content.POINT),
  LINESTRING(2, Content.POINTS),
  POLYGON(3, Content.RINGS),
  MULTIPOINT(4, Content.GEOMETRIES, POINT),
  MULTILINESTRING(5, Content.GEOMETRIES, LINESTRING),
  MULTIPOLYGON(6, Content.GEOMETRIES, POLYGON),
  GEOMETRYCOLLECTION(7, Content.GEOMETRIES),
  CIRCULARSTRING(8, Content.POINTS),
  COMPOUNDCURVE(9, Content.GEOMETRIES, LINESTRING),
  CURVEPOLYGON(10, Content.GEOMETRIES, LINESTRING),
  MULTICURVE(11, Content.GEOMETRIES, LINESTRING),
  MULTISURFACE(12, Content.GEOMETRIES, POLYGON),
  POLYHEDRALSURFACE(15, Content.GEOMETRIES, POLYGON),
  TIN(16, Content.GEOMETRIES),
  TRIANGLE(17, Content.RINGS);

  /** What follows the head of a geometry. */
  enum Content {
    POINT,
    POINTS,
    RINGS,
    GEOMETRIES
  }

  private static final List<Optional<GeometryKind>> BY_CODE =
      IntStream.rangeClosed(0, TRIANGLE.code)
          .mapToObj(code -> Arrays.stream(values()).filter(kind -> kind.code == code).findFirst())
          .toList();

  private final int code;
  private final Content content;
  private final Set<GeometryKind> untagged;

  GeometryKind(int code, Content content, GeometryKind... untagged) {
    this.code = code;
    this.content = content;
    this.untagged = Set.of(untagged);
  }

  /** The kind of a code; empty for codes without one, and for those of abstract kinds. */
  static Optional<GeometryKind> of(int code) {
    return code < BY_CODE.size() ? BY_CODE.get(code) : Optional.empty();
  }

  Content content() {
    return content;
  }

  /** Whether a part of that kind may be in this one. */
  boolean takes(GeometryKind part) {
    return isUntagged(part)
        || switch (this) {
          case GEOMETRYCOLLECTION -> true;
          case COMPOUNDCURVE -> part == CIRCULARSTRING;
          case CURVEPOLYGON, MULTICURVE -> part == CIRCULARSTRING || part == COMPOUNDCURVE;
          case MULTISURFACE -> part == CURVEPOLYGON;
          default -> false;
        };
  }

  /** Whether the text of a part of that kind does not say what it is. */
  boolean isUntagged(GeometryKind part) {
    return untagged.contains(part) || (this == TIN && part == TRIANGLE);
  }
}
