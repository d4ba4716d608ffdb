-- The archive of Gamekeep in SQLite: version 4 (PRAGMA user_version).
--
-- A new archive is made from this file; an older one is brought here by the numbered files in
-- src/archive/sqlite/migrations. Times are milliseconds since 1970-01-01 UTC. Links are BLAKE3
-- hashes, 32 bytes; the key of a link is 8 of its bytes, first byte highest: the first 8 for listed
-- matches, the next 8 for unlisted ones, so that no first digits ever find those.

-- 1. What is true for itself -----------------------------------------------------------------

-- A game in a rules version.
CREATE TABLE edition (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    UNIQUE (game, rules)
) STRICT;

-- Shapes of actions that segments refer to by number: see src/archive/segment.rs.
CREATE TABLE shape (
    edition INTEGER NOT NULL REFERENCES edition (id),
    number INTEGER NOT NULL,
    actor INTEGER NOT NULL CHECK (actor IN (0, 1, 2)),
    text TEXT NOT NULL,
    PRIMARY KEY (edition, number),
    UNIQUE (edition, actor, text)
) STRICT, WITHOUT ROWID;

-- A log: its tags after game and rules, as lines of name=value. Its actions are in segments.
CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    edition INTEGER NOT NULL REFERENCES edition (id),
    listed INTEGER NOT NULL CHECK (listed IN (0, 1)),
    tags TEXT,
    added_ms INTEGER NOT NULL
) STRICT;

-- A run of actions of a log: what was stored at one time.
CREATE TABLE segment (
    log INTEGER NOT NULL REFERENCES log (id),
    first_ply INTEGER NOT NULL CHECK (first_ply > 0),
    action_count INTEGER NOT NULL CHECK (action_count > 0),
    added_ms INTEGER, -- NULL: when the log was
    body BLOB NOT NULL,
    PRIMARY KEY (log, first_ply)
) STRICT, WITHOUT ROWID;

-- A ply at which no segment ends and whose link was given out all the same.
CREATE TABLE moment (
    log INTEGER NOT NULL REFERENCES log (id),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    PRIMARY KEY (log, ply)
) STRICT, WITHOUT ROWID;

-- Where recordings came from.
CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    words TEXT NOT NULL UNIQUE
) STRICT;

-- What somebody said about a match: two players and facts, as lines; number counts from 0.
CREATE TABLE recording (
    log INTEGER NOT NULL REFERENCES log (id),
    number INTEGER NOT NULL,
    facts TEXT NOT NULL,
    verdict INTEGER NOT NULL CHECK (verdict IN (0, 1, 2)), -- replays, exact, diverged
    divergence BLOB, -- ply in 4 bytes, position hash recorded, position hash replayed
    source INTEGER REFERENCES source (id),
    added_ms INTEGER, -- NULL: when the log was
    PRIMARY KEY (log, number)
) STRICT, WITHOUT ROWID;

-- What was said at a ply. A side line has its actions in `line`, one a line, and in `rise` how high it
-- stands among its siblings.
CREATE TABLE note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    log INTEGER NOT NULL REFERENCES log (id),
    ply INTEGER NOT NULL,
    author TEXT NOT NULL,
    text TEXT NOT NULL,
    added_ms INTEGER NOT NULL,
    line TEXT NOT NULL DEFAULT '',
    rise INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX note_log ON note (log, ply);
-- Matches that are published as lessons.
CREATE INDEX note_lesson ON note (id) WHERE ply = 0 AND substr(text, 1, 7) = 'lesson:';

-- What is left of a withdrawn match: a head that it had. `last` is the one that it had last.
CREATE TABLE tombstone (
    link BLOB NOT NULL CHECK (length(link) = 32),
    listed INTEGER NOT NULL,
    last INTEGER NOT NULL,
    reason TEXT NOT NULL,
    withdrawn_ms INTEGER NOT NULL,
    PRIMARY KEY (link, listed)
) STRICT, WITHOUT ROWID;

-- The log that is being withdrawn: what lets its rows be deleted. Empty outside of transactions.
CREATE TABLE withdrawal (
    log INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('reader', 'recorder', 'keeper')),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    created_ms INTEGER NOT NULL,
    revoked_ms INTEGER
) STRICT;

