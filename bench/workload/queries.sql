-- queries.sql: fills two tables, joins, groups, sorts and changes them.
CREATE TABLE city(id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT, people INTEGER, area REAL);
CREATE TABLE road(a INTEGER, b INTEGER, km REAL, UNIQUE(a, b));
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
INSERT INTO city SELECT i, 'city-' || (i * 7919 % 100003), substr('abcdefghij', i % 9 + 1, 2),
	i * 104729 % 1000003, (i * 31 % 977) / 7.0 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
INSERT OR IGNORE INTO road SELECT i * 17 % 100000 + 1, i * 29 % 100000 + 1, i % 400 + 0.5 FROM n;
COMMIT;
CREATE INDEX by_name ON city(name);
CREATE INDEX by_country ON city(country, people DESC);
SELECT country, count(*), total(people), avg(area) FROM city GROUP BY country ORDER BY 3 DESC;
SELECT count(*), sum(r.km) FROM road r JOIN city c ON c.id = r.a JOIN city d ON d.id = r.b
	WHERE c.people > d.people;
SELECT name FROM city WHERE name LIKE 'city-12%' ORDER BY name DESC LIMIT 9;
SELECT count(*) FROM city WHERE name GLOB '*99*';
SELECT sum(n) FROM (SELECT c.id, (SELECT count(*) FROM road WHERE road.a = c.id) n FROM city c);
SELECT count(*) FROM (SELECT id, rank() OVER (PARTITION BY country ORDER BY people) FROM city);
UPDATE city SET people = people + 1 WHERE id % 3 = 0;
DELETE FROM city WHERE id % 11 = 0;
SELECT count(*), max(people) FROM city;
