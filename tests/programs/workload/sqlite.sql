-- sqlite.sql: creates, fills, indexes, queries, changes and checks a database.
PRAGMA page_size = 1024;
PRAGMA journal_mode = DELETE;
CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, people INTEGER, area REAL);
CREATE TABLE road(a INTEGER REFERENCES city(id), b INTEGER, km REAL, UNIQUE(a, b));
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
INSERT INTO city SELECT i, 'city-' || (i * 7919 % 3001), substr('abcdefghij', i % 10 + 1, 2),
	i * 104729 % 1000003, (i * 31 % 977) / 7.0 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
INSERT OR IGNORE INTO road SELECT i * 17 % 3000 + 1, i * 29 % 3000 + 1, i % 400 + 0.5 FROM n;
COMMIT;
CREATE INDEX by_name ON city(name);
CREATE INDEX by_country ON city(country, people DESC);
ANALYZE;
SELECT count(*), sum(people), avg(area), min(name), max(name) FROM city;
SELECT country, count(*) c, total(people) FROM city GROUP BY country HAVING c > 10 ORDER BY 3 DESC, 1;
SELECT c.name, d.name, r.km FROM road r JOIN city c ON c.id = r.a JOIN city d ON d.id = r.b
	WHERE c.country = 'ab' AND r.km > 390 ORDER BY r.km DESC, c.name LIMIT 8;
SELECT name FROM city WHERE name LIKE 'city-12%' OR name GLOB '*99' ORDER BY name COLLATE NOCASE LIMIT 9;
SELECT c.country, (SELECT count(*) FROM road WHERE road.a = c.id) n FROM city c
	WHERE c.id IN (SELECT b FROM road WHERE km BETWEEN 3 AND 4) ORDER BY n, c.id LIMIT 5;
SELECT id, people, rank() OVER w, lag(people, 1, 0) OVER w, sum(people) OVER (PARTITION BY country ORDER BY id
	ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM city WHERE id < 40 WINDOW w AS (PARTITION BY country ORDER BY people);
SELECT a.name FROM city a LEFT JOIN road r ON r.a = a.id WHERE r.a IS NULL ORDER BY 1 LIMIT 3;
SELECT DISTINCT country FROM city UNION SELECT 'zz' EXCEPT SELECT 'ab' INTERSECT SELECT country FROM city;
CREATE VIEW big AS SELECT * FROM city WHERE people > 900000;
SELECT count(*) FROM big;
EXPLAIN QUERY PLAN SELECT * FROM big WHERE country = 'cd' ORDER BY people;
CREATE TABLE log(what TEXT, id INTEGER, at TEXT DEFAULT '2024-01-01');
CREATE TRIGGER noted AFTER UPDATE OF people ON city WHEN new.people <> old.people
	BEGIN INSERT INTO log(what, id) VALUES ('changed', new.id); END;
UPDATE city SET people = people + 1 WHERE id % 7 = 0;
DELETE FROM city WHERE id % 11 = 0;
INSERT INTO city(id, name) VALUES (1, 'twice') ON CONFLICT(id) DO UPDATE SET name = excluded.name || '!';
SELECT count(*), max(id), max(at) FROM log;
SAVEPOINT s;
DELETE FROM road;
SELECT count(*) FROM road;
ROLLBACK TO s;
RELEASE s;
SELECT count(*) FROM road;
SELECT date('2024-02-28', '+2 days'), strftime('%j %W', '2024-12-31'), julianday('2000-01-01 12:00'), time(86399, 'unixepoch');
SELECT abs(-5), round(2.567, 1), hex('abc'), quote('it''s'), upper('x') || lower('Y'), length('häß'), instr('hello', 'l'),
	replace('banana', 'an', 'AN'), trim('  x '), printf('%05d|%-6s|%.3e|%x', 42, 'ab', 12345.678, 255), unicode('é'),
	coalesce(NULL, 3), nullif(1, 1), typeof(1.5), CAST('12abc' AS INTEGER), 7 / 2, 7 % 3, 1 << 5, ~5, 'a' < 'b', sqrt(2), pow(2, 10);
SELECT json_extract('{"a":[1,{"b":"x"}]}', '$.a[1].b'), json_array(1, 'two', NULL), json_group_array(id) FROM city WHERE id < 6;
SELECT key, value FROM json_each('{"k":1,"l":[2,3],"m":null}');
SELECT CASE WHEN people IS NULL THEN 'none' WHEN people < 500000 THEN 'few' ELSE 'many' END g, count(*) FROM city GROUP BY g;
CREATE TABLE wide(k TEXT PRIMARY KEY, v BLOB) WITHOUT ROWID;
INSERT INTO wide SELECT name, zeroblob(people % 3000) FROM city WHERE id < 300;
SELECT count(*), sum(length(v)) FROM wide;
ALTER TABLE wide ADD COLUMN extra DEFAULT 5;
ALTER TABLE wide RENAME TO broad;
SELECT sum(extra) FROM broad;
DROP TABLE broad;
DROP INDEX by_name;
REINDEX;
VACUUM;
PRAGMA integrity_check;
PRAGMA table_info(city);
.mode column
SELECT id, name, people FROM city WHERE id < 10;
.mode csv
.headers on
SELECT * FROM road WHERE km < 2;
.mode json
SELECT id, area FROM city LIMIT 2;
.schema city
.dump log
