/** An arena from its start to its end, with real matches and a clock that the test sets. */
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '../../src/database/index.ts'
import { openArchive, startOutbox } from '../../src/history/index.ts'
import { addMeasure, isModeratorIn } from '../../src/moderation/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { liveMatches, Tournaments } from '../../src/tournaments/index.ts'
import { REPEAT_MS } from '../../src/tournaments/next-round.ts'
import { drawn } from '../support/drawn.ts'
import { inFolders, quiet } from '../support/history.ts'
import { openMatches } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import { LIVE_TEST_TIMES } from './support.ts'

const NEVER = 86_400_000
const MINUTES = 20
const PATIENTLY = { timeout: 60_000, interval: 10 }

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** An arena that has started, on stores whose time the test sets. Nobody is ever away, and no clock runs out. */
async function openArena(players: readonly PlayerRef[], seed: number) {
  const time = { now: Date.UTC(2026, 0, 1) }
  const backend = new MemoryBackend(seed, 0.1, () => time.now)
  backend.outageMs = Infinity
  const store = new MemoryStore(backend)
  const places = await inFolders()
  ends.push(() => places.end())
  const database = await openDatabase(await places.fresh(), quiet)
  ends.push(() => database.close())
  const archive = openArchive(database)
  const matches = openMatches({ store, deadlinePollMs: NEVER, renewalMs: NEVER })
  ends.push(() => matches.close())
  const outbox = startOutbox({
    live: store,
    archive,
    known: (match) => matches.ended(match),
    hasEnded: (twin) => matches.seals.hasEnded(twin),
    goOn: (fold) => matches.rematches.goOn(fold),
    log: quiet,
  })
  ends.push(() => outbox.stop())
  matches.lifecycle.subscribe({ ended: () => outbox.notify() })
  const ratings = new Map(players.map(({ id }, n) => [id, 2000 - 20 * n]))
  const tournaments = new Tournaments({
    database,
    matches: liveMatches({ matches, live: store, archive }),
    tell: () => Promise.resolve(),
    ratingOf: (player) =>
      Promise.resolve({ rating: ratings.get(player)!, deviation: 50, provisional: false, games: 30 }),
    requireAccount: () => Promise.resolve(),
    moderators: { isModerator: isModeratorIn, addMeasure },
    now: () => time.now,
    testMode: true,
    log: quiet,
    times: { ...LIVE_TEST_TIMES, look: { least: NEVER, most: NEVER } },
  })
  ends.push(() => tournaments.close())
  const host = newPlayer('Host')
  const terms = { name: 'Arena', format: 'arena', kind: 'base', clock: 'blitz', minutes: MINUTES } as const
  const { id } = await tournaments.create(host, { ...terms, rated: false, best: 1, deal: 'own', bots: true })
  for (const player of players) await tournaments.join(player, id)
  await tournaments.start(host, id)
  const pairings = () =>
    database.use(async (db) => {
      const rounds = await db.tournamentRound.findMany({ where: { tournamentId: id } })
      const at = new Map(rounds.map(({ round, pairedAt }) => [round, pairedAt.getTime()]))
      const rows = await db.tournamentPairing.findMany({ where: { tournamentId: id }, orderBy: { round: 'asc' } })
      return rows.map((row) => ({ ...row, pairedAt: at.get(row.round)! }))
    })
  /** The stored games, in the order in which they were paired. */
  const games = () =>
    database.use(async (db) => {
      const rows = await db.game.findMany({ include: { seats: true } })
      const order = new Map((await pairings()).map(({ matchId, round }) => [matchId, round]))
      return rows
        .filter((game) => order.has(game.id))
        .sort((one, other) => order.get(one.id)! - order.get(other.id)!)
        .map(({ id: match, winner, seats }) => ({
          match,
          winner: seats.find(({ seat }) => seat === winner)?.playerId ?? null,
          players: seats.map(({ playerId }) => playerId),
        }))
    })
  const get = async () => tournaments.get(id, null)
  return { time, matches, tournaments, id, pairings, games, get, endsAt: time.now + MINUTES * 60_000 }
}

type Arena = Awaited<ReturnType<typeof openArena>>

/** Who plays, and whom each player has met last, in what is stored. */
function stand(pairings: Awaited<ReturnType<Arena['pairings']>>) {
  const playing = pairings.filter(({ firstPoints }) => firstPoints === null)
  const busy = playing.flatMap(({ firstId, secondId }) => [firstId, secondId!])
  const last = new Map<string, { opponent: string; until: number }>()
  for (const { firstId, secondId, settledAt } of pairings) {
    if (!settledAt) continue
    last.set(firstId, { opponent: secondId!, until: settledAt.getTime() })
    last.set(secondId!, { opponent: firstId, until: settledAt.getTime() })
  }
  return { playing, busy, last }
}

