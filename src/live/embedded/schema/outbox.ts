/** 1 now, 2 limit, 3 offered_at. */
export const CLAIM = `
UPDATE matches SET offered_at = $3, again = NULL
WHERE id IN (SELECT id FROM matches WHERE offered_at <= $1 ORDER BY offered_at LIMIT $2)
RETURNING id
`

/** 1 id, 2 expires_at. */
export const SETTLE = `
UPDATE matches SET offered_at = again, expires_at = CASE WHEN again IS NULL THEN $2::bigint END
WHERE id = $1 AND offered_at IS NOT NULL
`

export const BACKLOG = 'SELECT count(*) AS count FROM matches WHERE offered_at IS NOT NULL'
