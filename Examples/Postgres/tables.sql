-- What the migration keeps beside the documents.
SET client_min_messages = warning;
CREATE TABLE IF NOT EXISTS song_migration (last bigint NOT NULL);
INSERT INTO song_migration SELECT 0 WHERE NOT EXISTS (SELECT FROM song_migration);
CREATE TABLE IF NOT EXISTS song_batch (line bigint PRIMARY KEY, id bigint NOT NULL, body jsonb NOT NULL);
CREATE TABLE IF NOT EXISTS song_loss (song bigint NOT NULL, path text NOT NULL, value jsonb NOT NULL, reason text NOT NULL);
CREATE TABLE IF NOT EXISTS song_failure (song bigint PRIMARY KEY, reason text NOT NULL);
-- Finds the old documents without reading the new ones.
CREATE INDEX IF NOT EXISTS song_old ON song (id) WHERE body -> 'version' IS DISTINCT FROM '3';
