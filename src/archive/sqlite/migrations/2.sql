-- Who is signed in, by the hash of what the browser holds.
CREATE TABLE session (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    token INTEGER NOT NULL REFERENCES token (id),
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