-- Who is signed in, by the hash of what the browser holds.
CREATE TABLE session (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    token INTEGER NOT NULL REFERENCES token (id),
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- The answer to an append that came with an idempotency key.
CREATE TABLE answer (
    log INTEGER NOT NULL REFERENCES log (id),
    key TEXT NOT NULL,
    request BLOB NOT NULL, -- what was asked for, hashed
    head BLOB NOT NULL,
    plies INTEGER NOT NULL,
    added_ms INTEGER NOT NULL,
    PRIMARY KEY (log, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX answer_added ON answer (added_ms);

-- Logs only grow. OR REPLACE deletes without asking the triggers on deletion: hence those on
-- insertion.

CREATE TRIGGER log_insert BEFORE INSERT ON log
WHEN EXISTS (SELECT 1 FROM log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a stored log is never replaced'); END;
CREATE TRIGGER log_update BEFORE UPDATE ON log
BEGIN SELECT RAISE(ABORT, 'a stored log is never changed'); END;
CREATE TRIGGER log_delete BEFORE DELETE ON log
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE log = OLD.id)
BEGIN SELECT RAISE(ABORT, 'a stored log is only ever withdrawn'); END;

CREATE TRIGGER segment_insert BEFORE INSERT ON segment
WHEN NEW.first_ply <> 1 + coalesce((SELECT first_ply + action_count - 1 FROM segment
    WHERE log = NEW.log ORDER BY first_ply DESC LIMIT 1), 0)
BEGIN SELECT RAISE(ABORT, 'a log only grows at its end'); END;
CREATE TRIGGER segment_update BEFORE UPDATE ON segment
BEGIN SELECT RAISE(ABORT, 'a stored log is never changed'); END;
CREATE TRIGGER segment_delete BEFORE DELETE ON segment
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE log = OLD.log)
BEGIN SELECT RAISE(ABORT, 'a stored log is only ever withdrawn'); END;

CREATE TRIGGER recording_insert BEFORE INSERT ON recording
WHEN EXISTS (SELECT 1 FROM recording WHERE log = NEW.log AND number = NEW.number)
BEGIN SELECT RAISE(ABORT, 'a recording is never replaced'); END;
CREATE TRIGGER recording_update BEFORE UPDATE ON recording
BEGIN SELECT RAISE(ABORT, 'a recording is never changed'); END;
CREATE TRIGGER recording_delete BEFORE DELETE ON recording
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE log = OLD.log)
BEGIN SELECT RAISE(ABORT, 'a recording is only ever withdrawn'); END;

CREATE TRIGGER note_insert BEFORE INSERT ON note
WHEN EXISTS (SELECT 1 FROM note WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a note is never replaced'); END;
CREATE TRIGGER note_update BEFORE UPDATE ON note
BEGIN SELECT RAISE(ABORT, 'a note is never changed'); END;
CREATE TRIGGER note_delete BEFORE DELETE ON note
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE log = OLD.log)
BEGIN SELECT RAISE(ABORT, 'a note is only ever withdrawn'); END;

CREATE TRIGGER shape_insert BEFORE INSERT ON shape
WHEN NEW.number <> (SELECT count(*) FROM shape WHERE edition = NEW.edition) OR EXISTS
    (SELECT 1 FROM shape WHERE edition = NEW.edition AND actor = NEW.actor AND text = NEW.text)
BEGIN SELECT RAISE(ABORT, 'shapes are numbered in order'); END;
CREATE TRIGGER shape_update BEFORE UPDATE ON shape
BEGIN SELECT RAISE(ABORT, 'a shape is never changed'); END;
CREATE TRIGGER shape_delete BEFORE DELETE ON shape
BEGIN SELECT RAISE(ABORT, 'a shape is never deleted'); END;
CREATE TRIGGER edition_insert BEFORE INSERT ON edition
WHEN EXISTS (SELECT 1 FROM edition WHERE id = NEW.id OR (game = NEW.game AND rules = NEW.rules))
BEGIN SELECT RAISE(ABORT, 'a game in a rules version is never replaced'); END;
CREATE TRIGGER edition_update BEFORE UPDATE ON edition
BEGIN SELECT RAISE(ABORT, 'a game in a rules version is never changed'); END;
CREATE TRIGGER edition_delete BEFORE DELETE ON edition
BEGIN SELECT RAISE(ABORT, 'a game in a rules version is never deleted'); END;

-- 2. What is derived: `gamekeep rebuild` makes it anew ------------------------------------------

CREATE TABLE reason (
    id INTEGER PRIMARY KEY,
    rule TEXT NOT NULL,
    words TEXT NOT NULL,
    UNIQUE (rule, words)
) STRICT;

-- A log as it stands now.
CREATE TABLE standing (
    id INTEGER PRIMARY KEY, -- the log's
    edition INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    plies INTEGER NOT NULL,
    head BLOB NOT NULL,
    result INTEGER NOT NULL, -- unfinished, first seat wins, second seat wins, draw, void
    reason INTEGER,
    day INTEGER, -- YYYYMMDD
    changed_ms INTEGER, -- NULL: when the log was added
    stem INTEGER, -- the listed log that it leaves: see stem.rs; 0: none; NULL: it is not listed
    stem_ply INTEGER, -- the last ply that they have in common
    branch INTEGER, -- 4 bytes of the link after that one
    checkpoints BLOB NOT NULL -- 8 bytes for every 32nd ply and the last
) STRICT;
CREATE INDEX standing_result ON standing (edition, result) WHERE listed = 1;
CREATE INDEX standing_day ON standing (day) WHERE listed = 1 AND day IS NOT NULL;
CREATE INDEX standing_stem ON standing (stem, stem_ply, branch) WHERE stem IS NOT NULL;

-- Links by their keys. A head is a link that was given out; others are where logs leave one.
CREATE TABLE link (
    key INTEGER NOT NULL,
    log INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    head INTEGER NOT NULL,
    PRIMARY KEY (key, log, ply)
) STRICT, WITHOUT ROWID;

-- Parents that records name themselves.
CREATE TABLE claim (
    child INTEGER PRIMARY KEY,
    key INTEGER NOT NULL,
    link BLOB NOT NULL,
    own_ply INTEGER, -- the ply of the child's own log whose link it is, if any
    parent INTEGER, -- NULL: not here yet
    ply INTEGER
) STRICT;
CREATE INDEX claim_key ON claim (key);
CREATE INDEX claim_parent ON claim (parent) WHERE parent IS NOT NULL;

-- Players of listed matches.
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE seat (
    player INTEGER NOT NULL,
    log INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    PRIMARY KEY (player, log, seat)
) STRICT, WITHOUT ROWID;

-- How many listed matches there are.
CREATE TABLE tally (
    edition INTEGER NOT NULL,
    result INTEGER NOT NULL,
    match_count INTEGER NOT NULL,
    action_count INTEGER NOT NULL,
    PRIMARY KEY (edition, result)
) STRICT, WITHOUT ROWID;
