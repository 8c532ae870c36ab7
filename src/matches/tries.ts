import type { CreateRequest, PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Fold } from '../record/index.ts'
import { isSealed, seatOf } from '../record/index.ts'
import { ATTEMPTS } from './committer.ts'
import type { Replicas } from './replica/replicas.ts'
import type { SealedDeal, SealedDeals } from './sealed-deals.ts'

interface TriesParts {
  replicas: Pick<Replicas, 'use'>
  sealedDeals: SealedDeals
  /** The time by the store (ms since 1970). */
  now: () => number
}

/** A request for a match on a sealed deal, with everything that the deal decides. */
export interface Try {
  deal: SealedDeal
  request: CreateRequest
}

/** How deals are played while they are sealed: once by each account, and by all in the same way. */
export class Tries {
  readonly #parts: TriesParts

  constructor(parts: TriesParts) {
    this.#parts = parts
  }

  /**
   * What a request for a match means if it is for a deal that is sealed now; null if it is for anything else.
   * @throws CodedError `bad-request` if it asks for what the deal decides otherwise; `unavailable`.
   */
  async of(request: CreateRequest): Promise<Try | null> {
    const deal = request.deal === undefined ? null : await this.#parts.sealedDeals.find(request.deal)
    if (!deal || !isSealed(deal, this.#parts.now())) return null
    const { seat, bid, options, opponent, visibility } = request
    const refuse = (field: string): never => {
      throw new CodedError('bad-request', `\`${field}\`: everybody plays a deal of the day in the same way.`)
    }
    if (bid !== undefined) refuse('bid')
    if (seat === 1) refuse('seat')
    if (options.handicap) refuse('options.handicap')
    if (visibility === 'public') refuse('visibility')
    if (opponent && (opponent === 'self' || opponent.bot !== deal.level)) refuse('opponent')
    return { deal, request: { ...request, seat: 0, clock: 'standard', opponent: { bot: deal.level } } }
  }

  /**
   * The id of the match in which a player plays a deal. There may be none with this id yet. One that was aborted before
   * the player had done anything in it does not count.
   * @throws CodedError `deal-played` with details.match; `no-bots`, `other-rules`, `unavailable`.
   */
  async matchFor(player: PlayerRef, { id: deal }: SealedDeal): Promise<string> {
    const { sealedDeals } = this.#parts
    let match = await sealedDeals.begin(deal, player.id)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const fold = await this.#foldOf(match)
      if (fold && isPlayed(fold, player)) throw new CodedError('deal-played', undefined, { match })
      if (!fold?.outcome) return match
      match = await sealedDeals.replace(deal, player.id, match)
    }
    throw new CodedError('unavailable')
  }

  /** A match as it is now; null if the store has none with this id. */
  async #foldOf(match: string): Promise<Fold | null> {
    try {
      return await this.#parts.replicas.use(match, async (replica) => {
        await replica.catchUp()
        return replica.fold
      })
    } catch (error) {
      if (error instanceof CodedError && error.code === 'unknown-match') return null
      throw error
    }
  }
}

/** Whether a try counts: from the first action of its player, and if it ended otherwise than as if it had not been. */
function isPlayed(fold: Fold, player: PlayerRef): boolean {
  const seat = seatOf(fold, player.id)
  return (seat !== null && fold.moved[seat]) || (fold.outcome !== null && fold.outcome.by !== 'aborted')
}
