import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DEFAULT_RETENTION, openEmbeddedStore } from '../../src/live/index.ts'
import type { LiveStore } from '../../src/live/index.ts'
import { acting, aBegunMatch, anEndedMatch, flagging, joining, newHeader } from './contract/harness.ts'

/** What the first version made, and how it began its commits. */
const FIRST_VERSION = `
DROP TABLE chat, pulse, entries, matches CASCADE;
CREATE TABLE matches (
  id text PRIMARY KEY,
  code text NOT NULL,
  header text NOT NULL,
  created_at bigint NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'playing', 'ended')),
  version integer NOT NULL DEFAULT 0,
  expires_at bigint,
  offered_at bigint
);
CREATE UNIQUE INDEX matches_code ON matches (code) WHERE status = 'waiting';
CREATE INDEX matches_outbox ON matches (offered_at) WHERE offered_at IS NOT NULL;
CREATE TABLE entries (
  match text NOT NULL REFERENCES matches ON DELETE CASCADE,
  version integer NOT NULL,
  at bigint NOT NULL,
  seat smallint NOT NULL,
  action_id text,
  body text NOT NULL,
  PRIMARY KEY (match, version),
  UNIQUE (match, seat, action_id)
);
CREATE FUNCTION commit_entry(
  match_id text, expected integer, by_seat smallint, by_action text, entry_body text,
  joins boolean, ends boolean, now bigint, keep_waiting bigint, keep_playing bigint
) RETURNS TABLE (status text, version integer, at bigint) LANGUAGE sql AS $$ SELECT 'unknown', 0, now $$;
`

let dir: string
let store: LiveStore | undefined

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'curia-upgrade-'))
})
afterEach(async () => {
  await store?.close()
  store = undefined
  await rm(dir, { recursive: true, force: true })
})

let now = 1_700_000_000_000

async function reopen(): Promise<LiveStore> {
  await store?.close()
  store = await openEmbeddedStore({ dir, retention: DEFAULT_RETENTION, clock: () => now })
  return store
}

it('opens a folder of the first version, with all that is in it', async () => {
  await (await reopen()).close()
  store = undefined
  const [waiting, playing, ended] = [newHeader(), newHeader(), newHeader()]
  const old = await PGlite.create(join(dir, 'cluster'))
  await old.exec(FIRST_VERSION)
  for (const [header, status, version] of [[waiting, 'waiting', 0], [playing, 'playing', 2], [ended, 'ended', 2]] as const) {
    await old.query('INSERT INTO matches VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...[header.id, header.code, JSON.stringify(header), now - 5000, status, version],
      ...(status === 'ended' ? [null, now - 1000] : [now + 1_000_000, null]),
    ])
    const second = status === 'ended' ? { type: 'resign', seat: 0 } : acting(header.id, 1).body
    for (const [index, body] of [joining(header.id).body, second].slice(0, version).entries()) {
      const { seat } = body as { seat: number }
      await old.query('INSERT INTO entries VALUES ($1, $2, $3, $4, $5, $6)', [
        ...[header.id, index + 1, now - 4000],
        ...[seat, `action-${index}`, JSON.stringify(body)],
      ])
    }
  }
  await old.close()

  const opened = await reopen()
  expect(await opened.load(waiting.id)).toEqual({ header: waiting, createdAt: now - 5000, entries: [] })
  expect((await opened.load(playing.id))!.entries).toHaveLength(2)
  expect(await opened.findByCode(waiting.code)).toBe(waiting.id)
  expect(await opened.claimEnded(10, 1000)).toEqual([ended.id])
  expect(await opened.entriesAfter(playing.id, 1)).toMatchObject([{ version: 2, actionId: 'action-1' }])
  expect(await opened.commit(joining(waiting.id, { deadline: { at: 1 } }))).toMatchObject({ status: 'committed' })
  expect(await opened.heartbeat(10)).toEqual([waiting.id])
  expect(await opened.commit(flagging(waiting.id, 1))).toMatchObject({ status: 'committed' })
  await opened.connect(playing.id, 0, 'a', 1000)
  expect(await opened.attendance(playing.id)).toMatchObject({ seats: [0] })
  expect(await opened.offerRematch(ended.id, 0, newHeader())).toEqual({ offered: [0], next: null })

  const before = await opened.load(playing.id)
  expect(await (await reopen()).load(playing.id)).toEqual(before)
})

it('gives back the time between two openings of a folder, and counts nobody as away for it', async () => {
  const first = await reopen()
  const match = await aBegunMatch(first, { deadline: { after: 20_000 } })
  const over = await anEndedMatch(first)
  await first.connect(match, 0, 'a', 1000)
  const line = await first.say(match, 'players', { from: { id: 'a', name: 'Ada' }, text: 'Salve' })
  await first.mute(match, 1, true)
  await first.offerRematch(over, 1, newHeader())
  now += 500
  await first.disconnect(match, 0, 'a')
  now += 100
  await first.heartbeat(0)
  now += 60_000

  const second = await reopen()
  expect(await second.commit(acting(match, 1))).toEqual({ status: 'stale', version: 2 })
  expect((await second.load(match))!.entries.at(-1)).toEqual({ version: 2, at: now, body: { type: 'downtime', ms: 60_000 } })
  expect((await second.attendance(match)).away).toEqual({ 0: now, 1: now })
  expect(await second.chat(match, 'players')).toEqual([line])
  expect(await second.muted(match)).toEqual([1])
  expect(await second.rematch(over)).toEqual({ offered: [1], next: null })
  now += 2000
  await second.heartbeat(0)
  expect(await second.commit(acting(match, 2, { deadline: null }))).toMatchObject({ status: 'committed', version: 3 })
})
