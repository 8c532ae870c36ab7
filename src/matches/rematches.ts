import type { LiveStore, RematchState } from '../live/index.ts'
import type { PlayerRef, Rematch } from '../protocol/index.ts'
import { CodedError, gameOptionsOf } from '../protocol/index.ts'
import type { Fold, MatchHeader } from '../record/index.ts'
import { fairSeat, isAlone, isHouseSeat, kindOf, newSeed, otherSeat, termsOf } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import { newHeader } from './new-header.ts'
import type { Play } from './play.ts'
import type { RatedPlayers } from './rated-players.ts'
import type { Replicas } from './replica/replicas.ts'
import { requireSeat } from './requirements.ts'

interface RematchesParts {
  store: Pick<LiveStore, 'offerRematch' | 'rematchBegan'>
  replicas: Replicas
  play: Pick<Play, 'open'>
  rated: RatedPlayers
  /** Whether this server plays bots. */
  playsBots: boolean
}

/**
 * Playing again: when both players want to, the store decides on the next match, which is then
 * created.
 */
export class Rematches {
  readonly #store: Pick<LiveStore, 'offerRematch' | 'rematchBegan'>
  readonly #replicas: Replicas
  readonly #play: Pick<Play, 'open'>
  readonly #rated: RatedPlayers
  readonly #playsBots: boolean

  constructor({ store, replicas, play, rated, playsBots }: RematchesParts) {
    this.#rated = rated
    this.#playsBots = playsBots
    this.#store = store
    this.#replicas = replicas
    this.#play = play
  }

  /**
   * Records that the player wants to play again; a bot that the server plays wants to, too. Once both do, the answer names
   * the next match.
   * @throws CodedError `unknown-match`, `not-your-match`, `unavailable`; `not-now` while the match goes on, and
   * for someone who played alone;
   * `account-needed` if it was rated, and one of the players has no account (any more).
   */
  async offer(player: PlayerRef, match: string): Promise<Rematch> {
    return this.#replicas.use(match, async (replica) => {
      const seat = await replica.judge((fold) => {
        const seat = requireSeat(fold, player)
        if (!fold.state || !fold.outcome || isAlone(fold)) throw new CodedError('not-now')
        return seat
      })
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

  /**
   * The header of the same match once more: with the seats swapped, unless it is rated. An agreed handicap follows its
   * player; one that bids gave does not.
   */
  async #proposal({ header, players }: Fold, seat: Seat): Promise<MatchHeader> {
    const [kind, { handicap, ...usual }, terms] = [kindOf(header), gameOptionsOf(header.options), termsOf(header)]
    const options = { ...usual, ...(handicap && { handicap: { ...handicap, seat: otherSeat(handicap.seat) } }) }
    const [host, guest, seed] = [players[seat]!, players[otherSeat(seat)]!, newSeed()]
    const seating = terms.rated
      ? await this.#rated.seat({ host, guest, kind, terms, seed })
      : fairSeat(seed, seat === 0 ? { host: 1, guest: 0 } : { host: 0, guest: 1 })
    return newHeader({ host, seating, seed, kind, options, terms, origin: 'rematch' })
  }

  /**
   * Creates the match that was decided on as the next one, and seats both players. A repeated call changes nothing.
   * Undefined if none was decided, or if it has begun: by now it may have been played and have expired, and its seed be
   * public.
   */
  createNext(match: string, { next, began }: RematchState): Promise<void> | undefined {
    return next && !began ? this.#createNext(match, next) : undefined
  }

  async #createNext(match: string, next: MatchHeader): Promise<void> {
    await this.#replicas.use(match, ({ fold: { players } }) => {
      const guest = players.find((player) => player!.id !== next.host.player.id)!
      return this.#play.open(next, guest)
    })
    await this.#store.rematchBegan(match)
  }
}
