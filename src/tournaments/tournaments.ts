import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { newId } from '../ids/index.ts'
import type { Lobby, RatingOf } from '../lobby/index.ts'
import type { CreateTournament, PairingsRequest, PlayerRef } from '../protocol/index.ts'
import type { Crosstable, OwnTournament, Round, Tournament, TournamentAnswer } from '../protocol/index.ts'
import type { TournamentsPage, TournamentsQuery } from '../protocol/index.ts'
import { CodedError, isTestClock, MOST_TOURNAMENT_PLAYERS, ratingKind, requireInRange } from '../protocol/index.ts'
import type { BackgroundWork } from '../time/index.ts'
import type { TournamentMatches } from './live-matches.ts'
import { forgetInTournaments, tournamentsOf } from './own-data.ts'
import { storeRound } from './pair-round.ts'
import type { RoundsParts, RoundTimes } from './rounds.ts'
import { ROUND_TIMES, Rounds } from './rounds.ts'
import type { TournamentRow, Tx } from './rows.ts'
import { find, GOES_ON, lock, ratingRangeOf, stateOf, termsOf } from './rows.ts'
import { crosstableIn, listIn, roundIn, shownIn, tournamentIn } from './shown.ts'
import { requirePlayable } from './startable.ts'
import { unsettled } from './state.ts'
import { startSweeps } from './sweeps.ts'
import { Teller } from './teller.ts'

/** How many tournaments that are not over one player hosts at most. */
const MOST_HOSTED = 2
/** For how long (ms) everybody is answered the same about a tournament, of so many. */
const SHOWN = { max: 200, ttl: 1_000 }

/** What a moderator may do with the tournament of another host. */
type HostsMeasure = 'start-tournament' | 'pair-tournament' | 'cancel-tournament'

export interface Moderators {
  isModerator: (tx: Tx, player: string) => Promise<boolean>
  /** Adds what a moderator does with a tournament of the player to the audit log. */
  addMeasure: (
    tx: Tx,
    measure: { moderator: PlayerRef; type: HostsMeasure; player: string; why: string },
  ) => Promise<unknown>
}

export interface TournamentsParts extends Pick<RoundsParts, 'now'> {
  database: Database
  matches: TournamentMatches
  tell: Lobby['tell']
  ratingOf: RatingOf
  /** @throws CodedError `account-needed`, `unavailable` */
  requireAccount: (player: PlayerRef) => Promise<void>
  moderators: Moderators
  /** Whether tournaments may have the clocks that only tests have. */
  testMode: boolean
  log: Logger
  times?: Partial<RoundTimes>
}

/**
 * Tournaments: who opens them, who joins, and what is told of them. How they go on is in `Rounds`. All methods throw
 * CodedError `unavailable`, and those of one tournament `unknown-tournament`, in addition to what they name.
 */
export class Tournaments {
  readonly #parts: TournamentsParts
  readonly #teller: Teller
  readonly #rounds: Rounds
  readonly #sweeps: BackgroundWork
  readonly #shown = new LRUCache<string, Promise<TournamentAnswer>>(SHOWN)

  constructor(parts: TournamentsParts) {
    this.#parts = parts
    const times = { ...ROUND_TIMES, ...parts.times }
    this.#teller = new Teller(parts.tell)
    this.#rounds = new Rounds({ ...parts, teller: this.#teller, times })
    this.#sweeps = startSweeps({ ...parts, everyMs: times.sweep })
  }

  /** Calls with what players have to know even without a connection, once for each player of what happens at this node. */
  onNews(listener: Parameters<Teller['onNews']>[0]): void {
    this.#teller.onNews(listener)
  }

