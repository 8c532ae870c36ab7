import { expect, it } from 'vitest'
import type { Attendance, CommitResult, MatchNews } from '../../../src/live/index.ts'
import type { Harness } from './harness.ts'
import { aBegunMatch, acting, aFollowedMatch, aMatch, anEndedMatch } from './harness.ts'
import { claiming, commitNow, joining, PATIENTLY } from './harness.ts'

const LONG = 3_600_000
const SHORT = 300
const REPEATS = 200

function inShort(news: MatchNews): string {
  if (news.type === 'entry') return news.entry.body.type
  return news.type === 'attendance' ? `connected: ${news.attendance.seats.join()}` : ''
}

const NUMBER = expect.any(Number) as number

export function attendance({ node, pass }: Harness): void {
  it('is the seats with a connection, and every change is published', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aFollowedMatch(one.store, other.store)
    const seats = async (): Promise<Attendance['seats']> => (await one.store.attendance(match)).seats
    expect(await seats()).toEqual([])
    await one.store.connect(match, 1, 'b', LONG)
    expect(await seats()).toEqual([1])
    await other.store.connect(match, 0, 'a', LONG)
    expect(await seats()).toEqual([0, 1])
    await one.store.disconnect(match, 1, 'b')
    expect(await seats()).toEqual([0])
    await one.store.disconnect(match, 0, 'a')
    expect(await seats()).toEqual([])
    await expect.poll(() => other.heard.seats(match), PATIENTLY).toEqual([[], [1], [0, 1], [0], []])
    expect(other.heard.attendances(match).at(-1)).toEqual(await one.store.attendance(match))
  })

  it('of a seat lasts as long as one of its connections', async () => {
    const { store, heard } = await node()
    const match = await aFollowedMatch(store)
    await store.connect(match, 0, 'telephone', LONG)
    await store.connect(match, 0, 'tablet', LONG)
    await store.connect(match, 0, 'tablet', LONG)
    await store.disconnect(match, 0, 'telephone')
    await store.disconnect(match, 0, 'telephone')
    await store.disconnect(match, 1, 'tablet')
    expect((await store.attendance(match)).seats).toEqual([0])
    await store.disconnect(match, 0, 'tablet')
    expect((await store.attendance(match)).seats).toEqual([])
    await expect.poll(() => heard.seats(match), PATIENTLY).toEqual([[], [0], []])
  })

  it('of one match is not that of another', async () => {
    const { store } = await node()
    const [match, other] = [await aBegunMatch(store), await aBegunMatch(store)]
    await store.connect(match, 0, 'a', LONG)
    await store.reportWatchers(match, 'node', 5, LONG)
    expect(await store.attendance(other)).toMatchObject({ seats: [], watchers: 0 })
    await store.disconnect(other, 0, 'a')
    await store.reportWatchers(other, 'node', 0, LONG)
    expect(await store.attendance(match)).toMatchObject({ seats: [0], watchers: 5 })
  })

  it('ends, and its end is published, when a connection is not reported again', async () => {
    const { store, heard } = await node()
    const match = await aBegunMatch(store)
    await store.follow(match)
    await store.connect(match, 0, 'lost', SHORT)
    await store.connect(match, 1, 'there', LONG)
    pass(SHORT)
    // The store publishes it, though nobody asks.
    await expect.poll(() => heard.seats(match).at(-1), PATIENTLY).toEqual([1])
    expect((await store.attendance(match)).seats).toEqual([1])
    await store.connect(match, 0, 'lost', LONG)
    expect((await store.attendance(match)).seats).toEqual([0, 1])
  })

  it('continues when a connection is reported again in time', async () => {
    const { store } = await node()
    const [match, witness] = [await aBegunMatch(store), await aBegunMatch(store)]
    await store.connect(match, 0, 'a', SHORT)
    await store.connect(match, 0, 'a', LONG)
    await store.connect(witness, 0, 'a', SHORT)
    pass(SHORT)
    await expect.poll(async () => (await store.attendance(witness)).seats, PATIENTLY).toEqual([])
    expect((await store.attendance(match)).seats).toEqual([0])
  })

  it('contains since when a player is away: at first since they have the seat', async () => {
    const { store } = await node()
    const match = await aMatch(store, { host: { seat: 1, player: { id: 'host', name: 'Ada' } } })
    const { createdAt } = (await store.load(match))!
    // A connection to a seat without a player, and its end, leave nobody away.
    await store.connect(match, 0, 'a', LONG)
    await store.disconnect(match, 0, 'a')
    expect(await store.attendance(match)).toEqual({ seats: [], away: { 1: createdAt }, watchers: 0 })
    const join = { type: 'join', seat: 0, player: { id: 'guest', name: 'Bo' } } as const
    const joined = await store.commit(joining(match, { body: join }))
    const joinedAt = 'at' in joined ? joined.at : NaN
    expect(await store.attendance(match)).toEqual({ seats: [], away: { 0: joinedAt, 1: createdAt }, watchers: 0 })

    await store.connect(match, 1, 'b', LONG)
    expect(await store.attendance(match)).toEqual({ seats: [1], away: { 0: joinedAt }, watchers: 0 })
    await store.connect(match, 0, 'a', LONG)
    expect(await store.attendance(match)).toEqual({ seats: [0, 1], away: {}, watchers: 0 })
    await store.disconnect(match, 1, 'b')
    const last = await store.attendance(match)
    expect(last).toEqual({ seats: [0], away: { 1: NUMBER }, watchers: 0 })
    expect(last.away[1]).toBeGreaterThanOrEqual(joinedAt)
    expect(await store.attendance(match)).toEqual(last)
  })

  it('of a match in which the second player takes the seat that the host had is that of both from then on', async () => {
    const { store, heard } = await node()
    for (const seat of [0, 1] as const) {
      const other = seat === 0 ? 1 : 0
      const host = { id: `host-${seat}`, name: 'Ada' }
      const match = await aMatch(store, { host: { seat, player: host } })
      await store.follow(match)
      await store.connect(match, seat, 'host', LONG)
      const join = { type: 'join', seat, player: { id: `guest-${seat}`, name: 'Bo' }, seatBy: 'seed' } as const
      const joined = await store.commit(joining(match, { body: join }))
      const joinedAt = 'at' in joined ? joined.at : NaN
      // The node that holds the connection of the host reports it with their seat as soon as it knows.
      expect(await store.attendance(match)).toEqual({ seats: [seat], away: { [other]: joinedAt }, watchers: 0 })
      await store.disconnect(match, seat, 'host')
      await store.connect(match, other, 'host', LONG)
      const { seats, away } = await store.attendance(match)
      expect(seats).toEqual([other])
      expect(away[seat]).toBeGreaterThanOrEqual(joinedAt)
      await expect.poll(() => heard.seats(match).at(-1), PATIENTLY).toEqual([other])
      // Both seats are taken: another join changes nothing of this.
      const eve = { type: 'join', seat: other, player: { id: 'eve', name: 'Eve' }, seatBy: 'seed' } as const
      await store.commit(joining(match, { version: 1, body: eve }))
      expect(await store.attendance(match)).toEqual({ seats, away, watchers: 0 })
    }
  })

  it('of a match that somebody joins is published, unless the player is connected already', async () => {
    const { store, heard } = await node()
    const [late, early] = [await aMatch(store), await aMatch(store)]
    await Promise.all([late, early].map((match) => store.follow(match)))
    await store.connect(early, 1, 'guest', LONG)
    for (const match of [late, early]) await store.commit(joining(match))
    const nobody = { seats: [], away: { 0: NUMBER, 1: NUMBER }, watchers: 0 }
    await expect.poll(() => heard.attendances(late).at(-1), PATIENTLY).toEqual(nobody)
    expect(await store.attendance(early)).toEqual({ seats: [1], away: { 0: NUMBER }, watchers: 0 })
  })

  it('counts a player as away from the moment at which their last connection expired', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    const joinedAt = (await store.attendance(match)).away[0]!
    await store.connect(match, 0, 'first', SHORT / 2)
    await store.connect(match, 0, 'last', SHORT)
    pass(SHORT)
    await expect.poll(async () => (await store.attendance(match)).seats, PATIENTLY).toEqual([])
    expect((await store.attendance(match)).away[0]).toBeGreaterThanOrEqual(joinedAt + SHORT)
  })

  it('stays what it is when a match ends', async () => {
    const { store } = await node()
    const match = await anEndedMatch(store)
    await store.connect(match, 0, 'a', LONG)
    expect(await store.attendance(match)).toEqual({ seats: [0], away: { 1: NUMBER }, watchers: 0 })
    await store.markArchived(match)
  })

  it('contains the sum of the spectators of all nodes, and every change of it is published', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aFollowedMatch(one.store, other.store)
    const watchers = async (): Promise<number> => (await other.store.attendance(match)).watchers
    await one.store.reportWatchers(match, 'one', 1000, LONG)
    expect(await watchers()).toBe(1000)
    await other.store.reportWatchers(match, 'other', 7, LONG)
    expect(await watchers()).toBe(1007)
    await one.store.reportWatchers(match, 'one', 1000, LONG)
    await one.store.reportWatchers(match, 'one', 998, LONG)
    expect(await watchers()).toBe(1005)
    await one.store.reportWatchers(match, 'one', 0, LONG)
    expect(await watchers()).toBe(7)
    await other.store.reportWatchers(match, 'other', 0, LONG)
    await other.store.reportWatchers(match, 'other', 0, LONG)
    expect(await watchers()).toBe(0)
    const told = (): number[] => other.heard.attendances(match).map((attendance) => attendance.watchers)
    await expect.poll(told, PATIENTLY).toEqual([0, 1000, 1007, 1005, 7, 0])
  })

  it('loses the spectators of a node that does not report them again', async () => {
    const { store, heard } = await node()
    const match = await aBegunMatch(store)
    await store.follow(match)
    await store.reportWatchers(match, 'lost', 40, SHORT)
    await store.reportWatchers(match, 'there', 2, SHORT)
    await store.reportWatchers(match, 'there', 2, LONG)
    pass(SHORT)
    await expect.poll(() => heard.attendances(match).at(-1)?.watchers, PATIENTLY).toBe(2)
    expect((await store.attendance(match)).watchers).toBe(2)
    await store.reportWatchers(match, 'lost', 39, LONG)
    expect((await store.attendance(match)).watchers).toBe(41)
  })

  it('refuses a claim against a player who is connected, or has not been away for long enough', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    expect(await store.commit(claiming(match, 1, LONG))).toEqual({ status: 'premature' })
    await store.connect(match, 1, 'b', LONG)
    expect(await store.commit(claiming(match, 1, 0))).toEqual({ status: 'premature' })
    expect(await store.commit(claiming(match, 0, 0))).toEqual({ status: 'stale', version: 1 })
    // A player who is away can claim, too.
    await store.disconnect(match, 1, 'b')
    expect(await store.commit(claiming(match, 1, 0))).toMatchObject({ status: 'committed', version: 2 })
    await store.markArchived(match)
  })

  it('refuses a claim against a seat without a player', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    expect(await store.commit(claiming(match, 0, 0))).toEqual({ status: 'premature' })
  })

  it('allows a claim against a player whose connection has expired for long enough', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.connect(match, 1, 'lost', SHORT)
    pass(2 * SHORT)
    const claim = (): Promise<CommitResult> => commitNow(store, match, (version) => claiming(match, version, SHORT))
    await expect.poll(claim, PATIENTLY).toMatchObject({ status: 'committed' })
    await store.markArchived(match)
  })

  it('refuses a claim after the deadline', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store, { deadline: { at: 1 } })
    expect(await store.commit(claiming(match, 1, LONG))).toEqual({ status: 'late' })
    await store.commit(acting(match, 1, { condition: { is: 'overdue' }, ends: 'aborted' }))
  })

  it(`allows a claim, or the return of the other player: never both, ${REPEATS} times`, async () => {
    const [one, other] = [await node(), await node()]
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const match = await aFollowedMatch(one.store)
      const claim = (): Promise<unknown> => one.store.commit(claiming(match, 1, 0))
      const back = (): Promise<unknown> => other.store.connect(match, 1, 'b', LONG)
      const claimFirst = repeat % 2 === 0
      const asked = claimFirst ? [claim(), back()] : [back(), claim()]
      const [answer] = await Promise.all(claimFirst ? asked : [...asked].reverse())
      expect((await other.store.attendance(match)).seats).toEqual([1])
      const claimed = (answer as { status: string }).status === 'committed'
      expect(answer).toMatchObject(claimed ? { version: 2 } : { status: 'premature' })
      // The news come in the order of the steps.
      const story = (): string[] => one.heard.told(match).map(inShort)
      const inOrder = ['join', 'connected: ', ...(claimed ? ['claim'] : []), 'connected: 1']
      await expect.poll(story, PATIENTLY).toEqual(inOrder)
      await one.store.markArchived(match)
      await one.store.unfollow(match)
    }
  })

  it('is published in order with the entries of the match', async () => {
    const { store, heard } = await node()
    const match = await aFollowedMatch(store)
    await store.connect(match, 0, 'a', LONG)
    await store.commit(acting(match, 1))
    await store.disconnect(match, 0, 'a')
    await expect
      .poll(
        () =>
          heard
            .told(match)
            .slice(-3)
            .map(({ type }) => type),
        PATIENTLY,
      )
      .toEqual(['attendance', 'entry', 'attendance'])
  })
}