/** Points from the games alone: 2 for a win, 4 for one after two others in a row, 1 for a shared victory. */
function pointsOf(games: Awaited<ReturnType<Arena['games']>>): Map<string, number> {
  const points = new Map<string, number>()
  const wins = new Map<string, number>()
  for (const { winner, players } of games) {
    for (const player of players) {
      const before = wins.get(player) ?? 0
      const got = winner === player ? (before >= 2 ? 4 : 2) : winner === null ? 1 : 0
      points.set(player, (points.get(player) ?? 0) + got)
      wins.set(player, winner === player ? before + 1 : 0)
    }
  }
  return points
}

const ARENAS = [
  [2, 1],
  [3, 2],
  [8, 3],
  [9, 4],
] as const

it.each(drawn(ARENAS, 2))(
  'goes on with %i players until its time is over, and nobody is left waiting',
  async (count, seed) => {
    const random = seededRandom(seed)
    const players = Array.from({ length: count }, (_, n) => ({ ...newPlayer(`Bot ${n}`), bot: true as const }))
    const strength = new Map(players.map(({ id }, n) => [id, count - n]))
    const arena = await openArena(players, seed)
    const { time, endsAt } = arena
    let isOver = false
    while (!isOver) {
      // Whoever can be paired is, and the matches are there.
      await expect
        .poll(async () => {
          isOver = (await arena.get()).tournament.status === 'ended'
          const { playing, busy, last } = stand(await arena.pairings())
          const free = players.filter(({ id }) => !busy.includes(id)).map(({ id }) => id)
          const wait = (one: string, other: string): boolean => {
            const [a, b] = [last.get(one), last.get(other)]
            const isRepeat = a?.opponent === other || b?.opponent === one
            return isRepeat && playing.length > 0 && time.now - Math.max(a?.until ?? 0, b?.until ?? 0) < REPEAT_MS
          }
          const mayBePaired = free.flatMap((one, n) => free.slice(n + 1).filter((other) => !wait(one, other)))
          const isPairing = time.now < endsAt && mayBePaired.length > 0
          return isOver || (playing.every(({ openedAt }) => openedAt !== null) && !isPairing && playing.length > 0)
        }, PATIENTLY)
        .toBe(true)
      const { playing, busy } = stand(await arena.pairings())
      expect(new Set(busy).size).toBe(busy.length)
      if (isOver) break
      time.now += 1 + Math.floor(random() * 20_000)
      // Games of the last seconds go on after the end of the arena.
      const ending = time.now < endsAt || playing.length > 1 ? playing.filter(() => random() < 0.3) : playing
      for (const { matchId, firstId, secondId } of ending) {
        const [one, other] = [strength.get(firstId)!, strength.get(secondId!)!]
        const isSurprise = random() < 0.25
        const loser = one < other !== isSurprise ? firstId : secondId!
        await arena.matches.endings.resign(
          players.find(({ id }) => id === loser)!,
          { match: matchId!, actionId: newActionId() },
        )
      }
      const ended = new Set(ending.map(({ matchId }) => matchId))
      await expect
        .poll(async () => stand(await arena.pairings()).playing.some(({ matchId }) => ended.has(matchId)), PATIENTLY)
        .toBe(false)
    }

    const pairings = await arena.pairings()
    for (const { pairedAt } of pairings) expect(pairedAt).toBeLessThan(endsAt)
    await expect.poll(async () => (await arena.games()).length, PATIENTLY).toBe(pairings.length)
    const points = pointsOf(await arena.games())
    const { standings } = await arena.get()
    expect(new Map(standings.map(({ player, points }) => [player.id, points]))).toEqual(
      new Map(players.map(({ id }) => [id, points.get(id) ?? 0])),
    )
    // While somebody waits, nobody else begins two games.
    for (const { id } of players) {
      const own = pairings.filter(({ firstId, secondId }) => firstId === id || secondId === id)
      for (const [n, next] of [...own, undefined].entries()) {
        const since = own[n - 1]?.settledAt?.getTime() ?? 0
        const meanwhile = pairings.filter(
          ({ round, pairedAt }) =>
            round > (own[n - 1]?.round ?? 0) && round < (next?.round ?? Infinity) && pairedAt >= since,
        )
        const begun = meanwhile.flatMap(({ firstId, secondId }) => [firstId, secondId!])
        expect(new Set(begun).size).toBe(begun.length)
      }
    }
    // Everybody plays on: with more than two players, everybody meets several others.
    const met = new Map(players.map(({ id }) => [id, new Set<string>()]))
    for (const { firstId, secondId } of pairings) {
      met.get(firstId)!.add(secondId!)
      met.get(secondId!)!.add(firstId)
    }
    for (const opponents of met.values()) expect(opponents.size).toBeGreaterThanOrEqual(Math.min(count - 1, 3))
  },
  240_000,
)
