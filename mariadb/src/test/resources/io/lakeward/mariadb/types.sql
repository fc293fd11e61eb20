-- Every type of MariaDB that Debezium knows, with values at its limits, but for the year zero, of which Debezium makes 2000
-- in a snapshot and 1900 in a change. Each part runs at a time of its own.

-- part: tables
CREATE TABLE signals (id varchar(64) PRIMARY KEY, type varchar(32), data text);
CREATE TABLE types (
  id bigint PRIMARY KEY,
  a_tinyint tinyint, a_smallint smallint, a_mediumint mediumint, an_int int, a_bigint bigint,
  u_tinyint tinyint unsigned, u_smallint smallint unsigned, u_mediumint mediumint unsigned, u_int int unsigned, u_bigint bigint unsigned,
  z_int int(7) zerofill, a_boolean boolean,
  a_decimal decimal(10, 2), a_whole decimal(38), a_precise decimal(38, 10), a_huge decimal(65, 30), u_decimal decimal(12, 3) unsigned,
  a_float float, a_double double, u_double double unsigned,
  a_bit bit, some_bits bit(12), all_bits bit(64),
  a_char char(5), a_varchar varchar(40), a_latin varchar(20) CHARACTER SET latin1, a_utf16 varchar(20) CHARACTER SET utf16,
  a_tinytext tinytext, a_text text, a_mediumtext mediumtext, a_longtext longtext,
  a_binary binary(4), a_varbinary varbinary(20), a_tinyblob tinyblob, a_blob blob, a_mediumblob mediumblob, a_longblob longblob,
  a_date date, a_time time, a_time_3 time(3), a_time_6 time(6),
  a_datetime datetime, a_datetime_3 datetime(3), a_datetime_6 datetime(6),
  a_timestamp timestamp NULL, a_timestamp_6 timestamp(6) NULL, a_year year,
  a_mood enum('sad', 'it''s "ok", é', '', 'happy'), some_colours set('red', 'green', 'blue', 'ü'),
  a_json json, a_uuid uuid,
  a_point point, a_line linestring, a_polygon polygon, a_geometry geometry, some_points multipoint,
  some_lines multilinestring, some_polygons multipolygon, a_collection geometrycollection);
CREATE TABLE papers (code varchar(20), part int, title text, body longtext, raw longblob, PRIMARY KEY (code, part));
CREATE TABLE emptied (id int PRIMARY KEY, name text);
CREATE TABLE milliseconds (id int PRIMARY KEY, day date, at_time time(3), at datetime(3), seen timestamp(3) NULL);

