package io.lakeward.source.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateXYM;
import org.locationtech.jts.geom.CoordinateXYZM;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.Ordinate;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBWriter;
import org.locationtech.jts.io.WKTReader;

/** Geometries as text: case T22. JTS is the judge for the kinds that it knows. */
class WellKnownBinaryTest {

  private static final long SEED = Long.getLong("geometry.seed", new Random().nextLong());
  private static final GeometryFactory FACTORY = new GeometryFactory();

  @Test
  void textIsTheSameGeometry() throws ParseException {
    Random random = new Random(SEED);
    for (int i = 0; i < 2_000; i++) {
      EnumSet<Ordinate> ordinates = EnumSet.of(Ordinate.X, Ordinate.Y);
      if (random.nextBoolean()) {
        ordinates.add(Ordinate.Z);
      }
      if (random.nextBoolean()) {
        ordinates.add(Ordinate.M);
      }
      Geometry geometry = geometry(random, ordinates, 0);
      WKBWriter writer =
          new WKBWriter(
              ordinates.size(),
              random.nextBoolean() ? ByteOrderValues.BIG_ENDIAN : ByteOrderValues.LITTLE_ENDIAN);
      writer.setOutputOrdinates(ordinates);
      String text = WellKnownBinary.text(writer.write(geometry), OptionalInt.empty());
      Geometry read = new WKTReader(FACTORY).read(text);
      assertThat(read.getGeometryType())
          .as("%s, seed %d", text, SEED)
          .isEqualTo(geometry.getGeometryType());
      assertThat(coordinates(read, ordinates))
          .as("%s, seed %d", text, SEED)
          .isEqualTo(coordinates(geometry, ordinates));
    }
  }

  /** All numbers, and how many points each part has. */
  private static String coordinates(Geometry geometry, EnumSet<Ordinate> ordinates) {
    if (geometry.getNumGeometries() != 1 || geometry.getGeometryN(0) != geometry) {
      return IntStream.range(0, geometry.getNumGeometries())
          .mapToObj(i -> coordinates(geometry.getGeometryN(i), ordinates))
          .toList()
          .toString();
    }
    if (geometry instanceof Polygon polygon) {
      return coordinates(polygon.getExteriorRing(), ordinates)
          + IntStream.range(0, polygon.getNumInteriorRing())
              .mapToObj(i -> coordinates(polygon.getInteriorRingN(i), ordinates))
              .toList();
    }
    return Arrays.stream(geometry.getCoordinates())
        .map(
            c ->
                c.getX()
                    + " "
                    + c.getY()
                    + (ordinates.contains(Ordinate.Z) ? " z " + c.getZ() : "")
                    + (ordinates.contains(Ordinate.M) ? " m " + c.getM() : ""))
        .toList()
        .toString();
  }

  private static Geometry geometry(Random random, EnumSet<Ordinate> ordinates, int depth) {
    return switch (random.nextInt(depth < 3 ? 7 : 3)) {
      case 0 -> point(random, ordinates);
      case 1 -> line(random, ordinates);
      case 2 -> polygon(random, ordinates);
      case 3 ->
          FACTORY.createMultiPoint(
              many(random).mapToObj(i -> point(random, ordinates)).toArray(Point[]::new));
      case 4 ->
          FACTORY.createMultiLineString(
              many(random).mapToObj(i -> line(random, ordinates)).toArray(LineString[]::new));
      case 5 ->
          FACTORY.createMultiPolygon(
              many(random).mapToObj(i -> polygon(random, ordinates)).toArray(Polygon[]::new));
      default ->
          FACTORY.createGeometryCollection(
              many(random)
                  .mapToObj(i -> geometry(random, ordinates, depth + 1))
                  .toArray(Geometry[]::new));
    };
  }

  private static IntStream many(Random random) {
    return IntStream.range(0, 1 + random.nextInt(3));
  }

  private static Point point(Random random, EnumSet<Ordinate> ordinates) {
    return FACTORY.createPoint(coordinate(random, ordinates));
  }

  private static LineString line(Random random, EnumSet<Ordinate> ordinates) {
    return FACTORY.createLineString(
        IntStream.range(0, 2 + random.nextInt(4))
            .mapToObj(i -> coordinate(random, ordinates))
            .toArray(Coordinate[]::new));
  }

  private static Polygon polygon(Random random, EnumSet<Ordinate> ordinates) {
    LinearRing[] holes =
        many(random).mapToObj(i -> ring(random, ordinates)).toArray(LinearRing[]::new);
    return FACTORY.createPolygon(ring(random, ordinates), holes);
  }

  private static LinearRing ring(Random random, EnumSet<Ordinate> ordinates) {
    Coordinate first = coordinate(random, ordinates);
    return FACTORY.createLinearRing(
        new Coordinate[] {
          first, coordinate(random, ordinates), coordinate(random, ordinates), first.copy()
        });
  }

  private static Coordinate coordinate(Random random, EnumSet<Ordinate> ordinates) {
    boolean z = ordinates.contains(Ordinate.Z);
    if (ordinates.contains(Ordinate.M)) {
      return z
          ? new CoordinateXYZM(number(random), number(random), number(random), number(random))
          : new CoordinateXYM(number(random), number(random), number(random));
    }
    return z
        ? new Coordinate(number(random), number(random), number(random))
        : new org.locationtech.jts.geom.CoordinateXY(number(random), number(random));
  }

