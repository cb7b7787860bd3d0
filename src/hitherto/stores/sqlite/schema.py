"""The tables of hitherto.db. docs/reference/schema.md describes them for a reader with any sqlite3 program."""

from __future__ import annotations

SCHEMA_VERSION = 2

COLUMNS = ("path", "symbol", "body", "neighbours")

TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source(
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, root TEXT NOT NULL UNIQUE, options TEXT NOT NULL,
  added INTEGER NOT NULL, indexed INTEGER, heads TEXT NOT NULL, left_out TEXT NOT NULL);
CREATE TABLE text(id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, chars INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE place(
  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, source TEXT NOT NULL, root TEXT NOT NULL,
  project TEXT, UNIQUE(kind, name));
CREATE TABLE file(
  place INTEGER PRIMARY KEY, rel TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, sha256 TEXT NOT NULL, kind TEXT NOT NULL, language TEXT,
  encoding TEXT NOT NULL, guessed INTEGER NOT NULL, ts INTEGER NOT NULL, time_from TEXT NOT NULL,
  read_at INTEGER NOT NULL, left_out TEXT);
CREATE TABLE spoken(language TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE origin(
  id INTEGER PRIMARY KEY, source TEXT NOT NULL, path TEXT, project TEXT, UNIQUE(source, path, project));
CREATE TABLE record(
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, ts INTEGER NOT NULL, tz TEXT, actor TEXT NOT NULL,
  role TEXT NOT NULL, type TEXT NOT NULL, text INTEGER NOT NULL, model TEXT, session INTEGER,
  origin INTEGER NOT NULL, line INTEGER, data TEXT NOT NULL, journal INTEGER NOT NULL, rec INTEGER NOT NULL,
  seq INTEGER NOT NULL);
CREATE INDEX record_session ON record(session, ts);
CREATE INDEX record_journal ON record(journal);
CREATE INDEX record_text ON record(text);
CREATE INDEX record_document ON record(origin) WHERE type = 'document';
CREATE INDEX record_setting ON record(origin) WHERE type = 'setting';
CREATE INDEX record_topic ON record(rec) WHERE type = 'topic';
CREATE TABLE journal(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, generation INTEGER NOT NULL, offset INTEGER NOT NULL);
CREATE TABLE chatlog(
  path TEXT PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL, offset INTEGER NOT NULL, line INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE chunk(
  id INTEGER PRIMARY KEY AUTOINCREMENT, place INTEGER NOT NULL, kind TEXT NOT NULL, ts_start INTEGER NOT NULL,
  ts_end INTEGER NOT NULL, text INTEGER NOT NULL, char_start INTEGER, char_end INTEGER, line_start INTEGER,
  line_end INTEGER, symbol TEXT, heading TEXT, traits TEXT, made_by TEXT NOT NULL, digest INTEGER NOT NULL);
CREATE INDEX chunk_place ON chunk(place);
CREATE INDEX chunk_time ON chunk(ts_start, ts_end, kind, place);
CREATE INDEX chunk_text ON chunk(text);
CREATE TABLE segment(
  chunk INTEGER NOT NULL, ord INTEGER NOT NULL, record INTEGER NOT NULL, start INTEGER NOT NULL,
  "end" INTEGER NOT NULL, PRIMARY KEY(chunk, ord)) WITHOUT ROWID;
CREATE INDEX segment_record ON segment(record);
CREATE TABLE model(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, digest TEXT NOT NULL, dimension INTEGER NOT NULL,
  pooling TEXT NOT NULL, layout INTEGER NOT NULL, UNIQUE(name, digest, dimension, pooling, layout));
CREATE TABLE vector(
  id INTEGER PRIMARY KEY, model INTEGER NOT NULL, key BLOB NOT NULL, data BLOB, why TEXT, detail TEXT,
  UNIQUE(model, key));
CREATE INDEX vector_without ON vector(model, why) WHERE why IS NOT NULL;
CREATE TABLE rough(vector INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE meaning(
  id INTEGER PRIMARY KEY AUTOINCREMENT, chunk INTEGER NOT NULL, model INTEGER NOT NULL, vector INTEGER NOT NULL,
  why TEXT, UNIQUE(chunk, model));
CREATE INDEX meaning_without ON meaning(model, why) WHERE why IS NOT NULL;
CREATE TABLE waiting(
  model INTEGER NOT NULL, ts INTEGER NOT NULL, chunk INTEGER NOT NULL, PRIMARY KEY(model, ts, chunk)) WITHOUT ROWID;
CREATE INDEX waiting_chunk ON waiting(chunk);
CREATE VIEW session AS
  SELECT p.name AS session, p.source, p.project, count(*) AS records,
         min(r.ts) AS first_us, max(r.ts) AS last_us
  FROM record r JOIN place p ON p.id = r.session GROUP BY p.id;
CREATE VIEW indexed_file AS
  SELECT p.name AS path, p.project, f.kind, f.language, f.encoding, f.size, f.time_from,
         (SELECT count(*) FROM chunk c WHERE c.place = p.id) AS chunks
  FROM file f JOIN place p ON p.id = f.place;
"""


def full_text(tokenize: str) -> str:
    """Return the statements for the text index, which splits our token streams by the quoted option ``tokenize``."""
    columns = ", ".join(COLUMNS)
    return (
        f"CREATE VIRTUAL TABLE fts USING fts5({columns}, content='', contentless_delete=1, tokenize={tokenize});"
        "CREATE VIRTUAL TABLE fts_terms USING fts5vocab(fts, row);"
    )