-- part: before
INSERT INTO types VALUES
  (1, 12, 1234, 123456, 1234567890, 123456789012, 200, 60000, 16000000, 4000000000, 9223372036854775808, 42, true,
   10.50, 12345678901234567890123456789012345678, 1234567890.0123456789, 12345678901234567890.123456789012345678901234567890, 1.500,
   0.1, 0.1, 0.5, b'1', b'101010101010', b'1',
   'abc', 'käse', 'Käse', 'käse', 'tiny', 'some text', 'medium', 'long',
   x'DEAD', x'DEADBEEF', x'00', x'0001', 'medium', 'long',
   '2024-02-29', '12:34:56', '12:34:56.789', '12:34:56.789012',
   '2024-02-29 12:34:56', '2024-02-29 12:34:56.789', '2024-02-29 12:34:56.789012',
   '2024-02-29 12:34:56', '2024-02-29 12:34:56.789012', 2024,
   'happy', 'red,blue', '{"a": 1.0, "b": [1, null, "é"]}', '8c8c2f3a-4a0e-4d2f-9f63-0f3a7a1b2c3d',
   ST_GeomFromText('POINT(1.5 -2.25)'), ST_GeomFromText('LINESTRING(0 0, 1 1)'), ST_GeomFromText('POLYGON((0 0, 0 1, 1 1, 0 0))'),
   ST_GeomFromText('POINT(3 4)', 4326), ST_GeomFromText('MULTIPOINT(0 0, 1 1)'), ST_GeomFromText('MULTILINESTRING((0 0, 1 1))'),
   ST_GeomFromText('MULTIPOLYGON(((0 0, 0 1, 1 1, 0 0)))'), ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 1))')),
  (2, 127, 32767, 8388607, 2147483647, 9223372036854775807, 255, 65535, 16777215, 4294967295, 18446744073709551615, 9999999, 127,
   99999999.99, 99999999999999999999999999999999999999, 9999999999999999999999999999.9999999999,
   99999999999999999999999999999999999.999999999999999999999999999999, 999999999.999,
   3.402823466e38, 1.7976931348623157e308, 1.7976931348623157e308, b'1', b'111111111111', 0xFFFFFFFFFFFFFFFF,
   'zzzzz', '🙂🙂', 'ÿ', '🙂', repeat('t', 255), repeat('ü', 4000), repeat('m', 70000), repeat('l', 70000),
   x'FFFFFFFF', repeat(x'FF', 20), repeat(x'FF', 255), repeat(x'FF', 65535), repeat(x'FF', 70000), repeat(x'FF', 70000),
   '9999-12-31', '838:59:59', '838:59:59.999', '838:59:59.999999',
   '9999-12-31 23:59:59', '9999-12-31 23:59:59.999', '9999-12-31 23:59:59.999999',
   '2038-01-19 03:14:07', '2038-01-19 03:14:07.999999', 2155,
   'it''s "ok", é', 'red,green,blue,ü', '"text"', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
   ST_GeomFromText('POINT(1e300 -1e-300)'), NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, -128, -32768, -8388608, -2147483648, -9223372036854775808, 0, 0, 0, 0, 0, 0, false,
   -99999999.99, -99999999999999999999999999999999999999, -9999999999999999999999999999.9999999999,
   -0.000000000000000000000000000001, 0,
   -1.17549e-38, -2.2250738585072014e-308, 0, b'0', b'0', b'0',
   '', '', '', '', '', '', '', '',
   '', '', '', '', '', '',
   '0001-01-01', '-838:59:59', '-838:59:59.999', '-838:59:59.999999',
   '0001-01-01 00:00:00', '1582-10-04 00:00:00.001', '1582-10-15 00:00:00.000001',
   '1970-01-01 00:00:01', '1970-01-01 00:00:01.000001', 1901,
   '', '', 'null', '00000000-0000-0000-0000-000000000000',
   NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO types (id) VALUES (4);
INSERT INTO types (id, a_date, a_datetime, a_datetime_6, a_timestamp, a_year, a_time, a_time_6) VALUES
  (5, '0000-00-00', '0000-00-00 00:00:00', '0000-00-00 00:00:00', '0000-00-00 00:00:00', 1970, '00:00:00', '-00:00:00.000001'),
  (6, '1900-01-01', '1969-12-31 23:59:59', '1969-12-31 23:59:59.999999', NULL, NULL, '-00:00:01', '24:00:00');
INSERT INTO papers VALUES ('p1', 1, 'title', repeat('b', 9000), repeat(x'00FF', 4000)), ('p2', 1, 'title', 'b', 'r'),
  ('p3', 1, 'title', 'b', 'r'), ('p4', 1, 'title', 'b', 'r'), ('p5', 1, 'title', 'b', 'r'), ('p6', 1, 'title', 'b', 'r');
INSERT INTO emptied VALUES (1, 'before'), (2, 'before'), (3, 'before');
INSERT INTO milliseconds VALUES
  (1, '2024-02-29', '12:34:56.789', '2024-02-29 12:34:56.789', '2024-02-29 12:34:56.789'),
  (2, '9999-12-31', '23:59:59.999', '9999-12-31 23:59:59.999', '2038-01-19 03:14:07.999'),
  (3, '0001-01-01', '00:00:00', '0001-01-01 00:00:00', '1970-01-01 00:00:01'), (4, NULL, NULL, NULL, NULL);

-- part: while captured
CREATE TEMPORARY TABLE again AS SELECT * FROM types;
UPDATE again SET id = id + 10;
INSERT INTO types SELECT * FROM again ORDER BY id;
UPDATE types SET a_smallint = 13 WHERE id IN (1, 2);
UPDATE types SET id = 20 WHERE id = 12;
DELETE FROM types WHERE id = 16;
FLUSH BINARY LOGS;
UPDATE papers SET title = 'changed' WHERE code = 'p1';
UPDATE papers SET code = 'moved' WHERE code = 'p2';
DELETE FROM papers WHERE code = 'p3';
INSERT INTO papers VALUES ('p3', 1, 'again', repeat('x', 9000), NULL);
START TRANSACTION;
UPDATE papers SET body = repeat('y', 9000) WHERE code = 'p4';
UPDATE papers SET title = 'twice' WHERE code = 'p4';
COMMIT;
START TRANSACTION;
DELETE FROM papers;
ROLLBACK;
UPDATE papers SET part = part + 1 ORDER BY part DESC;
TRUNCATE emptied;
INSERT INTO emptied VALUES (1, 'after');
INSERT INTO milliseconds SELECT 10 + id, day, at_time, at, seen FROM milliseconds;

-- part: snapshot
INSERT INTO signals VALUES ('snapshot', 'execute-snapshot', '{"type":"incremental","data-collections":["shop.types","shop.papers"]}');

-- part: while stopped
UPDATE types SET a_text = NULL, u_bigint = 18446744073709551614 WHERE id = 11;
FLUSH BINARY LOGS;
UPDATE papers SET title = 'while stopped', part = 9 WHERE code = 'p5';
DELETE FROM emptied;
INSERT INTO emptied VALUES (2, NULL);

-- part: after
UPDATE types SET a_decimal = 0.10 WHERE id = 3;
UPDATE papers SET title = NULL WHERE code = 'p6';
INSERT INTO signals VALUES ('end', 'log', '{"message":"end"}');
