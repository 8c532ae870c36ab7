import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { openTemporaryStore } from '../support/embedded.ts'
import { aBegunMatch, aborting, acting, aMatch, anEndedMatch, flagging, joining, newHeader } from './contract/harness.ts'
import { askEverything, UNAVAILABLE } from './every-method.ts'

const DAY = 86_400_000
const RETENTION = { waitingMs: 1000, playingMs: 5000, endedMs: 3000 }

describe('the embedded store', () => {
  let store: LiveStore
  let now = 1_700_000_000_000
  beforeAll(async () => {
    store = await openTemporaryStore({ retention: RETENTION, clock: () => now })
  })
  afterAll(() => store.close())

  it('tells the time by its clock', async () => {
    const header = newHeader()
    expect(await store.create(header)).toEqual({ createdAt: now })
    now += 17
    expect(await store.commit(joining(header.id))).toEqual({ status: 'committed', version: 1, at: now })
  })

  it('forgets a match that nobody joined, and its id and code are free', async () => {
    const header = newHeader()
    await store.create(header)
    now += RETENTION.waitingMs - 1
    expect(await store.findByCode(header.code)).toBe(header.id)
    expect((await store.load(header.id))!.header).toEqual(header)
    now += 1
    expect(await store.findByCode(header.code)).toBeNull()
    expect(await store.load(header.id)).toBeNull()
    expect(await store.entriesAfter(header.id, 0)).toBeNull()
    expect(await store.commit(joining(header.id))).toEqual({ status: 'unknown' })
    expect(await store.create(header)).toEqual({ createdAt: now })
    expect(await store.load(header.id)).toEqual({ header, createdAt: now, entries: [] })
  })

  it('keeps a match in play for as long after each commit', async () => {
    const match = await aBegunMatch(store)
    for (let version = 1; version < 4; version += 1) {
      now += RETENTION.playingMs - 1
      expect(await store.commit(acting(match, version))).toMatchObject({ status: 'committed' })
    }
    now += RETENTION.playingMs - 1
    expect((await store.load(match))!.entries).toHaveLength(4)
    expect(await store.commit(acting(match, 0))).toMatchObject({ status: 'stale' })
    now += 1
    expect(await store.load(match)).toBeNull()
  })

  it('keeps a match at least a day longer than its deadline', async () => {
    const match = await aBegunMatch(store, { deadline: { after: 10 * DAY } })
    now += 11 * DAY - 1
    // Nobody was there all the time.
    expect(await store.commit(flagging(match, 1))).toEqual({ status: 'stale', version: 2 })
    now += 10 * DAY - 1000
    expect(await store.commit(flagging(match, 2))).toMatchObject({ status: 'stale' })
    expect(await store.commit(acting(match, 3, { deadline: null }))).toMatchObject({ status: 'committed' })
    now += RETENTION.playingMs
    expect(await store.load(match)).toBeNull()

    const forgotten = await aBegunMatch(store, { deadline: { after: 10 * DAY } })
    now += 11 * DAY
    expect(await store.heartbeat(10)).not.toContain(forgotten)
    expect(await store.load(forgotten)).toBeNull()
  })

  it('lets an aborted match expire, and keeps one that is said something in until that is in the history', async () => {
    const [aborted, ended] = [await aBegunMatch(store), await anEndedMatch(store)]
    await store.commit(aborting(aborted, 1))
    await store.markArchived(ended)
    const from = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
    for (const match of [aborted, ended]) await store.say(match, 'players', { from, text: 'Oh' })
    now += RETENTION.endedMs
    expect(await store.load(aborted)).toBeNull()
    expect(await store.chat(aborted, 'players')).toEqual([])
    now += 10_000
    expect(await store.claimEnded(10, 1000)).toEqual([ended])
    await store.markArchived(ended)
    now += RETENTION.endedMs
    expect(await store.load(ended)).toBeNull()
    expect(await store.say(ended, 'players', { from, text: 'Still here?' })).toBeNull()
    expect(await store.attendance(ended)).toEqual({ seats: [], away: {}, watchers: 0 })
  })

  it('keeps a match that has ended until it is in the history, and for a while after', async () => {
    const match = await anEndedMatch(store)
    now += 1000 * RETENTION.playingMs
    expect(await store.claimEnded(10, 1)).toContain(match)
    expect(await store.load(match)).not.toBeNull()
    await store.markArchived(match)
    now += RETENTION.endedMs - 1
    await store.markArchived(match)
    expect(await store.load(match)).not.toBeNull()
    now += 1
    expect(await store.load(match)).toBeNull()
  })

  it('answers nothing once it is closed', async () => {
    const other = await openTemporaryStore({ retention: RETENTION })
    const match = await aMatch(other)
    await other.close()
    await other.close()
    expect(await askEverything(other, match)).toEqual(UNAVAILABLE)
  })
})
