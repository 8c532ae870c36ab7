import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { CreateMessage, PlayerRef, SeriesTerms } from '../../src/protocol/index.ts'
import { createRequestSchema, HOUSE_BOTS } from '../../src/protocol/index.ts'
import { matchOfSeries, verifyRecord } from '../../src/record/index.ts'
import type { Seat } from '../../src/rules/index.ts'
import { resigning } from '../live/contract/harness.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, create, creation, openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import { ratedPlayers } from '../support/rated-players.ts'
import { World } from '../support/world.ts'

const BEST_OF_3 = { series: { best: 3 } } satisfies CreateMessage

let world: World
beforeEach(() => {
  world = new World(29)
})
afterEach(() => world.close())

const begin = (best: SeriesTerms['best'], terms: Omit<CreateMessage, 'seat'> = {}): Promise<SeatedMatch> =>
  seatTwo(world.node(0), terms.options, { series: { best }, ...terms })

const resign = (player: PlayerRef, match: string, node = 0) =>
  world.node(node).endings.resign(player, { match, actionId: newActionId() })

/** The next match, once both players have a seat in it. */
async function next(match: string, node = 1): Promise<SeatedMatch> {
  const { snapshot } = await (await world.informed(node, match)).views.view(null, match)
  const id = snapshot.series!.next!
  const { players } = world.fold(id)
  return { match: id, players: [players[0]!, players[1]!] }
}

