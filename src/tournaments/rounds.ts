import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { isUnavailable } from '../database/index.ts'
import { jsonRows } from '../history/index.ts'
import { newHeader } from '../matches/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, playerRef } from '../protocol/index.ts'
import type { Fold, MatchHeader } from '../record/index.ts'
import { pairedSeat } from '../record/index.ts'
import { BackgroundWork } from '../time/index.ts'
import type { TournamentMatches } from './live-matches.ts'
import { overOf } from './live-matches.ts'
import { nextRound } from './next-round.ts'
import { storeRound } from './pair-round.ts'
import type { Tx } from './rows.ts'
import { GOES_ON, lock, stateOf } from './rows.ts'
import { settle } from './settle.ts'
import { standingsOf } from './standings.ts'
import type { State } from './state.ts'
import type { Teller } from './teller.ts'
import { withoutLuckIn } from './without-luck.ts'

/** In ms. */
export interface RoundTimes {
  /** Between two rounds of work without news. */
  poll: number
  /** For how long what happens is gathered before the next round of work. */
  gather: number
  /** How long a node has to open a match before another node may. */
  lease: number
  /**
   * Between two looks at a pairing in play whose end no node may have reported: a tenth of the time for which it has been in
   * play, within these bounds.
   */
  look: { least: number; most: number }
  /** Between two rounds that delete what was cancelled long ago. */
  sweep: number
}

export const ROUND_TIMES: RoundTimes = {
  poll: 5_000,
  gather: 250,
  lease: 10_000,
  look: { least: 10_000, most: 300_000 },
  sweep: 3_600_000,
}

/** Pairings that a node takes in hand at a time. */
const MOST_CLAIMED = 50
/** An open tournament that is not started for so long is cancelled (ms). */
const STALE_MS = 30 * 86_400_000

export interface RoundsParts {
  database: Database
  matches: TournamentMatches
  teller: Teller
  /** The time by the live store (ms since 1970). */
  now: () => number
  log: Logger
  times: RoundTimes
}

/**
 * How tournaments go on: pairs a round once the one before is over, opens its matches, and stores how they end. Every node does
 * so at any time. A round is paired in one transaction that has locked the tournament, its matches have their ids from then on,
 * and each step can be repeated: a node may die between any two of them.
 */
export class Rounds {
  readonly #parts: RoundsParts
  readonly #work: BackgroundWork
  /** Pairings whose matches have ended at this node, by the first match. */
  readonly #ended = new Map<string, Fold>()

