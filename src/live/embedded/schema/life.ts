import { OUTAGE_MS } from '../../port.ts'
import { AFTER_DEADLINE_MS } from '../../retention.ts'

/** A row that tells of time that was given back to a match: an entry of its log. */
export interface DowntimeRow {
  status: 'downtime'
  match: string
  version: number
  at: number
  ms: number
}

/** What a beat gives: rows `downtime`, then one `overdue` for each match whose deadline has passed. */
export type BeatRow = DowntimeRow | { status: 'overdue'; match: string }

/** Arguments as in the function. */
export const BEAT = 'SELECT status, match, version, at, ms FROM beat($1, $2, $3, $4)'

/**
 * How matches go on by time. Whatever comes first after nobody has said for long that matches can be played gives the time
 * back to all that have a deadline, before it does anything else.
 */
export const LIFE = `
CREATE OR REPLACE FUNCTION expiry(status text, now bigint, deadline bigint, keep_waiting bigint, keep_playing bigint)
RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT GREATEST(now + CASE status WHEN 'waiting' THEN keep_waiting ELSE keep_playing END, deadline + ${AFTER_DEADLINE_MS})
$$;

CREATE OR REPLACE FUNCTION live(now bigint, keep_waiting bigint, keep_playing bigint)
RETURNS TABLE (status text, match text, version integer, at bigint, ms bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  down bigint;
BEGIN
  UPDATE pulse SET alive = now RETURNING now - old.alive INTO down;
  IF down IS NULL OR down <= ${OUTAGE_MS} THEN RETURN; END IF;
  RETURN QUERY
  WITH delayed AS (
    UPDATE matches m SET
      version = m.version + 1,
      deadline = m.deadline + down,
      expires_at = expiry(m.status, now, m.deadline + down, keep_waiting, keep_playing),
      seated_0 = LEAST(now, m.seated_0 + down),
      seated_1 = LEAST(now, m.seated_1 + down)
    WHERE m.deadline IS NOT NULL AND m.expires_at > now
    RETURNING m.id, m.version
  ), logged AS (
    INSERT INTO entries SELECT id, version, now, NULL, NULL, format('{"type":"downtime","ms":%s}', down) FROM delayed
  )
  SELECT 'downtime', id, version, now, down FROM delayed;
END $$;

CREATE OR REPLACE FUNCTION beat(most integer, now bigint, keep_waiting bigint, keep_playing bigint)
RETURNS TABLE (status text, match text, version integer, at bigint, ms bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT * FROM live(now, keep_waiting, keep_playing);
  RETURN QUERY
  SELECT 'overdue', id, NULL::integer, NULL::bigint, NULL::bigint FROM matches
  WHERE deadline < now AND expires_at > now ORDER BY deadline LIMIT most;
END $$;
`
