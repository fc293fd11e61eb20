package io.lakeward.source.debezium;

/** What geometries become (case T22). */
public enum GeometryColumn {
  /** The struct that Debezium sends: {@code wkb}, {@code srid}, of a point also {@code x, y}. */
  STRUCT,
  /** Well-known text, as {@code SRID=4326;POINT(1 2)} where the reference system is known. */
  WKT
}
