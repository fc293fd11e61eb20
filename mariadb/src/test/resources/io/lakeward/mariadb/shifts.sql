-- What the sample mariadb-feed captures. Each part runs at a time of its own.

-- part: tables
CREATE TABLE signals (id varchar(64) PRIMARY KEY, type varchar(32), data text);
CREATE TABLE shifts (
  id bigint unsigned PRIMARY KEY, worked time(3), day date, kind enum('early', 'late', 'night'), skills set('cook', 'drive', 'count'), wage decimal(10, 2) unsigned);

-- part: before
INSERT INTO shifts VALUES
  (1, '08:30:00', '2024-02-29', 'early', 'cook,count', 120.50), (18446744073709551615, '838:59:59', '9999-12-31', 'night', 'cook,drive,count', 99999999.99),
  (3, '-01:00:00.5', '0000-00-00', 'late', '', 0), (4, NULL, NULL, NULL, NULL, NULL);

-- part: changes
UPDATE shifts SET wage = 130.00 WHERE id = 1;
UPDATE shifts SET id = 18446744073709551614, kind = 'late' WHERE id = 18446744073709551615;
-- From here on the positions begin anew, in the next file of the binlog.
FLUSH BINARY LOGS;
UPDATE shifts SET wage = 140.00, skills = 'drive' WHERE id = 1;
DELETE FROM shifts WHERE id = 4;

-- part: later
INSERT INTO shifts VALUES (4, '-838:59:59.999', '0001-01-01', 'night', 'count', 0.10);
UPDATE shifts SET worked = '24:00:00' WHERE id = 3;
INSERT INTO signals VALUES ('end', 'log', '{"message":"end"}');
