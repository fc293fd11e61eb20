-- The shop. Every table keeps the default replica identity, so an update does not carry text that
-- is stored out of line and that it did not touch.

CREATE TYPE customer_tier AS ENUM ('bronze', 'silver', 'gold');

CREATE TABLE customers (
  id bigint PRIMARY KEY,
  account uuid NOT NULL,
  name text NOT NULL,
  email varchar(120),
  tier customer_tier NOT NULL DEFAULT 'bronze',
  active boolean NOT NULL DEFAULT true,
  born date,
  credit_limit numeric(12, 2),
  rating real,
  registered_at timestamptz NOT NULL,
  preferences jsonb
);

CREATE TABLE products (
  sku varchar(24) PRIMARY KEY,
  title text NOT NULL,
  manual text,  -- thousands of incompressible characters: stored out of line
  price numeric(10, 2) NOT NULL,
  weight_kg double precision,
  tags text[],
  picture bytea,
  changed_at timestamp
);

CREATE TABLE orders (
  id bigint PRIMARY KEY,
  customer_id bigint NOT NULL,
  status varchar(16) NOT NULL,
  total numeric(14, 4) NOT NULL,
  exchange_rate numeric,
  placed_at timestamp NOT NULL,
  paid_at timestamptz,
  deliver_after time,
  attributes jsonb,
  vouchers text[],
  parcels integer[]
);

CREATE TABLE order_items (
  order_id bigint,
  line integer,
  sku varchar(24) NOT NULL,
  quantity smallint NOT NULL,
  unit_price numeric(10, 2) NOT NULL,
  discount numeric,
  PRIMARY KEY (order_id, line)
);

CREATE TABLE inventory (
  warehouse varchar(8),
  sku varchar(24),
  on_hand integer NOT NULL,
  reserved bigint NOT NULL DEFAULT 0,
  counted_on date,
  checked_at timestamp(3),
  PRIMARY KEY (warehouse, sku)
);

CREATE TABLE promotions (
  code text PRIMARY KEY,
  percent numeric(5, 2) NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz,
  terms jsonb
);

-- Where Debezium is asked for incremental snapshots, and marks its chunks.
CREATE TABLE debezium_signal (
  id varchar(64) PRIMARY KEY,
  type varchar(32) NOT NULL,
  data text
);