describe('a series', () => {
  it('goes on by itself, with the seats swapped, and everybody who watches is told', async () => {
    const one = await begin(3)
    const [ada, bo, eve] = [new Follower(), new Follower(), new Follower()]
    await ada.follow(world.node(0), one.players[0], one.match)
    await bo.follow(world.node(1), one.players[1], one.match)
    await eve.follow(world.node(1), null, one.match)
    await resign(one.players[0], one.match)
    const two = await next(one.match)
    const place = { id: one.match, best: 3, game: 2, points: { 0: 2, 1: 0 } } as const
    for (const follower of [ada, bo, eve]) {
      await expect.poll(() => follower.nexts).toEqual([{ match: one.match, series: place, next: two.match }])
      expect(follower.rematches).toEqual([])
    }
    expect(two.players).toEqual([one.players[1], one.players[0]])
    const { header, state } = world.fold(two.match)
    expect(state).not.toBeNull()
    const before = world.fold(one.match).header
    expect(header).toMatchObject({ series: place, options: before.options, terms: before.terms!, origin: 'rematch' })
    expect(header.seed).not.toBe(before.seed)
    // Someone who comes later is told, too.
    const late = new Follower()
    await late.follow(world.node(0), null, one.match)
    await expect.poll(() => late.nexts.at(-1)?.next).toBe(two.match)
  })

  it('ends when someone has won more than half of it, and a rematch is another series', async () => {
    const one = await begin(3)
    expect(await codeOf(world.node(0).rematches.offer(one.players[0], one.match))).toBe('not-now')
    await resign(one.players[0], one.match)
    expect(await codeOf(world.node(0).rematches.offer(one.players[0], one.match))).toBe('not-now')
    const two = await next(one.match)
    await resign(one.players[0], two.match, 1)
    const { snapshot } = await (await world.informed(0, two.match)).views.view(null, two.match)
    expect(snapshot.series).toEqual({
      ...{ id: one.match, best: 3, game: 2, points: { 0: 2, 1: 0 } },
      after: { points: { 0: 4, 1: 0 }, isOver: true, winner: 0 },
    })
    await world.node(0).rematches.offer(two.players[0], two.match)
    const again = await world.node(1).rematches.offer(two.players[1], two.match)
    const { header } = world.fold(again.next!)
    expect(header.series).toEqual({ id: header.id, best: 3, game: 1, points: { 0: 0, 1: 0 } })
  })

  it('of one game is over after it', async () => {
    const { match, players } = await begin(1)
    await resign(players[1], match)
    const { snapshot } = await world.node(0).views.view(null, match)
    expect(snapshot.series?.after).toEqual({ points: { 0: 2, 1: 0 }, isOver: true, winner: 0 })
    expect(snapshot.series).not.toHaveProperty('next')
    expect((await world.node(0).rematches.offer(players[0], match)).offered).toEqual([0])
  })

  it('is played to its last game, whose seats are drawn; each game can be checked', async () => {
    const winners = new Set<Seat>()
    for (let repeat = 0; repeat < 12; repeat += 1) {
      let seated = await begin(5)
      const [ada] = seated.players
      for (let game = 1; game < 5; game += 1) {
        const seat = seated.players.findIndex(({ id }) => id === ada.id)
        expect(seat).toBe((game - 1) % 2)
        // Whoever has the first seat loses: each of them wins every other game.
        await resign(seated.players[0], seated.match)
        seated = await next(seated.match)
      }
      const { header, entries } = world.backend.record(seated.match)
      expect(header).toMatchObject({ seatBy: 'seed', series: { game: 5, points: { 0: 4, 1: 4 } } })
      winners.add(header.host.seat)
      await resign(seated.players[0], seated.match)
      const replay = await (await world.informed(1, seated.match)).views.replay(null, seated.match)
      if (!replay.complete) throw new Error('the match has ended')
      expect(verifyRecord(replay.record, replay).filter(({ ok }) => !ok)).toEqual([])
      expect(entries).toHaveLength(1)
      expect((await world.node(1).views.view(null, seated.match)).snapshot.series?.after).toMatchObject({
        isOver: true,
        winner: 1,
      })
    }
    expect(winners.size).toBe(2)
  })

  it('lets an agreed handicap follow its player, whoever begins', async () => {
    const options = { handicap: { seat: 1, coins: 3 } } as const
    for (let repeat = 0; repeat < 4; repeat += 1) {
      let seated = await begin(3, { options })
      const [, bo] = seated.players
      for (let game = 1; game <= 3; game += 1) {
        const seat = seated.players.findIndex(({ id }) => id === bo.id) as Seat
        expect(world.fold(seated.match).header.options.handicap).toEqual({ seat, coins: 3 })
        await resign(seated.players[0], seated.match)
        if (game < 3) seated = await next(seated.match)
      }
    }
  })

  it('that is private stays so, and its first code admits spectators to every game', async () => {
    const one = await begin(3, { visibility: 'private' })
    const { code } = world.fold(one.match).header
    await resign(one.players[0], one.match)
    const two = await next(one.match)
    const [eve, stranger] = [newPlayer('Eve'), newPlayer('Stranger')]
    for (const index of [0, 1]) {
      expect(await codeOf(world.node(index).views.view(stranger, two.match))).toBe('code-needed')
      expect(await codeOf(world.node(index).views.view(stranger, two.match, { code: 'WWWWWWWW' }))).toBe('code-needed')
      expect((await world.node(index).views.view(eve, two.match, { code })).snapshot.you).toBe('spectator')
    }
    expect((await world.node(0).views.view(two.players[0], two.match)).snapshot.code).toBe(code)
    // It lets nobody in who wants to play.
    expect(await codeOf(world.node(0).play.join(eve, { code }))).toBe('unknown-code')
    // A stranger may look at the game that has ended: nothing there admits them to the next one.
    const follower = new Follower()
    await follower.follow(world.node(0), stranger, one.match)
    await expect.poll(() => follower.nexts).toHaveLength(1)
    const { snapshot } = await world.node(0).views.view(stranger, one.match)
    const replay = await world.node(0).views.replay(stranger, one.match)
    expect(JSON.stringify([follower.nexts, snapshot, replay])).not.toContain(code)
  })

  it('has no later game that can be aborted, and whoever does not appear loses it', async () => {
    const one = await begin(3, { clock: 'blitz' })
    await resign(one.players[0], one.match)
    const two = await next(one.match)
    const abort = { match: two.match, actionId: newActionId(), version: 1 }
    expect(await codeOf(world.node(0).endings.abort(two.players[0], abort))).toBe('not-now')
    const claim = { match: two.match, actionId: newActionId() }
    expect(await codeOf(world.node(0).endings.claim(two.players[1], claim))).toBe('not-away')
    world.now += 60_000
    await world.node(0).endings.claim(two.players[1], claim)
    expect(world.fold(two.match).outcome).toEqual({ winner: 1, by: 'absence' })
    const three = await next(two.match)
    expect(world.fold(three.match).header.series).toMatchObject({ game: 3, points: { 0: 2, 1: 2 } })
    world.now += 86_400_000
    expect((await world.flagged(three.match)).outcome).toEqual({ winner: 1, by: 'time' })
  })

  it('ends without a result when a game is aborted or annulled', async () => {
    const one = await begin(3)
    const { version } = await world.node(0).views.view(null, one.match)
    await world.node(0).endings.abort(one.players[0], { match: one.match, actionId: newActionId(), version })
    const other = await begin(3)
    await resign(other.players[0], other.match)
    const two = await next(other.match)
    await world.node(1).endings.annul(two.match)
    for (const match of [one.match, two.match]) {
      const { series } = (await (await world.informed(0, match)).views.view(null, match)).snapshot
      expect([series!.after, series!.next]).toEqual([undefined, undefined])
      const { next: following, began } = await new MemoryStore(world.backend).rematch(match)
      expect([following, began]).toEqual([null, undefined])
    }
    expect((await world.node(0).rematches.offer(two.players[0], two.match)).offered).toEqual([0])
  })
})

