import type { MatchEvent, MatchState, MatchView, Seat, Step, TokenId } from '../../rules/index.ts'
import type { Random } from '../random.ts'
import { swapTokens } from './renaming.ts'

/**
 * What a seat knows of the progress tokens in the box: all of them, except which one the opponent has locked out of the
 * box in secret (agora.md §5.7).
 */
export class BoxTokens {
  readonly #seat: Seat
  /** What the opponent may have locked; null if nothing is locked in secret. */
  #lockable: readonly TokenId[] | null = null

  constructor(seat: Seat) {
    this.#seat = seat
  }

  /** A world before some events, in which these can happen: their tokens are in the box. */
  foresee(events: readonly MatchEvent[], world: MatchState): MatchState {
    const met = events.flatMap((event) => this.#metIn(event))
    if (this.#lockable) this.#lockable = this.#lockable.filter((token) => !met.includes(token))
    const locked = this.#lockedIn(world)
    let foreseen = world
    if (locked && met.includes(locked)) foreseen = swapTokens(world, locked, this.#lockable![0]!)
    for (const event of events) foreseen = withDraws(foreseen, event, this.#seat)
    return foreseen
  }

  /** Notes a token that the opponent locks in secret. @param before the world before the events. */
  follow(events: readonly MatchEvent[], before: MatchState): void {
    for (const event of events) {
      if (event.type === 'progress-token-locked' && event.from === 'box' && event.seat !== this.#seat) {
        this.#lockable = before.boxTokens
      }
    }
  }

  /** A decision of the seat may list the box: what is not there is locked. */
  see({ decision, legal = [] }: MatchView, world: MatchState): MatchState {
    if (!this.#lockable || !decision || !['espionage', 'lock-token'].includes(decision.kind)) return world
    const listed = legal.flatMap((offer) => ('token' in offer ? (offer.token as readonly TokenId[]) : []))
    if (listed.length === 0) return world
    this.#lockable = this.#lockable.filter((token) => !listed.includes(token))
    return swapTokens(world, this.#lockedIn(world)!, this.#lockable[0]!)
  }

  /** Tokens that an event shows to have been in the box, or elsewhere in the game. */
  #metIn(event: MatchEvent): readonly TokenId[] {
    if (event.type === 'progress-token-taken') return [event.token]
    if (event.type === 'progress-token-locked') return event.token ? [event.token] : []
    if (event.type === 'enki-revealed') return event.tokens
    return event.type === 'library-drawn' && event.seat === this.#seat ? event.tokens! : []
  }

  #lockedIn({ cities }: MatchState): TokenId | undefined {
    if (!this.#lockable) return undefined
    const held = cities[this.#seat === 0 ? 1 : 0].conspiracies.find(({ locked }) => locked && !locked.public)
    return held?.locked?.token
  }

  /** A world in which the hidden tokens are dealt in any way that is possible. */
  deal(world: MatchState, random: Random): MatchState {
    const locked = this.#lockedIn(world)
    const dealt = locked ? swapTokens(world, locked, random.pick(this.#lockable!)) : world
    const { stack } = dealt
    const deal = { ...dealt.deal }
    deal.boxTokens = random.shuffled(deal.boxTokens)
    if (deal.libraryOrder) deal.libraryOrder = random.shuffled(deal.libraryOrder)
    if (deal.libraryOrders) deal.libraryOrders = deal.libraryOrders.map((order) => random.shuffled(order))
    if (deal.enkiOrders) deal.enkiOrders = deal.enkiOrders.map((order) => random.shuffled(order))
    const next = { ...dealt, deal }
    if (stack.some((step) => this.#isDrawn(step))) {
      next.stack = stack.map((step) =>
        this.#isDrawn(step) ? { ...step, tokens: random.shuffled(dealt.boxTokens).slice(0, step.tokens.length) } : step,
      )
    }
    return next
  }

  /** Whether the opponent chooses among tokens that the seat has not seen. */
  #isDrawn(step: Step): step is Extract<Step, { kind: 'library-choice' }> {
    return step.kind === 'library-choice' && step.seat !== this.#seat
  }
}

/** A world in which an event can draw the tokens that it shows. */
function withDraws(world: MatchState, event: MatchEvent, seat: Seat): MatchState {
  const { deal, pantheon, stack } = world
  const first = (order: readonly TokenId[], tokens: readonly TokenId[]): TokenId[] => [
    ...tokens,
    ...order.filter((token) => !tokens.includes(token)),
  ]
  if (event.type === 'enki-revealed') {
    const { enki } = pantheon!.draws
    return { ...world, deal: { ...deal, enkiOrders: replaced(deal.enkiOrders!, enki, first, event.tokens) } }
  }
  if (event.type === 'library-drawn' && event.seat === seat) {
    if (!pantheon) return { ...world, deal: { ...deal, libraryOrder: first(deal.libraryOrder!, event.tokens!) } }
    const { library } = pantheon.draws
    return { ...world, deal: { ...deal, libraryOrders: replaced(deal.libraryOrders!, library, first, event.tokens!) } }
  }
  const step = stack.at(-1)
  if (event.type === 'progress-token-taken' && step?.kind === 'library-choice' && !step.tokens.includes(event.token)) {
    return { ...world, stack: stack.with(-1, { ...step, tokens: [event.token, ...step.tokens.slice(1)] }) }
  }
  return world
}

const replaced = (
  orders: readonly TokenId[][],
  index: number,
  make: (order: readonly TokenId[], tokens: readonly TokenId[]) => TokenId[],
  tokens: readonly TokenId[],
): TokenId[][] => orders.map((order, each) => (each === index ? make(order, tokens) : order))
