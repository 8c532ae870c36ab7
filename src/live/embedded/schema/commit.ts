import type { DowntimeRow } from './life.ts'

/** What a commit gives: rows `downtime`, then one that answers it. */
export type CommitRow =
  | DowntimeRow
  | { status: 'committed'; version: number; at: number }
  | { status: 'stale'; version: number }
  | { status: 'late' | 'premature' | 'unknown' }

/** As one statement it is one transaction. Arguments as in the function. */
export const COMMIT = `
SELECT status, match, version, at, ms
FROM commit_entry($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
`

/**
 * `joins` is the seat that somebody takes. `deadline_is`: at, after, none, or NULL to leave it. `condition`: overdue, away, or
 * NULL; `away_seat` had its last connection at `gone_since`, NULL if it has one.
 */
export const COMMIT_ENTRY = `
CREATE OR REPLACE FUNCTION commit_entry(
  match_id text, expected integer, by_seat smallint, by_action text, entry_body text, joins smallint, ends text,
  deadline_is text, deadline_ms bigint, condition text, away_seat smallint, away_ms bigint, gone_since bigint,
  now bigint, keep_waiting bigint, keep_playing bigint, keep_ended bigint
) RETURNS TABLE (status text, match text, version integer, at bigint, ms bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  kept matches;
  is_overdue boolean;
  seated bigint;
BEGIN
  RETURN QUERY SELECT * FROM live(now, keep_waiting, keep_playing);

  SELECT * INTO kept FROM matches m WHERE m.id = match_id AND (m.expires_at IS NULL OR m.expires_at > now);
  IF NOT FOUND THEN
    status := 'unknown';
    RETURN NEXT;
    RETURN;
  END IF;

  IF kept.version <> expected THEN
    status := 'stale';
    version := kept.version;
    RETURN NEXT;
    RETURN;
  END IF;

  is_overdue := COALESCE(now > kept.deadline, false);
  IF is_overdue AND condition IS DISTINCT FROM 'overdue' THEN
    status := 'late';
  ELSIF condition = 'overdue' AND NOT is_overdue THEN
    status := 'premature';
  ELSIF condition = 'away' THEN
    seated := CASE away_seat WHEN 0 THEN kept.seated_0 ELSE kept.seated_1 END;
    -- Both are needed: a seat without a player, or with a connection, is not away.
    IF (now - gone_since >= away_ms AND now - seated >= away_ms) IS NOT TRUE THEN status := 'premature'; END IF;
  END IF;
  IF status IS NOT NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;

  INSERT INTO entries VALUES (match_id, expected + 1, now, by_seat, by_action, entry_body);
  IF kept.status IN ('waiting', 'playing') THEN
    IF joins = 0 THEN kept.seated_0 := COALESCE(kept.seated_0, now); END IF;
    IF joins = 1 THEN kept.seated_1 := COALESCE(kept.seated_1, now); END IF;
    IF ends = 'game' THEN
      kept.status := 'ended';
      kept.deadline := NULL;
      kept.offered_at := now;
      kept.expires_at := NULL;
    ELSIF ends = 'aborted' THEN
      kept.status := 'aborted';
      kept.deadline := NULL;
      kept.expires_at := now + keep_ended;
    ELSE
      IF joins IS NOT NULL THEN kept.status := 'playing'; END IF;
      CASE deadline_is
        WHEN 'at' THEN kept.deadline := deadline_ms;
        WHEN 'after' THEN kept.deadline := now + deadline_ms;
        WHEN 'none' THEN kept.deadline := NULL;
        ELSE NULL;
      END CASE;
      kept.expires_at := expiry(kept.status, now, kept.deadline, keep_waiting, keep_playing);
    END IF;
  END IF;
  UPDATE matches m SET
    status = kept.status, version = expected + 1, expires_at = kept.expires_at, offered_at = kept.offered_at,
    deadline = kept.deadline, seated_0 = kept.seated_0, seated_1 = kept.seated_1
  WHERE m.id = match_id;
  status := 'committed';
  version := expected + 1;
  at := now;
  RETURN NEXT;
END $$;
`
