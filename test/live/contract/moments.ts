import { expect, it } from 'vitest'
import type { LiveStore } from '../../../src/live/index.ts'
import { OUTAGE_MS } from '../../../src/live/index.ts'
import { aBegunMatch, acting, aMatch, anEndedMatch, claiming, flagging, joining } from './harness.ts'

/** A store whose time a test controls. */
export interface Moments {
  store: () => LiveStore
  /** The store's time, in ms since 1970. */
  time: { now: number }
}

/** What a store does to the millisecond. */
export function moments({ store: opened, time }: Moments): void {
  it('is in time at the deadline, and late a millisecond after it', async () => {
    const store = opened()
    const match = await aBegunMatch(store, { deadline: { after: 2000 } })
    time.now += 2000
    expect(await store.heartbeat(100)).not.toContain(match)
    expect(await store.commit(flagging(match, 1))).toEqual({ status: 'premature' })
    const move = acting(match, 1, { deadline: { at: time.now + 500 } })
    expect(await store.commit(move)).toEqual({ status: 'committed', version: 2, at: time.now })
    time.now += 501
    expect(await store.commit(acting(match, 2))).toEqual({ status: 'late' })
    expect(await store.heartbeat(100)).toContain(match)
    expect(await store.commit(flagging(match, 2))).toEqual({ status: 'committed', version: 3, at: time.now })
    expect(await store.heartbeat(100)).not.toContain(match)
  })

  it('allows a claim as soon as the other player has been away for long enough', async () => {
    const store = opened()
    const match = await aBegunMatch(store)
    time.now += 1000
    await store.connect(match, 1, 'b', 500)
    time.now += 499
    expect(await store.commit(claiming(match, 1, 0))).toEqual({ status: 'premature' })
    time.now += 1
    expect((await store.attendance(match)).away[1]).toBe(time.now)
    time.now += 999
    expect(await store.commit(claiming(match, 1, 1000))).toEqual({ status: 'premature' })
    time.now += 1
    expect(await store.commit(claiming(match, 1, 1000))).toMatchObject({ status: 'committed' })
  })

  it('counts absence from the moment of the join, later from the end of the last connection', async () => {
    const store = opened()
    const match = await aMatch(store)
    const createdAt = time.now
    time.now += 700
    await store.commit(joining(match))
    expect((await store.attendance(match)).away).toEqual({ 0: createdAt, 1: createdAt + 700 })
    time.now += 700
    await store.connect(match, 1, 'first', 10_000)
    await store.connect(match, 1, 'second', 300)
    time.now += 700
    await store.disconnect(match, 1, 'first')
    expect((await store.attendance(match)).away).toEqual({ 0: createdAt, 1: time.now })
  })

  it('counts absence once a connection has expired, also when a claim is the first to find that', async () => {
    const store = opened()
    const match = await aBegunMatch(store)
    await store.connect(match, 1, 'b', 500)
    time.now += 1499
    expect(await store.commit(claiming(match, 1, 1000))).toEqual({ status: 'premature' })
    const other = await aBegunMatch(store)
    await store.connect(other, 1, 'b', 500)
    time.now += 1500
    expect(await store.commit(claiming(other, 1, 1000))).toMatchObject({ status: 'committed' })
  })

  it('does not count downtime as absence, neither after a join nor after the end of a connection', async () => {
    const store = opened()
    const match = await aBegunMatch(store, { deadline: { after: 3_600_000 } })
    const joined = time.now
    await store.heartbeat(0)
    time.now += 1000
    await store.connect(match, 1, 'b', 60_000)
    time.now += 1000
    await store.disconnect(match, 1, 'b')
    time.now += 1000
    await store.heartbeat(0)
    time.now += 500_000
    await store.heartbeat(0)
    expect((await store.attendance(match)).away).toEqual({ 0: joined + 500_000, 1: joined + 502_000 })
    expect(await store.commit(acting(match, 2, { deadline: null }))).toMatchObject({ status: 'committed' })
  })

  it('counts a player who joins twice from the first time', async () => {
    const store = opened()
    const match = await aBegunMatch(store)
    const joined = time.now
    time.now += 1000
    expect(await store.commit(joining(match, { version: 1 }))).toMatchObject({ status: 'committed' })
    expect((await store.attendance(match)).away[1]).toBe(joined)
  })

  it('offers a match again ten seconds after the first line that was said while it was archived', async () => {
    const store = opened()
    const match = await anEndedMatch(store)
    expect(await store.claimEnded(1000, 60_000)).toContain(match)
    const from = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
    await store.say(match, 'players', { from, text: 'Well played' })
    time.now += 9_999
    await store.say(match, 'players', { from, text: 'Again?' })
    await store.markArchived(match)
    expect(await store.claimEnded(1000, 60_000)).not.toContain(match)
    time.now += 1
    expect(await store.claimEnded(1000, 60_000)).toContain(match)
    await store.markArchived(match)
  })

  it('gives nothing back for a silence that is no longer than allowed', async () => {
    const store = opened()
    const match = await aBegunMatch(store, { deadline: { after: 60_000 } })
    await store.connect(match, 0, 'a', 1_000_000)
    const joined = time.now
    time.now += OUTAGE_MS
    await store.heartbeat(0)
    expect((await store.load(match))!.entries).toHaveLength(1)
    time.now += OUTAGE_MS + 1
    await store.heartbeat(0)
    const given = { version: 2, at: time.now, body: { type: 'downtime', ms: OUTAGE_MS + 1 } }
    expect((await store.load(match))!.entries.slice(1)).toEqual([given])
    expect((await store.attendance(match)).away).toEqual({ 1: joined + OUTAGE_MS + 1 })
    time.now = joined + 60_000 + OUTAGE_MS + 1 - 1000
    expect(await store.commit(acting(match, 2))).toMatchObject({ status: 'stale', version: 3 })
    expect(await store.commit(acting(match, 3, { deadline: null }))).toMatchObject({ status: 'committed' })
  })

  it('gives back exactly the time without a sign of life, whichever command is first', async () => {
    const store = opened()
    const match = await aBegunMatch(store, { deadline: { after: 10_000 } })
    time.now += 1000
    await store.commit(acting(match, 1))
    time.now += 500_000
    await Promise.all([store.heartbeat(0), store.commit(acting(match, 2)), store.heartbeat(0)])
    const given = { version: 3, at: time.now, body: { type: 'downtime', ms: 500_000 } }
    expect((await store.load(match))!.entries.slice(2)).toEqual([given])
    // 1 s of the 10 s had passed before.
    for (let seconds = 3; seconds <= 9; seconds += 3) {
      time.now += 3000
      expect(await store.commit(flagging(match, 3))).toEqual({ status: 'premature' })
    }
    time.now += 1
    expect(await store.commit(flagging(match, 3))).toMatchObject({ status: 'committed' })
  })
}
