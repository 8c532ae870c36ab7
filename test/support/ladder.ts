/** A pair of the ladder, played by two bot accounts over real connections, and everything that anyone is told meanwhile. */
import { expect } from 'vitest'
import type { Curia, LiveMatch } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { Deal, Ladder, LeaderboardPage, PlayerProfile, PlayerRef } from '../../src/protocol/index.ts'
import { ALL_ROUTES } from '../../src/protocol/index.ts'
import { PASSWORD } from './accounts.ts'
import { becomeGuest, clientOf } from './guest.ts'
import { finishedGame, get } from './rest.ts'
import { Tap } from './tap.ts'

/** A place whose game no node has reported as ended is free again after 90 s. */
const PATIENTLY = { timeout: 240_000, interval: 50 }

/** A bot account with a connection. */
export interface Engine {
  player: PlayerRef
  token: string
  url: string
  curia: Curia
}

/** A bot of a new account, at an address. */
export async function newEngine(url: string, name: string): Promise<Engine> {
  const owner = await clientOf(url, 'Owner')
  try {
    await owner.register({ name: `${name}'s`, password: PASSWORD })
    const { player, token } = await owner.bots.create({ name })
    const curia = await clientOf(url, { player, token })
    await curia.connect()
    return { player, token, url, curia }
  } finally {
    owner.close()
  }
}

/** Lets two engines wait, and resolves with the ids of both games of their pair. */
export async function pairOf(engines: readonly [Engine, Engine]): Promise<[match: string, twin: string]> {
  for (const { curia } of engines) await curia.queue.join({ pool: 'engines', kind: 'base', clock: 'blitz' })
  const found = await Promise.all(
    engines.map(async ({ curia: { queue } }) => {
      await expect.poll(() => queue.value.status, PATIENTLY).toBe('matched')
      const { match, twin, pool } = queue.value as Extract<typeof queue.value, { status: 'matched' }>
      expect(pool).toEqual({ kind: 'base', clock: 'blitz', rated: true, pool: 'engines' })
      return [match, twin!] as [string, string]
    }),
  )
  expect(found[0]).toEqual(found[1])
  return found[0]!
}

const seatsOf = (engines: readonly [Engine, Engine], match: string): Promise<LiveMatch[]> =>
  Promise.all(engines.map(({ curia }) => curia.watch(match)))

/** Plays a game to its end, both seats at random. */
export async function playOut(engines: readonly [Engine, Engine], match: string): Promise<void> {
  await Promise.all((await seatsOf(engines, match)).map((seat) => playOn(seat, pickAny)))
}

/** Does a few actions of a game. */
async function begin(engines: readonly [Engine, Engine], match: string): Promise<void> {
  const seats = await seatsOf(engines, match)
  for (let done = 0; done < 4; done += 1) {
    const deciding = () => seats.find(({ value }) => value.snapshot.board?.legal)
    await expect.poll(deciding, PATIENTLY).toBeDefined()
    const seat = deciding()!
    await seat.act(pickAny(seat.value.snapshot), seat.value.version)
    await expect.poll(() => seats.every(({ value }) => value.version === seat.value.version), PATIENTLY).toBe(true)
  }
}

const GETS = [...ALL_ROUTES].flatMap(([name, { stream }]) => {
  const [method, path] = name.split(' ') as [string, string]
  return method === 'GET' && stream !== 'text/event-stream' ? path : []
})

/** Every address that can be read, about a game. */
function addressesOf(match: string, players: readonly PlayerRef[]): string[] {
  const ids = [match, ...players.map(({ id }) => id)]
  const fill = (path: string, id: string): string =>
    path
      .replace('{version}', '2')
      .replace('{kind}', 'base-engines')
      .replace(/\{\w+\}/g, id)
  const filled = GETS.flatMap((path) => (path.includes('{') ? ids.map((id) => fill(path, id)) : [path]))
  const viewers = ['0', '1', 'spectator'].map((viewer) => `/v1/games/${match}/positions/2?viewer=${viewer}`)
  return [...filled, ...viewers]
}

/** What everybody can read of both games by now, which nothing may say what was dealt in them. */
async function readAll(taps: readonly Tap[], games: readonly string[], players: readonly PlayerRef[]): Promise<void> {
  for (const match of games) {
    for (const address of addressesOf(match, players)) for (const tap of taps) await tap.get(address)
  }
}

/**
 * Plays a pair, one game after the other, and checks that nobody is told what is dealt before both have ended, by any door of
 * these addresses; and what is known afterwards.
 */
