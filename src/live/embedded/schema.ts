/** Written beside the database: one of another format is not opened. */
export const FORMAT = '1'

/**
 * Headers and bodies are JSON as text, for `jsonb` does not take every string that JSON can say. Times are ms since 1970.
 * What has expired is as good as gone, and is deleted later. What changes with every commit has no index, so that the change
 * can be made in place.
 */
export const TABLES = `
CREATE TABLE IF NOT EXISTS matches (
  id text PRIMARY KEY,
  code text NOT NULL,
  header text NOT NULL,
  created_at bigint NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'playing', 'ended')),
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
  seat smallint NOT NULL,
  action_id text,
  body text NOT NULL,
  PRIMARY KEY (match, version),
  UNIQUE (match, seat, action_id)
);
`

/** 1 id, 2 code, 3 header, 4 now, 5 expires_at. Gives nothing if the id or the code is taken. */
export const CREATE = `
INSERT INTO matches (id, code, header, created_at, expires_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING RETURNING id
`

/** 1 id, 2 now. */
export const FIND = `
SELECT header, created_at FROM matches WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
`

/** 1 code, 2 now. */
export const FIND_BY_CODE = `
SELECT id FROM matches WHERE code = $1 AND status = 'waiting' AND (expires_at IS NULL OR expires_at > $2)
`

/** 1 match, 2 version. */
export const ENTRIES = `
SELECT version, at, action_id, body FROM entries WHERE match = $1 AND version > $2 ORDER BY version
`

/** As one statement it is one transaction. Arguments as in the function. */
export const COMMIT = 'SELECT status, version, at FROM commit_entry($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)'

export const FUNCTIONS = `
CREATE OR REPLACE FUNCTION commit_entry(
  match_id text, expected integer, by_seat smallint, by_action text, entry_body text,
  joins boolean, ends boolean, now bigint, keep_waiting bigint, keep_playing bigint
) RETURNS TABLE (status text, version integer, at bigint) LANGUAGE plpgsql AS $$
DECLARE
  kept matches;
  earlier entries;
BEGIN
  SELECT * INTO kept FROM matches m WHERE m.id = match_id AND (m.expires_at IS NULL OR m.expires_at > now);
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'unknown', NULL::integer, NULL::bigint;
    RETURN;
  END IF;

  SELECT * INTO earlier FROM entries e WHERE e.match = match_id AND e.seat = by_seat AND e.action_id = by_action;
  IF FOUND THEN
    RETURN QUERY SELECT 'duplicate', earlier.version, earlier.at;
    RETURN;
  END IF;

  IF kept.version <> expected THEN
    RETURN QUERY SELECT 'stale', kept.version, NULL::bigint;
    RETURN;
  END IF;

  INSERT INTO entries VALUES (match_id, expected + 1, now, by_seat, by_action, entry_body);
  IF ends THEN
    kept.status := 'ended';
    kept.offered_at := now;
    kept.expires_at := NULL;
  ELSIF kept.status <> 'ended' THEN
    IF joins THEN kept.status := 'playing'; END IF;
    kept.expires_at := now + CASE kept.status WHEN 'waiting' THEN keep_waiting ELSE keep_playing END;
  END IF;
  UPDATE matches m
  SET status = kept.status, version = expected + 1, expires_at = kept.expires_at, offered_at = kept.offered_at
  WHERE m.id = match_id;
  RETURN QUERY SELECT 'committed', expected + 1, now;
END $$;
`

/** 1 now, 2 limit, 3 offered_at. */
export const CLAIM = `
UPDATE matches SET offered_at = $3
WHERE id IN (SELECT id FROM matches WHERE offered_at <= $1 ORDER BY offered_at LIMIT $2)
RETURNING id
`

/** 1 id, 2 expires_at. */
export const SETTLE = `
UPDATE matches SET offered_at = NULL, expires_at = $2 WHERE id = $1 AND offered_at IS NOT NULL
`

/** 1 now. */
export const DELETE_EXPIRED = 'DELETE FROM matches WHERE expires_at <= $1'
