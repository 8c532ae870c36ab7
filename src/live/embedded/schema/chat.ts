import { CHAT_LINES_KEPT } from '../../port.ts'
import { CHAT_SETTLES_MS } from '../../retention.ts'

/** 1 match, 2 room, 3 what is said (a JSON object that is not empty), 4 now. Nothing if there is no such match. */
export const SAY = 'SELECT line, muted FROM say_in_match($1, $2, $3, $4)'

/** 1 match, 2 room, 3 now. */
export const READ_CHAT = `
SELECT c.line FROM chat c JOIN matches m ON m.id = c.match
WHERE c.match = $1 AND c.room = $2 AND (m.expires_at IS NULL OR m.expires_at > $3) ORDER BY c.number
`

/** 1 match, 2 seat, 3 now. */
export const MUTE = `
UPDATE matches SET muted = array_append(array_remove(muted, $2::smallint), $2::smallint)
WHERE id = $1 AND (expires_at IS NULL OR expires_at > $3)
`
export const UNMUTE = `
UPDATE matches SET muted = array_remove(muted, $2::smallint)
WHERE id = $1 AND (expires_at IS NULL OR expires_at > $3)
`

/** 1 match, 2 now. */
export const READ_MUTED = `
SELECT muted FROM matches WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
`

export const SAY_IN_MATCH = `
CREATE OR REPLACE FUNCTION say_in_match(match_id text, in_room text, said text, now bigint)
RETURNS TABLE (line text, muted smallint[]) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  kept matches;
  next_number integer;
BEGIN
  SELECT * INTO kept FROM matches m WHERE m.id = match_id AND (m.expires_at IS NULL OR m.expires_at > now);
  IF NOT FOUND THEN RETURN; END IF;
  SELECT COALESCE(max(c.number), 0) + 1 INTO next_number FROM chat c WHERE c.match = match_id AND c.room = in_room;
  line := format('{"number":%s,"at":%s,', next_number, now) || substr(said, 2);
  muted := kept.muted;
  INSERT INTO chat VALUES (match_id, in_room, next_number, line);
  DELETE FROM chat c WHERE c.match = match_id AND c.room = in_room AND c.number <= next_number - ${CHAT_LINES_KEPT};
  IF kept.status = 'ended' THEN
    UPDATE matches m SET
      again = COALESCE(m.again, now + ${CHAT_SETTLES_MS}),
      offered_at = COALESCE(m.offered_at, now + ${CHAT_SETTLES_MS}),
      expires_at = NULL
    WHERE m.id = match_id;
  END IF;
  RETURN NEXT;
END $$;
`