describe('the next game of a series', () => {
  it('is one match, however many nodes create it', async () => {
    for (let repeat = 0; repeat < 100; repeat += 1) {
      const one = await begin(3)
      await resign(one.players[0], one.match, repeat)
      const fold = world.fold(one.match)
      await Promise.all([0, 1, 0, 1].map((index) => world.node(index).rematches.goOn(fold)))
      const two = await next(one.match)
      expect(two.players).toEqual([one.players[1], one.players[0]])
      expect(await new MemoryStore(world.backend).rematch(one.match)).toMatchObject({ offered: [], began: true })
    }
  })

  it('was decided with the end, so that another node creates it when every node has died that knew', async () => {
    const one = await begin(3)
    const store = new MemoryStore(world.backend)
    for (const index of [0, 1]) await world.node(index).close()
    const decided = { ...world.fold(one.match).header, id: matchOfSeries({ id: one.match, game: 2 }) }
    decided.series = { id: one.match, best: 3, game: 2, points: { 0: 0, 1: 2 } }
    await store.commit({ ...resigning(one.match, 1), next: decided })
    await expect.poll(() => store.load(decided.id)).toBeNull()
    await world.restart(1)
    // The node that created it may have died before the second player had a seat. Nobody else gets it meanwhile.
    await store.create(decided)
    const [host, stranger] = [decided.host.player, newPlayer('Stranger')]
    expect(await codeOf(world.node(1).play.join(stranger, { match: decided.id }))).toBe('match-full')
    const abort = { match: decided.id, actionId: newActionId(), version: 0 }
    expect(await codeOf(world.node(1).endings.abort(host, abort))).toBe('not-now')
    await world.node(1).rematches.goOn(world.fold(one.match))
    expect(world.fold(decided.id)).toMatchObject({ header: decided, state: { toAct: expect.any(Number) as number } })
  })

  it('is decided later, once, where a node of an earlier version has ended the game', async () => {
    const one = await begin(3)
    await new MemoryStore(world.backend).commit(resigning(one.match, 1))
    await Promise.all([0, 1].map(async (index) => (await world.informed(index, one.match)).views.view(null, one.match)))
    const two = await next(one.match)
    expect(two.players).toEqual([one.players[1], one.players[0]])
    expect(world.fold(two.match).header.series).toMatchObject({ game: 2, points: { 0: 2, 1: 0 } })
  })

  it('is not created once more after it has expired', async () => {
    const one = await begin(3)
    await resign(one.players[0], one.match)
    const two = await next(one.match)
    await resign(two.players[0], two.match)
    const store = new MemoryStore(world.backend)
    await store.claimEnded(10, 1)
    await store.markArchived(two.match)
    world.now += 30 * 86_400_000
    for (const index of [0, 1]) await world.restart(index)
    await world.node(0).rematches.goOn(world.fold(one.match))
    expect(await codeOf(world.node(0).views.view(null, two.match))).toBe('unknown-match')
  })
})

