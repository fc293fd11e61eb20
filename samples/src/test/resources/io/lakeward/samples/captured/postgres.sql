-- Every type of PostgreSQL, with values at its limits, but for name, which Debezium reads in snapshots only.
-- Each part runs at a time of its own.

-- part: tables
CREATE EXTENSION hstore;
CREATE EXTENSION citext;
CREATE EXTENSION ltree;
CREATE TYPE mood AS ENUM ('sad', 'it''s "ok", é', 'happy');
CREATE DOMAIN grade AS numeric(4, 1) CHECK (VALUE >= 0);
CREATE TYPE size AS (width int, height int);
CREATE TABLE signal (id varchar(64) PRIMARY KEY, type varchar(32), data text);
CREATE TABLE types (
  id bigint PRIMARY KEY,
  a_smallint smallint, an_integer integer, a_bigint bigint, an_oid oid,
  a_real real, a_double double precision,
  a_numeric numeric, a_price numeric(10, 2), a_precise numeric(38, 10), a_huge numeric(60, 20), a_grade grade,
  some_money money,
  a_boolean boolean, a_bit bit(1), some_bits bit(12), varying_bits bit varying(40),
  a_char char(5), a_varchar varchar(20), a_text text, a_citext citext, an_internal_char "char",
  some_bytes bytea,
  a_date date, a_time time, a_time_0 time(0), a_time_3 time(3), a_timetz timetz,
  a_timestamp timestamp, a_timestamp_0 timestamp(0), a_timestamp_3 timestamp(3), a_timestamptz timestamptz, an_interval interval,
  a_uuid uuid, some_xml xml, a_json json, a_jsonb jsonb, a_mood mood,
  an_inet inet, a_cidr cidr, a_mac macaddr, a_mac8 macaddr8,
  a_range_4 int4range, a_range_8 int8range, a_range_numeric numrange, a_range_ts tsrange, a_range_tz tstzrange, a_range_date daterange,
  a_vector tsvector, a_tree ltree, some_pairs hstore,
  a_point point, a_line line, a_segment lseg, a_box box, a_path path, a_polygon polygon, a_circle circle,
  an_lsn pg_lsn, a_query tsquery, a_multirange int4multirange, a_snapshot pg_snapshot, a_size size);
CREATE TABLE arrays (
  id bigint PRIMARY KEY,
  smallints smallint[], integers integer[], bigints bigint[], oids oid[], reals real[], doubles double precision[],
  numerics numeric[], prices numeric(10, 2)[], booleans boolean[], texts text[], varchars varchar(9)[], chars char(3)[],
  dates date[], times time[], timestamps timestamp[], zoned timestamptz[], uuids uuid[], jsons jsonb[], moods mood[],
  addresses inet[], ranges int4range[], bytes bytea[]);
CREATE TABLE papers (code varchar(20), part int, title text, body text, raw bytea, PRIMARY KEY (code, part));
CREATE TABLE emptied (id int PRIMARY KEY, name text);
CREATE TABLE milliseconds (id int PRIMARY KEY, day date, at_time time(3), at timestamp(3));

