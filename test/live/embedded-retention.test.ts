import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveStore } from '../../src/live/index.ts'
import { openTemporaryStore } from '../support/embedded.ts'
import { aBegunMatch, aborting, acting, aMatch, anEndedMatch } from './contract/harness.ts'
import { flagging, Heard, joining, newActionId, newHeader, PATIENTLY } from './contract/harness.ts'
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

  it('takes its time from its clock', async () => {
    const header = newHeader()
    expect(await store.create(header)).toEqual({ createdAt: now })
    now += 17
    expect(await store.commit(joining(header.id))).toEqual({ status: 'committed', version: 1, at: now })
  })

  it('removes a match that nobody joined, and its id, its code and its command are free', async () => {
    const [header, actionId] = [newHeader(), newActionId()]
    await store.create(header, actionId)
    now += RETENTION.waitingMs - 1
    expect(await store.findByCode(header.code)).toBe(header.id)
    expect(await store.createdBy(header.host.player.id, actionId)).toBe(header.id)
    expect((await store.load(header.id))!.header).toEqual(header)
    now += 1
    expect(await store.findByCode(header.code)).toBeNull()
    expect(await store.load(header.id)).toBeNull()
    expect(await store.entriesAfter(header.id, 0)).toBeNull()
    expect(await store.commit(joining(header.id))).toEqual({ status: 'unknown' })
    expect(await store.createdBy(header.host.player.id, actionId)).toBeNull()
    expect(await store.create(header, actionId)).toEqual({ createdAt: now })
    expect(await store.load(header.id)).toEqual({ header, createdAt: now, entries: [] })
  })

  it('retains a match in play for as long after each commit', async () => {
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

  it('retains a match at least a day longer than its deadline', async () => {
    const match = await aBegunMatch(store, { deadline: { after: 10 * DAY } })
    now += 11 * DAY - 1
    // The server was down all the time.
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

  it('lets an aborted match expire, and retains one with a new line until that is archived', async () => {
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

  it('retains a match that has ended until it is archived, and for some time after', async () => {
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

  it('retains a match with a line that was said while the match was archived', async () => {
    const match = await anEndedMatch(store)
    expect(await store.claimEnded(10, 60_000)).toContain(match)
    await store.say(match, 'players', { from: { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }, text: 'Oh' })
    await store.markArchived(match)
    now += RETENTION.endedMs
    expect(await store.chat(match, 'players')).toHaveLength(1)
    now += 10_000
    expect(await store.claimEnded(10, 60_000)).toContain(match)
    await store.markArchived(match)
    now += RETENTION.endedMs
    expect(await store.load(match)).toBeNull()
  })

  it('interrupts those who follow a match that expires', async () => {
    const [match, other] = [await aMatch(store), await aBegunMatch(store)]
    const heard = new Heard()
    store.subscribe(heard)
    for (const each of [match, other]) await store.follow(each)
    now += RETENTION.waitingMs
    await expect.poll(() => heard.interruptionsOf(match), PATIENTLY).toBe(1)
    expect(heard.interruptionsOf(other)).toBe(0)
    for (const each of [match, other]) await store.unfollow(each)
  })

  it('gives the code of an expired match to another one', async () => {
    const { code, id } = newHeader()
    await store.create(newHeader({ code }))
    now += RETENTION.waitingMs
    expect(await store.create(newHeader({ id, code }))).toEqual({ createdAt: now })
    expect(await store.findByCode(code)).toBe(id)
  })

  it('answers no command once it is closed', async () => {
    const other = await openTemporaryStore({ retention: RETENTION })
    const match = await aMatch(other)
    await other.close()
    await other.close()
    expect(await askEverything(other, match)).toEqual(UNAVAILABLE)
  })
})
