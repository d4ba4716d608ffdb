-- Matches that are published as lessons are found without reading all notes.
CREATE INDEX note_lesson ON note (id) WHERE ply = 0 AND substr(text, 1, 7) = 'lesson:';