  private static double number(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(360) - 180;
      case 1 -> random.nextGaussian() * 180;
      case 2 -> random.nextGaussian() * 1e-9;
      default -> random.nextGaussian() * 1e18;
    };
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0101000000000000000000F07F000000000000F87F       | POINT(Infinity NaN)
          0101000000000000000000F87F000000000000F87F       | POINT EMPTY
          01E9030000000000000000F87F000000000000F87F000000000000F87F | POINT Z EMPTY
          010100000000000000000000800000000000000000       | POINT(-0 0)
          010200000000000000                               | LINESTRING EMPTY
          010300000000000000                               | POLYGON EMPTY
          01030000000100000000000000                       | POLYGON(EMPTY)
          01070000000100000001010000000000000000000000000000000000F03F | GEOMETRYCOLLECTION(POINT(0 1))
          010700000001000000000000000100000000000000003FF0000000000000 | GEOMETRYCOLLECTION(POINT(0 1))
          01080000000100000000000000000000000000000000000000 | CIRCULARSTRING(0 0)
          01090000000200000001020000000100000000000000000000000000000000000000010800000000000000 | COMPOUNDCURVE((0 0),CIRCULARSTRING EMPTY)
          010A0000000100000001080000000100000000000000000000000000000000000000 | CURVEPOLYGON(CIRCULARSTRING(0 0))
          010B00000001000000010900000000000000             | MULTICURVE(COMPOUNDCURVE EMPTY)
          010C00000002000000010300000000000000010A00000000000000 | MULTISURFACE(EMPTY,CURVEPOLYGON EMPTY)
          010F0000000100000001030000000100000000000000     | POLYHEDRALSURFACE((EMPTY))
          01100000000100000001110000000100000000000000     | TIN((EMPTY))
          0101000020E6100000000000000000F03F0000000000000040 | SRID=4326;POINT(1 2)
          01010000E0E6100000000000000000F03F000000000000004000000000000008400000000000001040 | SRID=4326;POINT ZM (1 2 3 4)
          01B90B0000000000000000F03F000000000000004000000000000008400000000000001040 | POINT ZM (1 2 3 4)
          01D1070000000000000000F03F00000000000000400000000000000840 | POINT M (1 2 3)
          """)
  void textIsStandard(String wkb, String text) {
    assertThat(WellKnownBinary.text(HexFormat.of().parseHex(wkb), OptionalInt.empty()))
        .isEqualTo(text);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void brokenBytesAreRefused(String problem, byte[] wkb) {
    assertThatThrownBy(() -> WellKnownBinary.text(wkb, OptionalInt.of(4326)))
        .isInstanceOf(WellKnownBinary.Broken.class)
        .hasMessageContaining(problem);
  }

  static Stream<Arguments> brokenBytesAreRefused() {
    return Stream.of(
        broken("too few bytes", ""),
        broken("too few bytes", "01"),
        broken("too few bytes", "0101000000000000000000F03F00000000000000"),
        broken("too few bytes", "0101000020E610"),
        broken("too few bytes", "01020000000100000000"),
        broken("too few bytes", "0102000000FFFFFF7F"),
        broken("too few bytes", "0103000000FFFFFF7F00000000"),
        broken("too few bytes", "0107000000FFFFFF7F010700000000000000"),
        broken("more parts", "0107000000FFFFFFFF"),
        broken("byte order", "0201000000000000000000F03F0000000000000040"),
        broken("the type 0", "0100000000"),
        broken("the type 13", "010D00000000000000"),
        broken("the type 4001", "01A10F0000000000000000F03F0000000000000040"),
        broken("behind", "0101000000000000000000F03F000000000000004000"),
        broken("4326 and 3857", "0101000020110F0000000000000000F03F0000000000000040"),
        broken("LINESTRING in MULTIPOINT", "010400000001000000010200000000000000"),
        broken(
            "other dimensions",
            "01040000000100000001E9030000000000000000F03F00000000000000400000000000000840"),
        // A point with M among points with Z, which has as many numbers.
        broken(
            "other dimensions",
            "01EC0300000100000001D1070000000000000000F03F00000000000000400000000000000840"),
        arguments("nested", nested(100_000)));
  }

  private static Arguments broken(String problem, String wkb) {
    return arguments(problem, HexFormat.of().parseHex(wkb));
  }

  private static byte[] nested(int deep) {
    ByteBuffer wkb = ByteBuffer.allocate(deep * 9);
    for (int i = 0; i < deep; i++) {
      wkb.put((byte) 0).putInt(7).putInt(i < deep - 1 ? 1 : 0);
    }
    return wkb.array();
  }

  @Test
  void referenceSystemIsToldOnce() {
    byte[] bare = HexFormat.of().parseHex("0101000000000000000000F03F0000000000000040");
    byte[] own = HexFormat.of().parseHex("0101000020E6100000000000000000F03F0000000000000040");
    assertThat(WellKnownBinary.text(bare, OptionalInt.of(4326))).isEqualTo("SRID=4326;POINT(1 2)");
    assertThat(WellKnownBinary.text(own, OptionalInt.of(4326))).isEqualTo("SRID=4326;POINT(1 2)");
    assertThat(WellKnownBinary.text(bare, OptionalInt.of(0))).isEqualTo("SRID=0;POINT(1 2)");
  }
}