export async function playPair(urls: readonly [string, string], disaster: () => Promise<void>): Promise<void> {
  const [first, second] = urls
  const engines: [Engine, Engine] = [await newEngine(first, 'Deep Ada'), await newEngine(second, 'Ben Zero')]
  const players = engines.map(({ player }) => player)
  const [match, twin] = await pairOf(engines)
  const spectator = await becomeGuest(second, 'Eve')
  const taps = [...engines, { url: second, token: spectator.token }].map(({ url, token }) => new Tap(url, token))
  try {
    for (const tap of taps)
      for (const game of [match, twin])
        expect((await tap.view(game)).snapshot).toMatchObject({
          match: game,
          twin: game === match ? twin : match,
          status: 'playing',
          origin: 'ladder',
          terms: { clock: 'blitz', rated: true, visibility: 'public' },
        })
    const seats = await Promise.all(
      [match, twin].map(async (id) => (await engines[0].curia.watch(id)).value.snapshot.you),
    )
    expect(seats.sort()).toEqual([0, 1])
    await begin(engines, twin)
    await playOut(engines, match)
    // Nobody gets out of the other game, and nothing of the first one is stored.
    const live = await engines[0].curia.watch(twin)
    expect(live.value.snapshot.mayDo).not.toHaveProperty('abort')
    for (const what of ['', '/replay', '/positions/9?viewer=0', '/positions/9?viewer=1']) {
      const error = await get(`${first}/v1/games/${match}${what}`, spectator.token).catch(String)
      expect(error).toContain('403 ')
      expect(error).toContain('"sealed"')
    }
    await expect(get(`${first}/v1/deals/${match}`)).rejects.toThrow('unknown-deal')
    for (const request of [{ deal: match }, { from: { match, version: 5 } }]) {
      await expect(engines[1].curia.create(request)).rejects.toMatchObject({ code: 'sealed' })
    }
    await readAll(taps, [match, twin], players)
    await disaster()
    await readAll(taps.slice(0, 1), [match, twin], players)
    const before = taps.flatMap(({ received }) => received.map(({ text }) => text))

    await playOut(engines, twin)
    const { game } = await finishedGame(first, match)
    const { game: other } = await finishedGame(second, twin)
    expect([other.seed, other.deal, game.deal]).toEqual([game.seed, match, undefined])
    expect(other.players).toEqual({ 0: game.players[1], 1: game.players[0] })
    expect(before.length).toBeGreaterThan(100)
    for (const text of before) {
      expect(text).not.toContain(game.seed)
      expect(text).not.toMatch(/"deal":"/)
    }
    await checkRatings(first, players, [match, twin])
    expect(await get<Deal>(`${first}/v1/deals/${match}`)).toMatchObject({ id: match, seed: game.seed })
  } finally {
    for (const tap of taps) tap.close()
    for (const { curia } of engines) curia.close()
  }
}

/** Both games count for the ladder, and for nothing else. */
async function checkRatings(url: string, players: readonly PlayerRef[], games: readonly string[]): Promise<void> {
  const results = () => get<{ games: object[] }>(`${url}/v1/deals/${games[0]}/results`).catch(() => ({ games: [] }))
  await expect.poll(async () => (await results()).games.length, PATIENTLY).toBe(2)
  for (const { id } of players) {
    const { ratings } = await get<PlayerProfile>(`${url}/v1/players/${id}`)
    expect(Object.keys(ratings)).toEqual(['base-engines'])
    expect(ratings['base-engines']!.games).toBe(2)
  }
  for (const kind of ['base-bots', 'base-real-time']) {
    expect((await get<LeaderboardPage>(`${url}/v1/leaderboards/${kind}`)).places).toEqual([])
  }
  const ladder = () => get<Ladder>(`${url}/v1/ladder?kind=base`)
  await expect.poll(async () => (await ladder()).rows.length, PATIENTLY).toBe(2)
  const { rows, crosstable } = await ladder()
  expect(rows.map(({ player }) => player.id).sort()).toEqual(players.map(({ id }) => id).sort())
  for (const { player, rating, deviation, interval, games, won, lost, shared } of rows) {
    expect([games, won + lost + shared]).toEqual([2, 2])
    expect(interval).toEqual([rating - 2 * deviation, rating + 2 * deviation])
    const [cell, ...more] = crosstable.filter((each) => each.player === player.id)
    expect([cell, more]).toEqual([
      { player: player.id, opponent: expect.any(String) as string, points: won + shared / 2, games: 2 },
      [],
    ])
  }
}
