/** 1 id, 2 code, 3 header, 4 now, 5 expires_at, 6 seat of the host. Gives nothing if the id or the code is taken. */
export const CREATE = `
INSERT INTO matches (id, code, header, created_at, expires_at, seated_0, seated_1)
VALUES ($1, $2, $3, $4, $5, CASE $6::smallint WHEN 0 THEN $4::bigint END, CASE $6::smallint WHEN 1 THEN $4::bigint END)
ON CONFLICT DO NOTHING RETURNING id
`

/** 1 id, 2 now. */
export const FIND = `
SELECT header, created_at FROM matches WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
`

/** 1 code, 2 now. */
export const FIND_BY_CODE = `
SELECT id FROM matches WHERE code = $1 AND status = 'waiting' AND (expires_at IS NULL OR expires_at > $2)
`

/** 1 id, 2 now. */
export const FIND_SEATS = `
SELECT seated_0, seated_1 FROM matches WHERE id = $1 AND (expires_at IS NULL OR expires_at > $2)
`

/** 1 match, 2 version. */
export const ENTRIES = `
SELECT version, at, action_id, body FROM entries WHERE match = $1 AND version > $2 ORDER BY version
`

/** 1 now. Gives the ids of what is gone. */
export const DELETE_EXPIRED = 'DELETE FROM matches WHERE expires_at <= $1 RETURNING id'