  constructor(parts: RoundsParts) {
    const { log, times } = parts
    this.#parts = parts
    parts.matches.onOver((fold) => {
      this.#ended.set(fold.header.series?.id ?? fold.header.id, fold)
      this.#work.notify()
    })
    this.#work = new BackgroundWork({
      round: () => this.#round(),
      everyMs: times.poll,
      gatherMs: times.gather,
      waitsFirst: true,
      failed: (error) => {
        if (isUnavailable(error)) log.warn({ err: error }, 'tournaments wait: a store does not answer')
        else log.error({ err: error }, 'a tournament could not go on')
      },
      recovered: () => log.info('tournaments go on again'),
    })
  }

  /** There is something to do. */
  notify(): void {
    this.#work.notify()
  }

  /** Begins nothing after this. */
  close(): Promise<void> {
    return this.#work.stop()
  }

  /** Settles what has ended, pairs rounds that are due, and opens their matches. Resolves with whether there may be more. */
  async #round(): Promise<boolean> {
    await this.#settleEnded()
    const isMore = await this.#lookAfter()
    for (const id of await this.#due()) await this.advance(id)
    return (await this.#lookAfter()) || isMore
  }

  async #settleEnded(): Promise<void> {
    for (const [first, fold] of [...this.#ended]) {
      const over = overOf(fold)
      if (over) await this.#settle(first, over)
      if (this.#ended.get(first) === fold) this.#ended.delete(first)
    }
  }

  async #settle(match: string, over: Parameters<typeof settle>[2]): Promise<void> {
    const { database, now } = this.#parts
    await database.write((db) => db.$transaction((tx) => settle(tx, match, over, now())))
  }

  /** The tournaments that may go on: every pairing is over, or they do not wait for that. */
  async #due(): Promise<string[]> {
    const { database, now } = this.#parts
    const stale = new Date(now() - STALE_MS)
    const rows = await database.use(
      (db) => db.$queryRaw<{ id: string }[]>`
      SELECT id FROM tournaments t WHERE status = 'open' AND created_at < ${stale} OR status = 'running' AND (
        format IN ('arena', 'round-robin') OR NOT EXISTS (
          SELECT 1 FROM tournament_pairings p
          WHERE p.tournament_id = t.id AND p.round = t.round AND p.first_points IS NULL
        )
      )`,
    )
    return rows.map(({ id }) => id)
  }

  /**
   * Pairs the next round of a tournament, if it is time; or ends it.
   * @throws CodedError `unknown-tournament`, `unavailable`
   */
  async advance(id: string): Promise<void> {
    const { database, now, teller } = this.#parts
    const done = await database.write((db) =>
      db.$transaction((tx) => this.#advance(tx, id, now()), { timeout: 30_000 }),
    )
    if (!done) return
    const { name, state, round, places } = done
    if (places) return teller.ended(id, name, places)
    const isArena = state.terms.format === 'arena'
    const told = isArena
      ? done.paired
      : state.players.flatMap(({ player, withdrawn }) => (withdrawn ? [] : [player.id]))
    await teller.round(told, id, round!)
    this.#work.notify()
  }

  async #advance(tx: Tx, id: string, now: number): Promise<Advanced | null> {
    const row = await lock(tx, id)
    const isStale = row.status === 'open' && row.createdAt.getTime() < now - STALE_MS
    if (row.status !== 'running' && !isStale) return null
    const state = await stateOf(tx, row)
    const { name } = row
    if (isStale) {
      await tx.tournament.update({ where: { id }, data: { status: 'cancelled', endedAt: new Date(now) } })
      return { name, state, paired: [], places: state.players.map(({ player }) => [player.id, null]) }
    }
    const next = nextRound(state, now)
    if (next.is === 'waiting') return null
    if (next.is === 'round') {
      const round = await storeRound(tx, state, next, now)
      return { name, state, round, paired: next.pairs.flat() }
    }
    const standings = standingsOf(state, await withoutLuckIn(tx, state))
    await tx.$executeRaw`
      UPDATE tournament_players p SET place = new.place
      FROM json_to_recordset(${jsonRows(standings.map(({ player, place }) => ({ player: player.id, place })))})
        AS new (player text, place integer)
      WHERE p.tournament_id = ${id} AND p.player_id = new.player`
    await tx.tournament.update({ where: { id }, data: { status: 'ended', endedAt: new Date(now) } })
    return { name, state, paired: [], places: standings.map(({ player, place }) => [player.id, place]) }
  }

  /** Opens matches that are not open yet, and looks after some whose end no node may have reported. */
  async #lookAfter(): Promise<boolean> {
    const { log } = this.#parts
    const claimed = await this.#claim()
    for (const pairing of claimed) {
      try {
        if (pairing.openedAt === null) await this.#open(pairing)
        else await this.#look(pairing)
      } catch (error) {
        if (isUnavailable(error)) throw error
        log.error({ match: pairing.match, err: error }, 'a match of a tournament could not be looked after')
      }
    }
    return claimed.length === MOST_CLAIMED
  }

  /** Takes pairings in hand that are due, for the time of a lease. */
  async #claim(): Promise<Claimed[]> {
    const { database, now, times } = this.#parts
    const [at, until] = [new Date(now()), new Date(now() + times.lease)]
    return database.use(
      (db) => db.$queryRaw<Claimed[]>`
      UPDATE tournament_pairings p SET due_at = ${until}
      FROM tournaments t, tournament_rounds r
      WHERE t.id = p.tournament_id AND r.tournament_id = p.tournament_id AND r.round = p.round AND p.match_id IN (
        SELECT match_id FROM tournament_pairings
        WHERE first_points IS NULL AND due_at <= ${at}
        ORDER BY due_at LIMIT ${MOST_CLAIMED} FOR UPDATE SKIP LOCKED
      )
      RETURNING p.match_id AS match, p.first_id AS first, p.second_id AS second, p.opened_at AS "openedAt", p.replays,
        t.id AS tournament, t.name, t.status, t.kind, t.clock, t.rated, t.best, r.round, r.seed, r.deal,
        r.sealed_until AS "sealedUntil"`,
    )
  }

  /** Creates the match of a pairing. Another node may do the same: the first one counts. */
  async #open(pairing: Claimed): Promise<void> {
    const { database, matches, teller, now } = this.#parts
    const { match, tournament, name, round, kind, clock, first, second } = pairing
    if (!(GOES_ON as readonly string[]).includes(pairing.status)) return this.#drop(pairing)
    const rows = await database.use((db) =>
      db.tournamentPlayer.findMany({ where: { tournamentId: tournament, playerId: { in: [first, second] } } }),
    )
    const players = new Map(rows.map(({ playerId: id, name, bot }) => [id, playerRef(id, name, bot)]))
    const [host, guest] = [players.get(first)!, players.get(second)!]
    await matches.open(headerOf(pairing, host), guest)
    const openedAt = new Date(now())
    const data = { openedAt, dueAt: this.#nextLook(openedAt) }
    const { count } = await database.write((db) =>
      db.tournamentPairing.updateMany({ where: { matchId: match, openedAt: null }, data }),
    )
    // Another node may have opened it, too, and has told them.
    if (count > 0) await teller.paired({ tournament, name, round, match, kind, clock, players: [host, guest] })
  }

  /** A tournament was cancelled before the match was opened: it counts for nobody. */
  async #drop({ match }: Claimed): Promise<void> {
    await this.#settle(match, { winner: null, absent: [] })
  }

  #nextLook(openedAt: Date): Date {
    const { now, times } = this.#parts
    const { least, most } = times.look
    const at = now()
    return new Date(at + Math.min(most, Math.max(least, (at - openedAt.getTime()) / 10)))
  }

  /** Settles a pairing whose end no node has reported, and ends one whose players do not appear. */
  async #look(pairing: Claimed): Promise<void> {
    const { database, matches } = this.#parts
    const { match, first, second } = pairing
    const stand = await matches.standOf(match)
    if (stand.over) return this.#settle(match, stand.over)
    const { missing } = stand
    if (missing.length === 2) {
      // It is stored first that nobody has won: the end of the match would count as a shared victory.
      await this.#settle(match, { winner: null, absent: [first, second] })
      await matches.annul(stand.match)
      return
    }
    if (missing.length === 1) await matches.forfeit(stand.match, missing[0]!)
    const data = { dueAt: this.#nextLook(pairing.openedAt!) }
    await database.write((db) => db.tournamentPairing.updateMany({ where: { matchId: match }, data }))
  }
}