describe('a series of one node', () => {
  let store: MemoryStore
  let matches: Matches
  /** How often players began, by name, and who can play no rated match now. */
  let began: Record<string, number>
  let cooling: string[]
  beforeEach(() => {
    began = {}
    cooling = []
    store = new MemoryStore()
    const ids = new Map<string, string>()
    matches = openMatches({
      store,
      playsBots: true,
      maxOpenPerPlayer: 1,
      rated: ratedPlayers({
        requireAccount: async ({ id, name }) => void ids.set(id, name),
        earlyEnds: {
          add: async () => undefined,
          coolDown: async (id) => (cooling.includes(id) ? Date.now() + 60_000 : null),
        },
        begunBy: async (id) => began[ids.get(id)!] ?? 0,
      }),
    })
  })
  afterEach(() => matches.close())

  const give = (player: PlayerRef, match: string) => matches.endings.resign(player, { match, actionId: newActionId() })
  /** Resolves once the next game has begun. */
  const after = async (match: string) => {
    const id = (await matches.views.view(null, match)).snapshot.series!.next!
    const { snapshot } = await matches.views.view(null, id)
    return { match: id, players: [snapshot.players[0]!, snapshot.players[1]!] as const, snapshot }
  }

  it('that is rated swaps the seats, and balances those of the last game', async () => {
    began = { Ada: 3, Bo: 4 }
    const one = await seatTwo(matches, {}, { ...BEST_OF_3, clock: 'blitz', rated: true })
    expect(one.players.map(({ name }) => name)).toEqual(['Ada', 'Bo'])
    // Neither the number of their open matches nor a pause of theirs refuses what has begun.
    cooling = one.players.map(({ id }) => id)
    await give(one.players[0], one.match)
    const two = await after(one.match)
    expect(two.players.map(({ name }) => name)).toEqual(['Bo', 'Ada'])
    began = { Ada: 3, Bo: 2 }
    await give(two.players[0], two.match)
    const three = await after(two.match)
    const { header } = (await store.load(three.match))!
    expect(three.players[0].name).toBe('Bo')
    expect(header).toMatchObject({ seatBy: 'balance', series: { game: 3, points: { 0: 2, 1: 2 } } })
    await give(three.players[0], three.match)
    const replay = await matches.views.replay(null, three.match)
    if (!replay.complete) throw new Error('the match has ended')
    expect(verifyRecord(replay.record, replay).filter(({ ok }) => !ok)).toEqual([])
  })

  it('that is shared goes on, and may be shared in the end', async () => {
    let { match, players } = await seatTwo(matches, {}, BEST_OF_3)
    const names: string[] = []
    for (let game = 1; ; game += 1) {
      await playOn(matches, { match, players }, seededRandom(game), 2)
      await matches.endings.draw(players[0], { match, actionId: newActionId(), answer: 'offer' })
      await matches.endings.draw(players[1], { match, actionId: newActionId(), answer: 'accept' })
      names.push(players[0].name)
      const { series } = (await matches.views.view(null, match)).snapshot
      expect(series!.after).toEqual({ points: { 0: game, 1: game }, isOver: game === 3 })
      if (!series!.next) break
      ;({ match, players } = (await after(match)) as unknown as SeatedMatch)
    }
    expect(names.slice(0, 2)).toEqual(['Ada', 'Bo'])
    expect(names).toHaveLength(3)
  })

  it('against a bot of the server goes on against it', async () => {
    const ada = newPlayer('Ada')
    const request = creation({ ...BEST_OF_3, opponent: { bot: 'novice' }, visibility: 'public', seat: 0 })
    const { snapshot } = await create(matches, ada, request)
    await give(ada, snapshot.match)
    const two = await after(snapshot.match)
    expect(two.players).toEqual([HOUSE_BOTS.novice, ada])
    expect((await store.load(two.match))!.header.host.player).toEqual(ada)
    expect((await store.matchesOf(HOUSE_BOTS.novice.id, 9)).length).toBe(0)
  })

  it('by correspondence has the days of each turn in every game', async () => {
    const one = await seatTwo(matches, {}, { ...BEST_OF_3, clock: 'correspondence-1' })
    await give(one.players[1], one.match)
    const { snapshot } = await after(one.match)
    expect(snapshot).toMatchObject({ terms: { clock: 'correspondence-1' }, clocks: { 0: 86_400_000, 1: 86_400_000 } })
  })

  it('has the id of its first match, also if an attempt to create that was cut short', async () => {
    const id = 'cutshortcutshort'
    store.createdBy = async () => id
    const ada = newPlayer('Ada')
    const { snapshot } = await create(matches, ada, creation({ ...BEST_OF_3, actionId: newActionId() }))
    expect(snapshot).toMatchObject({ match: id, series: { id, game: 1 } })
  })

  it('is named in the list of the matches of a player, with its game and its points', async () => {
    const one = await seatTwo(matches, {}, BEST_OF_3)
    await give(one.players[1], one.match)
    const two = await after(one.match)
    const series = { id: one.match, best: 3, game: 2, points: { 0: 0, 1: 2 } }
    for (const player of two.players) {
      const { matches: own } = await matches.own.page(player, { limit: 9 })
      expect(own).toMatchObject([{ match: two.match, series }])
    }
  })
})

it('a request for a series has nothing that is known before, no bids, and two players', () => {
  const refused = (request: object) => {
    const { error } = createRequestSchema.safeParse({ ...BEST_OF_3, ...request })
    return error?.issues.map(({ path }) => path.join('.'))
  }
  expect(refused({})).toBeUndefined()
  expect(refused({ bid: 3 })).toEqual(['bid'])
  expect(refused({ deal: '0123456789abcdef' })).toEqual(['deal'])
  expect(refused({ from: { match: '0123456789abcdef', version: 3 } })).toEqual(['from'])
  expect(refused({ sample: 'draft' })).toEqual(['sample'])
  expect(refused({ opponent: 'self' })).toEqual(['opponent'])
  for (const best of [0, 2, 7, '3', null]) expect(refused({ series: { best } })).toEqual(['series.best'])
  expect(refused({ series: { best: 3, game: 2 } })).toEqual(['series'])
  for (const series of [null, 3, {}]) expect(refused({ series })).toBeDefined()
})