-- part: before
INSERT INTO types VALUES
  (1, 12, 1234, 123456789012, 77, 0.1, 0.1, 100.1230, 10.50, 1234567890.0123456789, 12345678901234567890.12345678901234567890, 9.5,
   '$1,234.56', true, B'1', B'101010101010', B'10110',
   'abc', 'käse', 'some text', 'CiText', 'x', '\xdeadbeef',
   '2024-02-29', '12:34:56.789012', '12:34:56', '12:34:56.789', '12:34:56.789+02',
   '2024-02-29 12:34:56.789012', '2024-02-29 12:34:56', '2024-02-29 12:34:56.789', '2024-02-29 12:34:56.789012+02', '1 year 2 months 3 days 04:05:06.789',
   '8c8c2f3a-4a0e-4d2f-9f63-0f3a7a1b2c3d', '<a b="c">d</a>', '{"a" : 1.0, "a" : 2}', '{"b": [1, null, "é"], "a": 1.10}', 'happy',
   '192.168.1.5/24', '10.0.0.0/8', '08:00:2b:01:02:03', '08:00:2b:01:02:03:04:05',
   '[1,5)', '(,10]', '[1.50,2.5]', '["2024-01-01 00:00:00","2024-01-02 12:00:00.5")', '[2024-01-01 00:00:00+00,)', '[2024-01-01,2024-02-01)',
   'a:1 fat:2,3A cat', 'top.science', '"a"=>"1", "b"=>NULL',
   '(1.5,-2.25)', '{1,2,3}', '[(0,0),(1,1)]', '(2,2),(0,0)', '[(0,0),(1,1)]', '((0,0),(1,1),(1,0))', '<(0,0),5>',
   '16/B374D848', 'fat & cat', '{[1,3),[5,7)}', '10:20:10,14,15', '(1,2)'),
  (2, 32767, 2147483647, 9223372036854775807, 4294967295, 3.4028235e38, 1.7976931348623157e308,
   99999999999999999999999999999999999999999999999999.99999999999999999999, 99999999.99, 9999999999999999999999999999.9999999999,
   9999999999999999999999999999999999999999.99999999999999999999, 999.9,
   '$92,233,720,368,547,758.07', true, B'1', B'111111111111', B'1111111111111111111111111111111111111111',
   'zzzzz', '🙂🙂', repeat('ü', 4000), 'Z', '~', decode(repeat('ff', 3000), 'hex'),
   '9999-12-31', '24:00:00', '23:59:59', '23:59:59.999', '23:59:59.999999-12',
   '9999-12-31 23:59:59.999999', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999', '9999-12-31 23:59:59.999999+00', '100 years 11 months 30 days 23:59:59.999999',
   'ffffffff-ffff-ffff-ffff-ffffffffffff', '<x/>', '"text"', '{"n": 123456789012345678901234567890.123456789}', 'it''s "ok", é',
   '2001:db8::1', '2001:db8::/32', 'ff:ff:ff:ff:ff:ff', 'ff:ff:ff:ff:ff:ff:ff:ff',
   'empty', '[9223372036854775806,9223372036854775807)', '(,)', '(,)', '(,infinity]', '[-infinity,infinity]',
   '''a b'':1', '', '', '(1e300,-1e-300)', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (3, -32768, -2147483648, -9223372036854775808, 0, -1.4e-45, -4.9e-324,
   -0.00000000000000000000000000000000000000000000000001, -99999999.99, -9999999999999999999999999999.9999999999,
   -0.00000000000000000001, 0,
   '-$92,233,720,368,547,758.08', false, B'0', B'000000000000', B'',
   '', '', '', '', '', '',
   '0001-01-01', '00:00:00', '00:00:00', '00:00:00.001', '00:00:00.000001+12',
   '0001-01-01 00:00:00', '1582-10-04 00:00:01', '1582-10-10 00:00:00.001', '0001-01-01 00:00:00+00', '-1 years -2 months -3 days -04:05:06.000001',
   '00000000-0000-0000-0000-000000000000', '', 'null', 'null', 'sad',
   '0.0.0.0', '0.0.0.0/0', '00:00:00:00:00:00', '00:00:00:00:00:00:00:00',
   '[-2147483648,2147483647)', '[-9223372036854775808,0)', '[0,0]', '[-infinity,infinity)', '(,1970-01-01 00:00:00+00)', '(,1970-01-01)',
   '', 'a.b_c.D9', '" "=>"", "q\"q"=>"a=>b"', '(0,0)', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO types (id) VALUES (4);
INSERT INTO types (id, a_real, a_double, a_date, a_timestamp, a_timestamp_0, a_timestamp_3, a_timestamptz) VALUES
  (5, 'NaN', 'NaN', 'infinity', 'infinity', 'infinity', 'infinity', 'infinity'),
  (6, 'infinity', '-infinity', '-infinity', '-infinity', '-infinity', '-infinity', '-infinity'),
  (7, '-0', '-0', '1969-12-31', '1969-12-31 23:59:59.999999', '1969-12-31 23:59:59', '1969-12-31 23:59:59.999', '1969-12-31 23:59:59.999999+00');
-- Debezium itself cuts times within arrays to milliseconds, and makes null of an array of enum values that holds a null.
INSERT INTO arrays VALUES
  (1, '{1,NULL,-32768}', '{1,NULL,-2147483648}', '{1,NULL,9223372036854775807}', '{0,4294967295}', '{0.1,NULL,NaN,-Infinity}', '{0.1,NULL,NaN,Infinity}',
   '{1.50,NULL,-0.001}', '{1.50,NULL,-0.01}', '{t,NULL,f}', '{a,NULL,"","NULL","a,b","q\"q","b\\s",é}', '{a,NULL}', '{a,NULL}',
   '{2024-02-29,NULL,0001-01-01}', '{12:34:56.789,NULL,00:00:00}', '{"2024-02-29 12:34:56.789012",NULL}', '{"2024-02-29 12:34:56.789012+02",NULL}',
   '{8c8c2f3a-4a0e-4d2f-9f63-0f3a7a1b2c3d,NULL}', '{"{\"a\": 1}",NULL}', '{sad,happy}', '{10.0.0.1,NULL}', '{"[1,5)",NULL}', '{"\\xdead",NULL}'),
  (2, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}');
INSERT INTO arrays (id) VALUES (3);
INSERT INTO papers SELECT 'p' || i, 1, 'title', repeat(md5(i::text), 400), decode(repeat(md5(i::text), 400), 'hex') FROM generate_series(1, 6) i;
INSERT INTO emptied SELECT i, 'before' FROM generate_series(1, 5) i;
INSERT INTO milliseconds VALUES
  (1, '2024-02-29', '12:34:56.789', '2024-02-29 12:34:56.789'), (2, '9999-12-31', '23:59:59.999', '9999-12-31 23:59:59.999'),
  (3, '0001-01-01', '00:00', '0001-01-01 00:00'), (4, NULL, NULL, NULL);

-- part: while captured
INSERT INTO types SELECT 10 + id, a_smallint, an_integer, a_bigint, an_oid, a_real, a_double, a_numeric, a_price, a_precise, a_huge, a_grade,
  some_money, a_boolean, a_bit, some_bits, varying_bits, a_char, a_varchar, a_text, a_citext, an_internal_char, some_bytes,
  a_date, a_time, a_time_0, a_time_3, a_timetz, a_timestamp, a_timestamp_0, a_timestamp_3, a_timestamptz, an_interval, a_uuid, some_xml, a_json, a_jsonb, a_mood,
  an_inet, a_cidr, a_mac, a_mac8, a_range_4, a_range_8, a_range_numeric, a_range_ts, a_range_tz, a_range_date, a_vector, a_tree, some_pairs,
  a_point, a_line, a_segment, a_box, a_path, a_polygon, a_circle, an_lsn, a_query, a_multirange, a_snapshot, a_size
  FROM types ORDER BY id;
INSERT INTO arrays SELECT 10 + id, smallints, integers, bigints, oids, reals, doubles, numerics, prices, booleans, texts, varchars, chars,
  dates, times, timestamps, zoned, uuids, jsons, moods, addresses, ranges, bytes FROM arrays ORDER BY id;
UPDATE types SET a_smallint = 13 WHERE id IN (1, 2);
UPDATE types SET id = 20 WHERE id = 12;
DELETE FROM types WHERE id = 17;
UPDATE papers SET title = 'changed' WHERE code = 'p1';
UPDATE papers SET code = 'moved' WHERE code = 'p2';
DELETE FROM papers WHERE code = 'p3';
INSERT INTO papers VALUES ('p3', 1, 'again', repeat('x', 9000), NULL);
BEGIN;
UPDATE papers SET body = repeat('y', 9000) WHERE code = 'p4';
UPDATE papers SET title = 'twice' WHERE code = 'p4';
COMMIT;
BEGIN;
DELETE FROM papers;
ROLLBACK;
TRUNCATE emptied;
INSERT INTO emptied VALUES (1, 'after');
INSERT INTO milliseconds SELECT 10 + id, day, at_time, at FROM milliseconds;

-- part: snapshot
INSERT INTO signal VALUES ('snapshot', 'execute-snapshot', '{"type":"incremental","data-collections":["public.types","public.papers"]}');

-- part: while stopped
UPDATE types SET a_text = NULL, a_numeric = 1e10 WHERE id = 11;
UPDATE papers SET title = 'while stopped', part = 2 WHERE code = 'p5';
DELETE FROM emptied;
INSERT INTO emptied VALUES (2, NULL);

-- part: after
UPDATE types SET a_numeric = 0.10 WHERE id = 3;
UPDATE papers SET title = NULL WHERE code = 'p6';
INSERT INTO signal VALUES ('end', 'log', '{"message":"end"}');