/** What has happened to a tournament. */
interface Advanced {
  name: string
  state: State
  /** The round that was paired. */
  round?: number
  /** Who was paired. */
  paired: string[]
  /** By player, the places at the end; null if it was cancelled. */
  places?: [player: string, place: number | null][]
}

/** A pairing in the hands of this node. */
interface Claimed {
  match: string
  first: string
  second: string
  openedAt: Date | null
  replays: number
  tournament: string
  name: string
  status: string
  kind: State['terms']['kind']
  clock: State['terms']['clock']
  rated: boolean
  best: State['terms']['best']
  round: number
  seed: string | null
  deal: string | null
  sealedUntil: Date | null
}

/** The header of a match. One that is played again has a deal of its own. */
function headerOf(pairing: Claimed, host: PlayerRef): MatchHeader {
  const { match, kind, clock, rated, best, tournament, round, replays } = pairing
  const shared =
    pairing.seed !== null && replays === 0
      ? { seed: pairing.seed, deal: pairing.deal!, sealedUntil: pairing.sealedUntil!.getTime() }
      : null
  const header = newHeader({
    host,
    seating: pairedSeat(0),
    kind,
    options: DEFAULT_GAME_OPTIONS,
    terms: { clock, rated, visibility: shared ? 'private' : 'public' },
    origin: 'tournament',
    tournament: { id: tournament, round },
    ...(best > 1 && { series: { best } }),
    ...shared,
  })
  return { ...header, id: match, ...(header.series && { series: { ...header.series, id: match } }) }
}
