-- What the samples postgres-feed, flattened-feed and avro-feed capture. Each part runs at a time of its own.

-- part: tables
CREATE TABLE signal (id varchar(64) PRIMARY KEY, type varchar(32), data text);
CREATE TABLE orders (id bigint PRIMARY KEY, customer text, amount numeric(10, 2), weight numeric, placed_at timestamptz, state text);
CREATE TABLE articles (code text PRIMARY KEY, title text, body text);
-- Stored aside without being compressed, as TOAST does with long texts.
ALTER TABLE articles ALTER body SET STORAGE EXTERNAL;
CREATE TABLE baskets (id int PRIMARY KEY, item text);
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, credit numeric(12, 4));

-- part: before
INSERT INTO orders VALUES
  (1, 'alice', 10.50, 1.20, '2024-02-29 12:00:00+01', 'placed'), (2, 'bob', 99999999.99, 0.0000001, '2024-03-01 00:00:00.123456+00', 'placed'),
  (3, 'carol', -0.01, 12345678901234567890.5, '1969-12-31 23:59:59.999999+00', 'returned'), (4, 'dave', NULL, NULL, NULL, NULL);
INSERT INTO articles SELECT 'a' || i, 'article ' || i, repeat('Long text ' || i || '. ', 200) FROM generate_series(1, 3) i;
INSERT INTO baskets SELECT i, 'thing ' || i FROM generate_series(1, 3) i;
INSERT INTO customers VALUES (1, 'alice', 10), (2, 'bob', 20.0050);

-- part: changes
UPDATE orders SET state = 'paid' WHERE id = 1;
UPDATE orders SET id = 12, state = 'renumbered' WHERE id = 2;
DELETE FROM orders WHERE id = 3;
INSERT INTO orders VALUES (5, 'käthe', 0.10, 100.0, '9999-12-31 23:59:59+00', 'placed');
UPDATE articles SET title = 'the first article' WHERE code = 'a1';
UPDATE articles SET code = 'second' WHERE code = 'a2';
DELETE FROM articles WHERE code = 'a3';
TRUNCATE baskets;
INSERT INTO baskets VALUES (1, 'the only thing');
UPDATE customers SET credit = 11.25 WHERE id = 1;

-- part: later
BEGIN;
UPDATE orders SET state = 'shipped' WHERE id = 1;
UPDATE orders SET amount = 10.00, state = 'refunded' WHERE id = 1;
COMMIT;
ALTER TABLE customers ADD email text, ADD since date;
INSERT INTO customers VALUES (3, 'carol', 0, 'carol@example.org', '2024-02-29');
UPDATE customers SET email = 'bob@example.org' WHERE id = 2;
INSERT INTO signal VALUES ('end', 'log', '{"message":"end"}');
