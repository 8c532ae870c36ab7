/** A match whose players bid for the first turn, and one with a handicap. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newHeader } from '../../src/matches/index.ts'
import type { CreateMessage, PlayerRef, Snapshot } from '../../src/protocol/index.ts'
import { verifyRecord } from '../../src/record/index.ts'
import { drawSeat } from '../../src/rules/index.ts'
import { TOLD_BID } from '../support/bids.ts'
import { Follower } from '../support/follower.ts'
import { BASE, codeOf, create, creation, join } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { World } from '../support/world.ts'

let world: World
let ada: PlayerRef
let bo: PlayerRef
beforeEach(() => {
  world = new World(31)
  ;[ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
})
afterEach(() => world.close())

const invite = async (bid: number, more: CreateMessage = {}): Promise<Snapshot> =>
  (await create(world.node(0), ada, creation({ bid, ...more }))).snapshot

const coinsOf = ({ board }: Snapshot): [number, number] => [board!.cities[0].coins, board!.cities[1].coins]

/** The second player joins at the other node. Resolves with what the host sees then. */
async function joined(match: string, bid: number): Promise<Snapshot> {
  await join(world.node(1), bo, { match, bid })
  await world.informed(0, match)
  return (await world.node(0).views.view(ada, match)).snapshot
}

/** The match is over. Resolves with the next one of the same two players. */
async function rematch(match: string): Promise<Snapshot> {
  await world.node(0).endings.resign(ada, { match, actionId: newActionId() })
  await world.node(0).rematches.offer(ada, match)
  const { next } = await world.node(0).rematches.offer(bo, match)
  return (await world.node(0).views.view(ada, next!)).snapshot
}

