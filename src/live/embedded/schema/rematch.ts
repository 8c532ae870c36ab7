/**
 * 1 match, 2 seat, 3 proposed header, 4 now. Gives how things stand then and whether that is new; nothing if there is no such
 * match or it is not over.
 */
export const OFFER_REMATCH = `
UPDATE matches SET
  rematch = CASE WHEN $2::smallint = ANY (rematch) THEN rematch ELSE array_append(rematch, $2::smallint) END,
  next = CASE WHEN $2::smallint = ANY (rematch) OR cardinality(rematch) = 0 THEN next ELSE $3 END
WHERE id = $1 AND (expires_at IS NULL OR expires_at > $4)
  AND (status = 'ended' OR status = 'aborted' AND seated_0 IS NOT NULL AND seated_1 IS NOT NULL)
RETURNING rematch AS offered, next, rematch <> old.rematch AS changed
`

/** 1 match, 2 now. */
export const READ_REMATCH = `
SELECT rematch AS offered, next FROM matches WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
`
