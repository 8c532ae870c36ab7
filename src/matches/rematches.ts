import type { LiveStore, RematchState } from '../live/index.ts'
import type { PlayerRef, Rematch } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold, MatchHeader } from '../record/index.ts'
import { gameAfter, isAlone, isHouseSeat, kindOf, newSeed, otherSeat, termsOf } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { headerOfNext, nextGame, swappedSeat } from './next-header.ts'
import type { Play } from './play.ts'
import type { RatedPlayers } from './rated-players.ts'
import type { Replicas } from './replica/replicas.ts'
import { requireSeat } from './requirements.ts'

interface RematchesParts {
  store: Pick<LiveStore, 'offerRematch' | 'rematch' | 'rematchBegan'>
  replicas: Replicas
  play: Pick<Play, 'open'>
  rated: RatedPlayers
  /** @throws CodedError `paused` while no new matches can begin. */
  requireOpen: () => void
  /** Whether this server plays bots. */
  playsBots: boolean
}

/**
 * Playing again: when both players want to, the store decides on the next match, which is then
 * created.
 */
export class Rematches {
  readonly #store: RematchesParts['store']
  readonly #replicas: Replicas
  readonly #play: Pick<Play, 'open'>
  readonly #rated: RatedPlayers
  readonly #requireOpen: () => void
  readonly #playsBots: boolean

  constructor({ store, replicas, play, rated, requireOpen, playsBots }: RematchesParts) {
    this.#requireOpen = requireOpen
    this.#rated = rated
    this.#playsBots = playsBots
    this.#store = store
    this.#replicas = replicas
    this.#play = play
  }

  /**
   * Records that the player wants to play again; a bot that the server plays wants to, too. Once both do, the answer names
   * the next match.
   * @throws CodedError `unknown-match`, `not-your-match`, `paused`, `unavailable`; `not-now` while the match, or its series,
   * goes on, and for someone who played alone;
   * `account-needed` if it was rated, and one of the players has no account (any more).
   */
  async offer(player: PlayerRef, match: string): Promise<Rematch> {
    return this.#replicas.use(match, async (replica) => {
      const seat = await replica.judge((fold) => {
        const seat = requireSeat(fold, player)
        const goesOn = !fold.outcome || gameAfter(fold.header, fold.outcome) !== null
        if (!fold.state || goesOn || isAlone(fold)) throw new CodedError('not-now')
        return seat
      })
      this.#requireOpen()
      const { players, header } = replica.fold
      await this.#rated.requireAccounts(termsOf(header), player, players[otherSeat(seat)]!)
      const proposed = await this.#proposal(replica.fold, seat)
      let state = await this.#store.offerRematch(match, seat, proposed)
      if (this.#playsBots && state?.next === null && isHouseSeat(replica.fold, otherSeat(seat))) {
        state = await this.#store.offerRematch(match, otherSeat(seat), proposed)
      }
      if (!state) throw new CodedError('unknown-match')
      const { offered, next } = state
      await this.createNext(match, state)
      return { match, offered, ...(next && { next: next.id }) }
    })
  }

  /** The header of the same match once more: with the seats swapped, unless it is rated; the first of another series. */
  async #proposal(fold: Fold, seat: Seat): Promise<MatchHeader> {
    const { header, players } = fold
    const [kind, terms, seed] = [kindOf(header), termsOf(header), newSeed()]
    const [host, guest] = [players[seat]!, players[otherSeat(seat)]!]
    const seating = terms.rated ? await this.#rated.seat({ host, guest, kind, terms, seed }) : swappedSeat(seed, seat)
    return headerOfNext(fold, { host: seat, seating, seed, series: header.series })
  }

  /**
   * Creates the match that was decided on as the next one, and seats both players. A repeated call changes nothing.
   * Undefined if none was decided, or if it has begun: by now it may have been played and have expired, and its seed be
   * public.
   */
  createNext(match: string, { next, began }: RematchState): Promise<void> | undefined {
    return next && !began ? this.#createNext(match, next) : undefined
  }

  /** Creates the next game of a series, if a match that has ended has one. A repeated call changes nothing. */
  async goOn(fold: Fold): Promise<void> {
    const { id } = fold.header
    if (!gameAfter(fold.header, fold.outcome)) return
    const state = await this.#store.rematch(id)
    await this.createNext(id, state.next ? state : await this.#decide(fold))
  }

  /** Decides on the next game of a series where the node that ended a game did not: one of an earlier version. */
  async #decide(fold: Fold): Promise<RematchState> {
    const next = (await nextGame(fold, fold.outcome!, this.#rated))!
    await this.#store.offerRematch(fold.header.id, 0, next)
    return (await this.#store.offerRematch(fold.header.id, 1, next)) ?? { offered: [], next: null }
  }

  async #createNext(match: string, next: MatchHeader): Promise<void> {
    await this.#replicas.use(match, ({ fold: { players } }) => {
      const guest = players.find((player) => player!.id !== next.host.player.id)!
      return this.#play.open(next, guest)
    })
    await this.#store.rematchBegan(match)
  }
}