describe('a match with bids', () => {
  it.each([
    ['the host bid more', 6, 4, 0],
    ['the other player bid more', 4, 6, 1],
    ['the host bid nothing', 0, 15, 1],
  ] as const)(
    'is begun by whoever bid more, and the other player has as many coins more: %s',
    async (_who, host, guest, seat) => {
      const { match } = await invite(host)
      const snapshot = await joined(match, guest)
      const coins = Math.max(host, guest)
      expect(snapshot).toMatchObject({
        you: seat,
        bids: seat === 0 ? { 0: host, 1: guest } : { 0: guest, 1: host },
        options: { ...BASE, handicap: { seat: 1, coins } },
      })
      expect(coinsOf(snapshot)).toEqual([7, 7 + coins])
    },
  )

  it.each([0, 5])('is begun by whom the seed says after equal bids, of %i coins', async (coins) => {
    const seats = new Set<unknown>()
    for (let times = 0; times < 20; times += 1) {
      const { match } = await invite(coins)
      const snapshot = await joined(match, coins)
      expect(snapshot.you).toBe(drawSeat(world.fold(match).header.seed))
      expect(coinsOf(snapshot)).toEqual([7, 7 + coins])
      expect('handicap' in snapshot.options).toBe(coins > 0)
      seats.add(snapshot.you)
    }
    expect(seats).toEqual(new Set([0, 1]))
  })

  it('tells nobody a bid or a seat before both have bid, and then everybody who may watch', async () => {
    const waiting = await invite(9)
    const { match, code } = waiting
    const [host, stranger] = [new Follower(), new Follower()]
    await host.follow(world.node(0), ada, match)
    await stranger.follow(world.node(1), null, match)
    for (const snapshot of [waiting, host.snapshot!, stranger.snapshot!]) {
      expect(snapshot).toMatchObject({ you: 'spectator', bids: {}, players: {}, host: ada, options: BASE })
    }
    const lists = [await world.node(0).own.page(ada, { limit: 1 }), await world.node(1).views.invitation(code!)]
    expect(lists[0]).toMatchObject({ matches: [{ match }] })
    expect(lists[0]).not.toMatchObject({ matches: [{ you: expect.anything() as unknown }] })
    const replay = await world.node(1).views.replay(ada, match)
    const position = await world.node(1).views.position(ada, match, 0)
    const summary = await world.node(1).views.summary(match)
    for (const shown of [
      waiting,
      host.snapshot,
      host.attendance,
      stranger.snapshot,
      stranger.attendance,
      lists,
      replay,
      position,
      summary,
    ]) {
      expect(JSON.stringify(shown)).not.toMatch(TOLD_BID)
    }
    await join(world.node(1), bo, { match, bid: 3 })
    for (const follower of [host, stranger]) {
      await follower.reached(1)
      expect(follower.snapshot).toMatchObject({ bids: { 0: 9, 1: 3 }, players: { 0: ada, 1: bo } })
      expect(follower.faults).toEqual([])
      await follower.stop()
    }
  })

  it('is joined with a bid alone, and one without bids without one', async () => {
    const { match, code } = await invite(2)
    const other = (await create(world.node(0), ada, creation({}))).snapshot
    for (const request of [{ match }, { code: code! }, { match: other.match, bid: 0 }, { code: other.code!, bid: 3 }]) {
      await expect(world.node(1).play.join(bo, request)).rejects.toMatchObject({
        code: 'bad-request',
        details: { issues: [{ path: '/bid', message: expect.any(String) as string }] },
      })
    }
    expect(world.backend.record(match).entries).toEqual([])
    expect(await codeOf(world.node(0).play.join(ada, { match }))).toBe('own-match')
    await world.node(1).play.join(bo, { code: code!, bid: 0 })
    // Whoever has a seat is answered with the match, whatever they bid now.
    for (const bid of [undefined, 15]) expect(await world.node(1).play.join(bo, { match, bid })).toBe(match)
    expect(await codeOf(world.node(1).play.join(newPlayer('Eve'), { match }))).toBe('match-full')
    expect(world.fold(match).bids).toEqual([2, 0])
  })

  it('has the bids in its record, and can be verified', async () => {
    const { match } = await invite(4)
    await joined(match, 7)
    await world.node(0).endings.resign(bo, { match, actionId: newActionId() })
    const replay = await world.node(0).views.replay(null, match)
    if (!replay.complete) throw new Error('the match goes on')
    const { record } = replay
    expect(record.header).toMatchObject({ bid: 4 })
    expect(record.header).not.toHaveProperty('seatBy')
    expect(record.entries[0]!.body).toMatchObject({ type: 'join', seat: 0, seatBy: 'bid', bid: 7 })
    expect(verifyRecord(record).filter(({ ok }) => !ok)).toEqual([])
  })

  it('goes on after the node that created it has died, and is begun once by two commands at the same time', async () => {
    const { match, code } = await invite(6)
    await world.restart(0)
    await Promise.all([0, 1].map((node) => world.node(node).play.join(bo, { code: code!, bid: 5 + node })))
    expect(world.backend.record(match).entries).toHaveLength(1)
    expect(world.fold(match)).toMatchObject({ bids: expect.arrayContaining([6]) as number[] })
  })

  it('of a challenge has the bid of its guest, and is created once, also by a command that is repeated', async () => {
    const header = newHeader({
      host: ada,
      bid: 3,
      seating: null,
      kind: 'base',
      options: BASE,
      terms: { clock: 'none', rated: false, visibility: 'public' },
      origin: 'challenge',
    })
    await world.node(0).play.open(header, bo, 8)
    await world.restart(0)
    await world.node(0).play.open(header, bo, 1)
    expect(world.fold(header.id)).toMatchObject({ bids: [8, 3], players: [bo, ada] })
  })

  it('has a rematch without bids and without their handicap, with the seats swapped', async () => {
    const { match } = await invite(6)
    await joined(match, 4)
    const next = await rematch(match)
    expect(next).toMatchObject({ you: 1, options: BASE })
    expect(next).not.toHaveProperty('bids')
    expect(next.options).not.toHaveProperty('handicap')
    expect(coinsOf(next)).toEqual([7, 7])
  })
})

describe('a match with a handicap', () => {
  it('begins with it, and in a rematch it follows its player to the other seat', async () => {
    const options = { handicap: { seat: 0, coins: 3 } } as const
    const { match } = (await create(world.node(0), ada, creation({ seat: 0, options }))).snapshot
    await join(world.node(1), bo, { match })
    const { snapshot } = await world.node(1).views.view(bo, match)
    expect(snapshot).toMatchObject({ options: { ...BASE, ...options } })
    expect(coinsOf(snapshot)).toEqual([10, 7])
    await world.informed(0, match)
    const next = await rematch(match)
    expect(next).toMatchObject({ you: 1, options: { handicap: { seat: 1, coins: 3 } } })
    expect(coinsOf(next)).toEqual([7, 10])
    expect(await rematch(next.match)).toMatchObject({ you: 0, options })
  })
})
