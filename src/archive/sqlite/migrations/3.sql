-- A note may be a side line: its actions, one a line, and how high it stands among its siblings.
ALTER TABLE note ADD COLUMN line TEXT NOT NULL DEFAULT '';
ALTER TABLE note ADD COLUMN rise INTEGER NOT NULL DEFAULT 0;
