import type { LiveStore, RematchState } from '../live/index.ts'
import { CodedError, gameOptionsOf } from '../protocol/index.ts'
import type { PlayerRef, Rematch } from '../protocol/index.ts'
import { kindOf, otherSeat, termsOf } from '../record/index.ts'
import type { Fold, MatchHeader } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'
import type { Feeds } from './feeds.ts'
import { requireSeat } from './judge.ts'
import { newHeader } from './new-header.ts'

/** Makes a match of two players; any number of times is once. */
type Open = (header: MatchHeader, guest: PlayerRef) => Promise<void>

/** Playing again, with the seats swapped: once both want to, the next match is decided in the store, and then made. */
export class Rematches {
  readonly #store: LiveStore
  readonly #feeds: Feeds
  readonly #open: Open

  constructor(store: LiveStore, feeds: Feeds, open: Open) {
    this.#store = store
    this.#feeds = feeds
    this.#open = open
  }

  async offer(player: PlayerRef, match: string): Promise<Rematch> {
    return this.#feeds.use(match, async (feed) => {
      const { seat, proposed } = await feed.judged((fold) => {
        const seat = requireSeat(fold, player)
        if (!fold.state || !fold.outcome) throw new CodedError('not-now')
        return { seat, proposed: proposal(fold, seat) }
      })
      const state = await this.#store.offerRematch(match, seat, proposed)
      if (!state) throw new CodedError('unknown-match')
      return this.made(match, state)
    })
  }

  /** How things stand; null if nobody asked for a rematch. */
  async state(match: string): Promise<Rematch | null> {
    const state = await this.#store.rematch(match)
    return state.offered.length > 0 ? this.made(match, state) : null
  }

  /** What is told of a rematch: once there is a next match, that match is made before. */
  async made(match: string, { offered, next }: RematchState): Promise<Rematch> {
    if (!next) return { match, offered }
    await this.#feeds.use(match, ({ fold: { players } }) => {
      const guest = players.find((player) => player!.id !== next.host.player.id)!
      return this.#open(next, guest)
    })
    return { match, offered, next: next.id }
  }
}

/** The same once more, with the seats swapped. */
function proposal({ header, players }: Fold, seat: Seat): MatchHeader {
  const [kind, options, terms] = [kindOf(header), gameOptionsOf(header.options), termsOf(header)]
  return newHeader({ host: players[seat]!, seat: otherSeat(seat), kind, options, terms, origin: 'rematch' })
}
