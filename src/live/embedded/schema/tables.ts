/** Written beside the database: one of another format is not opened. */
export const FORMAT = '1'

/**
 * Headers, bodies and lines are JSON as text, for `jsonb` does not take every string that JSON can say. Times are ms since 1970.
 * What has expired is as good as gone, and is deleted later. What changes with every commit has no index, so that the change
 * can be made in place.
 */
export const TABLES = `
CREATE TABLE IF NOT EXISTS matches (
  id text PRIMARY KEY,
  code text NOT NULL,
  header text NOT NULL,
  created_at bigint NOT NULL,
  status text NOT NULL DEFAULT 'waiting',  -- waiting, playing, ended, aborted
  version integer NOT NULL DEFAULT 0,
  expires_at bigint,  -- NULL: never
  offered_at bigint   -- NULL: not in the outbox
);
CREATE UNIQUE INDEX IF NOT EXISTS matches_code ON matches (code) WHERE status = 'waiting';
CREATE INDEX IF NOT EXISTS matches_outbox ON matches (offered_at) WHERE offered_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS entries (
  match text NOT NULL REFERENCES matches ON DELETE CASCADE,
  version integer NOT NULL,
  at bigint NOT NULL,
  seat smallint,  -- NULL: of nobody
  action_id text,
  body text NOT NULL,
  PRIMARY KEY (match, version)
);

-- What was not there from the beginning.
ALTER TABLE matches DROP CONSTRAINT IF EXISTS matches_status_check;
ALTER TABLE matches
  ADD COLUMN IF NOT EXISTS deadline bigint,    -- NULL: none
  ADD COLUMN IF NOT EXISTS seated_0 bigint,    -- since when a seat has a player, later by what the server was down since
  ADD COLUMN IF NOT EXISTS seated_1 bigint,
  ADD COLUMN IF NOT EXISTS muted smallint[] NOT NULL DEFAULT '{}',    -- seats that do not want to read the chat
  ADD COLUMN IF NOT EXISTS rematch smallint[] NOT NULL DEFAULT '{}',  -- seats that want to play again
  ADD COLUMN IF NOT EXISTS next text,          -- JSON of the header of the match that was then decided on
  ADD COLUMN IF NOT EXISTS again bigint;       -- to be offered once more then: something was said since it was claimed
ALTER TABLE entries ALTER COLUMN seat DROP NOT NULL;
ALTER TABLE entries DROP CONSTRAINT IF EXISTS entries_match_seat_action_id_key;
DROP FUNCTION IF EXISTS commit_entry(text, integer, smallint, text, text, boolean, boolean, bigint, bigint, bigint);

CREATE TABLE IF NOT EXISTS chat (
  match text NOT NULL REFERENCES matches ON DELETE CASCADE,
  room text NOT NULL,
  number integer NOT NULL,
  line text NOT NULL,
  PRIMARY KEY (match, room, number)
);

-- One row: when it was last said that matches can be played.
CREATE TABLE IF NOT EXISTS pulse (alive bigint);
INSERT INTO pulse SELECT NULL WHERE NOT EXISTS (SELECT FROM pulse);
`
