import { check } from '../arguments.ts'
import type { Connection } from '../connection/connection.ts'
import type {
  CreateTournament,
  Crosstable,
  PairingsRequest,
  Round,
  Tournament,
  TournamentAnswer,
  TournamentsPage,
  TournamentsQuery,
} from '../protocol.ts'
import type { Rest } from '../rest/rest.ts'
import type { TournamentChange } from './live-tournament.ts'
import { LiveTournament } from './live-tournament.ts'

/** Tournaments: who opens and joins them, how they stand, and what comes next. All methods throw CuriaError. */
export class Tournaments {
  readonly #rest: Rest
  readonly #connection: Connection
  /** Those that someone subscribes to. */
  readonly #followed = new Set<LiveTournament>()

  /** @internal */
  constructor(rest: Rest, connection: Connection) {
    this.#rest = rest
    this.#connection = connection
    connection.on('tournament:paired', ({ tournament, ...paired }) =>
      this.#told(tournament, { type: 'paired', ...paired }),
    )
    connection.on('tournament:round', ({ tournament, ...round }) => this.#told(tournament, { type: 'round', ...round }))
    connection.on('tournament:ended', ({ tournament, ...ended }) => this.#told(tournament, { type: 'ended', ...ended }))
    connection.onConnected(() => this.identified())
    connection.onLost(() => {
      for (const each of this.#followed) each.lost()
    })
  }

  /** @internal Whether a connection is of use to it. */
  get isSubscribed(): boolean {
    return this.#followed.size > 0
  }

  /** Tournaments that were not cancelled, newest first, by pages: `cursor` is the `next` of the page before. @throws CuriaError */
  async list(query: TournamentsQuery = {}): Promise<TournamentsPage> {
    return this.#rest.get('/v1/tournaments', { query })
  }

  /**
   * A tournament with its standings and the round that was paired last; `you` is there for a player who has joined.
   * @throws CuriaError such as `unknown-tournament`.
   */
  async get(id: string): Promise<TournamentAnswer> {
    return this.#rest.get('/v1/tournaments/{id}', { params: { id } })
  }

  /** The pairings of a round. @throws CuriaError such as `unknown-round`. */
  async round(id: string, round: number): Promise<Round> {
    return this.#rest.get('/v1/tournaments/{id}/rounds/{round}', { params: { id, round } })
  }

  /** Who has met whom, and with what result. @throws CuriaError such as `unknown-tournament`. */
  async crosstable(id: string): Promise<Crosstable> {
    return this.#rest.get('/v1/tournaments/{id}/crosstable', { params: { id } })
  }

  /** Opens a tournament, which players can join. @throws CuriaError such as `account-needed` or `limit-reached`. */
  async create(request: CreateTournament): Promise<Tournament> {
    check({ request: [request, 'object'] })
    return this.#rest.post('/v1/tournaments', { body: request })
  }

  /** Joins a tournament. It can be repeated. @throws CuriaError such as `tournament-started` or `not-eligible`. */
  async join(id: string): Promise<void> {
    await this.#rest.post('/v1/tournaments/{id}/join', { params: { id } })
    await this.#changed(id)
  }

  /** Leaves a tournament; after its start the player is no longer paired. It can be repeated. @throws CuriaError */
  async leave(id: string): Promise<void> {
    await this.#rest.post('/v1/tournaments/{id}/leave', { params: { id } })
    await this.#changed(id)
  }

  /** Starts a tournament of the player. It can be repeated. @throws CuriaError such as `not-your-tournament`. */
  async start(id: string): Promise<void> {
    await this.#rest.post('/v1/tournaments/{id}/start', { params: { id } })
    await this.#changed(id)
  }

  /** Cancels a tournament of the player that is not over. @throws CuriaError such as `not-your-tournament`. */
  async cancel(id: string): Promise<void> {
    await this.#rest.delete('/v1/tournaments/{id}', { params: { id } })
    await this.#changed(id)
  }

  /**
   * Pairs the next round of a tournament of the player with the format `manual`. It can be repeated.
   * @throws CuriaError such as `bad-request`, if it cannot be paired so.
   */
  async pair(request: PairingsRequest): Promise<Round> {
    check({ request: [request, 'object'] })
    const round = await this.#rest.post('/v1/pairings', { body: request })
    await this.#changed(request.tournament)
    return round
  }

  /** One tournament, which is kept up to date while someone subscribes to it. */
  follow(id: string): LiveTournament {
    check({ id: [id, 'text'] })
    return new LiveTournament(id, {
      rest: this.#rest,
      connection: this.#connection,
      wanted: (tournament, isWanted) => {
        if (isWanted) this.#followed.add(tournament)
        else this.#followed.delete(tournament)
      },
    })
  }

  /** @internal There is another connection, or another player: what was told meanwhile is not known. */
  identified(): void {
    for (const each of this.#followed) void each.changed()
  }

  /** @internal */
  close(): void {
    for (const each of this.#followed) each.close()
  }

  #told(id: string, change: TournamentChange): void {
    for (const each of this.#of(id)) each.told(change)
  }

  /** Resolves when those who follow a tournament see what has been done. */
  async #changed(id: string): Promise<void> {
    await Promise.all(this.#of(id).map((each) => each.changed()))
  }

  #of(id: string): LiveTournament[] {
    return [...this.#followed].filter((each) => each.id === id)
  }
}