  /** Opens a tournament. @throws CodedError `account-needed`, `not-for-bots`, `limit-reached`; `bad-request` for what only test mode has. */
  async create(host: PlayerRef, request: CreateTournament): Promise<Tournament> {
    const { requireAccount, testMode, now } = this.#parts
    if (host.bot) throw new CodedError('not-for-bots')
    if (isTestClock(request.clock) && !testMode) throw new CodedError('bad-request', 'This server is not in test mode.')
    await requireAccount(host)
    const { name, format, kind, clock, rated, best, rounds, minutes, deal, bots, rating } = request
    const row = await this.#write(async (tx) => {
      // One after the other, so that nobody hosts more than they may.
      await tx.$queryRaw`SELECT 1 FROM accounts WHERE player_id = ${host.id} FOR NO KEY UPDATE`
      const hosted = await tx.tournament.count({ where: { hostId: host.id, status: { in: [...GOES_ON] } } })
      if (hosted >= MOST_HOSTED) {
        const message = `A player hosts at most ${MOST_HOSTED} tournaments that are not over.`
        throw new CodedError('limit-reached', message, { limit: MOST_HOSTED })
      }
      return tx.tournament.create({
        data: {
          id: newId(),
          name,
          hostId: host.id,
          hostName: host.name,
          format,
          kind,
          clock,
          rated,
          best,
          rounds: rounds ?? null,
          lives: format === 'knock-out' ? (request.lives ?? 1) : null,
          minutes: minutes ?? null,
          sharedDeal: deal === 'shared',
          bots,
          leastRating: rating?.least ?? null,
          mostRating: rating?.most ?? null,
          createdAt: new Date(now()),
        },
      })
    })
    return tournamentIn(row, 0, [])
  }

  /** A page of tournaments, newest first. @throws CodedError `bad-cursor` */
  list(query: TournamentsQuery): Promise<TournamentsPage> {
    return this.#parts.database.use((db) => listIn(db, query))
  }

  /** A tournament, with the place of a player. */
  async get(id: string, player: string | null): Promise<TournamentAnswer> {
    const answer = await this.#answer(id)
    if (player === null) return answer
    const own = answer.standings.find((standing) => standing.player.id === player)
    if (!own) return answer
    const match = await this.#parts.database.use((db) =>
      db.tournamentPairing.findFirst({
        where: {
          tournamentId: id,
          firstPoints: null,
          openedAt: { not: null },
          OR: [{ firstId: player }, { secondId: player }],
        },
        orderBy: { round: 'asc' },
        select: { matchId: true },
      }),
    )
    return {
      ...answer,
      you: { ...(own.withdrawn && { withdrawn: true }), ...(match && { match: match.matchId! }) },
    }
  }

  /** What everybody is answered alike. */
  #answer(id: string): Promise<TournamentAnswer> {
    const known = this.#shown.get(id)
    if (known) return known
    const answer = this.#parts.database.use(async (db) => shownIn(db, await find(db, id)))
    this.#shown.set(id, answer)
    answer.catch(() => this.#shown.delete(id))
    return answer
  }

  /** The pairings of a round. @throws CodedError `unknown-round` */
  round(id: string, round: number): Promise<Round> {
    return this.#parts.database.use(async (db) => roundIn(db, await find(db, id), round))
  }

  crosstable(id: string): Promise<Crosstable> {
    return this.#parts.database.use(async (db) => crosstableIn(db, await find(db, id)))
  }

  /**
   * Joins a tournament.
   * @throws CodedError `tournament-started`, `account-needed`, `not-for-bots`, `limit-reached`; `not-eligible` with
   * details.rating
   */
  async join(player: PlayerRef, id: string): Promise<void> {
    const { database, requireAccount, ratingOf } = this.#parts
    const { kind, clock, rated, sharedDeal, bots } = termsOf(await database.use((db) => find(db, id)))
    if (player.bot && !bots) throw new CodedError('not-for-bots')
    if (rated || sharedDeal) await requireAccount(player)
    const { rating } = await ratingOf(player.id, ratingKind(kind, clock, player.bot === true)!)
    await this.#change(id, async (tx, row) => {
      requireOpen(row)
      requireInRange(ratingRangeOf(row), rating)
      const limit =
        row.format === 'round-robin' ? MOST_TOURNAMENT_PLAYERS['round-robin'] : MOST_TOURNAMENT_PLAYERS.usual
      const players = await tx.tournamentPlayer.findMany({ where: { tournamentId: id }, select: { playerId: true } })
      if (players.some(({ playerId }) => playerId === player.id)) return
      if (players.length >= limit) throw new CodedError('limit-reached', 'The tournament is full.', { limit })
      const data = { tournamentId: id, playerId: player.id, name: player.name, bot: player.bot === true, rating }
      await tx.tournamentPlayer.create({ data })
    })
  }

  /** Leaves a tournament; after its start the player is no longer paired. Does nothing for someone who has not joined. */
  async leave(player: string, id: string): Promise<void> {
    await this.#change(id, (tx, { status }) => withdraw(tx, id, status, player))
    this.#rounds.notify()
  }

  /**
   * Starts a tournament. A repeated call changes nothing.
   * @throws CodedError `not-your-tournament`; `tournament-started` once it is over; `bad-request` with too few players for it
   */
  async start(by: PlayerRef, id: string): Promise<void> {
    const now = this.#parts.now()
    const isNew = await this.#changeAsHost(by, id, 'start-tournament', async (tx, row) => {
      if (row.status === 'running') return false
      requireOpen(row)
      requirePlayable(row, await tx.tournamentPlayer.count({ where: { tournamentId: id } }))
      const endsAt = row.minutes === null ? null : new Date(now + row.minutes * 60_000)
      await tx.tournament.update({ where: { id }, data: { status: 'running', startedAt: new Date(now), endsAt } })
      return true
    })
    if (isNew) await this.#rounds.advance(id)
  }

  /** Cancels a tournament that is not over. @throws CodedError `not-your-tournament`; `tournament-started` if it is over */
  async cancel(by: PlayerRef, id: string): Promise<void> {
    let ended: Parameters<Teller['ended']> | undefined
    await this.#changeAsHost(by, id, 'cancel-tournament', async (tx, { name, status }) => {
      if (!(GOES_ON as readonly string[]).includes(status))
        throw new CodedError('tournament-started', 'The tournament is over.')
      await tx.tournament.update({ where: { id }, data: { status: 'cancelled', endedAt: new Date(this.#parts.now()) } })
      const players = await tx.tournamentPlayer.findMany({ where: { tournamentId: id }, select: { playerId: true } })
      ended = [id, name, players.map(({ playerId }) => [playerId, null])]
      return true
    })
    await this.#teller.ended(...ended!)
  }

  /**
   * Pairs the next round of a tournament by hand; the last one again has the same answer.
   * @throws CodedError `not-your-tournament`; `bad-request` if it cannot be paired so
   */
  async pair(by: PlayerRef, { tournament: id, round, pairs }: PairingsRequest): Promise<Round> {
    await this.#changeAsHost(by, id, 'pair-tournament', async (tx, row) => {
      const refuse = (message: string): never => {
        throw new CodedError('bad-request', message)
      }
      if (row.format !== 'manual') refuse('`tournament`: the server pairs its rounds.')
      if (row.status !== 'running') refuse('`tournament`: it is not running.')
      const state = await stateOf(tx, row)
      if (round === row.round) {
        const last = state.pairings.filter((pairing) => pairing.round === round)
        const isSame =
          last.length === pairs.length && last.every(({ players }, n) => players.join() === pairs[n]!.join())
        if (!isSame) refuse('`round`: it is paired, with other pairs.')
        return false
      }
      if (round !== row.round + 1) refuse(`\`round\`: the next one is ${row.round + 1}.`)
      if (round > (row.rounds ?? 0)) refuse(`\`round\`: the tournament has ${row.rounds} rounds.`)
      if (unsettled(state).length > 0) refuse('`round`: the one before is not over.')
      const free = new Set(state.players.flatMap(({ player, withdrawn }) => (withdrawn ? [] : [player.id])))
      for (const player of pairs.flat()) {
        if (!free.delete(player)) refuse(`\`pairs\`: ${player} has not joined, has left, or occurs twice.`)
      }
      await storeRound(tx, state, { pairs: pairs as [string, string][], byes: [] }, this.#parts.now())
      return true
    })
    this.#rounds.notify()
    return this.round(id, round)
  }

  /** The tournaments that a player has joined or hosts, newest first. */
  ofPlayer(player: string, limit: number): Promise<OwnTournament[]> {
    return tournamentsOf(this.#parts.database, player, limit)
  }

  /** Removes the name of a player. It can be repeated. */
  async forget(player: string): Promise<void> {
    await forgetInTournaments(this.#parts.database, player, this.#parts.now())
    this.#rounds.notify()
  }

  /** Begins nothing after this. */
  async close(): Promise<void> {
    await Promise.all([this.#rounds.close(), this.#sweeps.stop()])
  }

  /**
   * Changes a tournament for its host, or for a moderator, whose change is an entry of the audit log.
   * @param work resolves with whether it has changed anything; so does this.
   * @throws CodedError `not-your-tournament`
   */
  #changeAsHost(
    by: PlayerRef,
    id: string,
    type: HostsMeasure,
    work: (tx: Tx, row: TournamentRow) => Promise<boolean>,
  ): Promise<boolean> {
    const { isModerator, addMeasure } = this.#parts.moderators
    return this.#change(id, async (tx, row) => {
      const { hostId, name } = row
      if (hostId === by.id) return work(tx, row)
      if (!(await isModerator(tx, by.id))) throw new CodedError('not-your-tournament')
      const isChanged = await work(tx, row)
      if (isChanged) await addMeasure(tx, { moderator: by, type, player: hostId, why: `${name} (${id})` })
      return isChanged
    })
  }

  /** Changes a tournament, which nobody else can change meanwhile. */
  async #change<T>(id: string, work: (tx: Tx, row: TournamentRow) => Promise<T>): Promise<T> {
    const result = await this.#write(async (tx) => work(tx, await lock(tx, id)))
    this.#shown.delete(id)
    return result
  }

  #write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#parts.database.write((db) => db.$transaction(work))
  }
}

/** @throws CodedError `tournament-started` */
function requireOpen({ status }: TournamentRow): void {
  if (status !== 'open') throw new CodedError('tournament-started')
}

async function withdraw(tx: Tx, tournamentId: string, status: string, playerId: string): Promise<void> {
  const where = { tournamentId, playerId }
  if (status === 'open') await tx.tournamentPlayer.deleteMany({ where })
  else if (status === 'running') await tx.tournamentPlayer.updateMany({ where, data: { withdrawn: true } })
}
