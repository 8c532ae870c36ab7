import type { ConspiracyId, MatchEvent, MatchOptions, MatchState, Seat } from '../../rules/index.ts'
import { boxOf } from '../../rules/index.ts'
import type { Random } from '../random.ts'

/** The conspiracies that may lie in a place. */
type Possible = ReadonlySet<ConspiracyId>

/**
 * Where each conspiracy may be, as a seat knows it (agora.md §7): for every place, what may lie there. Each conspiracy
 * lies in one place, so what the seat knows of two cards that change places in secret stays in their union.
 */
export class ConspiracyPlaces {
  readonly #seat: Seat
  /** Top first. */
  #deck: Possible[]
  #hands: [Possible[], Possible[]] = [[], []]
  /** What is drawn, and of which nothing is kept yet. */
  #drawn: Possible[] = []
  /** As the places are, until something is learned of them. */
  #order: Order | null = null

  constructor(options: MatchOptions, seat: Seat) {
    const all = boxOf(options).conspiracies
    this.#seat = seat
    this.#deck = all.map(() => new Set(all))
  }

  /** Learns what some events will show, before they happen. */
  foresee(events: readonly MatchEvent[]): void {
    this.#order = null
    for (const event of events) {
      if (event.type === 'conspiracies-drawn' && event.drawn) {
        for (const [place, id] of event.drawn.entries()) this.#deck[place] = new Set([id])
      }
      if (event.type === 'conspiracy-triggered') this.#hands[event.seat][event.index] = new Set([event.conspiracy])
    }
    this.#exclude()
  }

  /** Follows the cards through some events that were foreseen. */
  follow(events: readonly MatchEvent[]): void {
    this.#order = null
    for (const event of events) {
      if (event.type === 'conspiracies-drawn') this.#drawn = this.#deck.splice(0, event.count)
      if (event.type === 'conspiracy-kept') this.#keep(event)
    }
  }

  #keep({ seat, kept, other, count }: Extract<MatchEvent, { type: 'conspiracy-kept' }>): void {
    const drawn = this.#drawn
    this.#drawn = []
    if (seat === this.#seat && kept) {
      const isKept = (possible: Possible): boolean => kept.some((id) => possible.has(id))
      this.#hands[seat].push(...kept.map((id) => new Set([id])))
      this.#putBack(
        drawn.filter((possible) => !isKept(possible)),
        other,
      )
    } else if (other === undefined) {
      this.#hands[seat].push(...drawn)
    } else {
      const either = new Set(drawn.flatMap((possible) => [...possible]))
      this.#hands[seat].push(...drawn.slice(0, count).map(() => either))
      this.#putBack(
        drawn.slice(count).map(() => either),
        other,
      )
    }
  }

  #putBack(places: readonly Possible[], end: 'top' | 'bottom' | undefined): void {
    this.#deck = end === 'top' ? [...places, ...this.#deck] : [...this.#deck, ...places]
  }

  /** What is known to lie in one place lies in no other. */
  #exclude(): void {
    const places = this.#places()
    const known = new Set(places.flatMap((possible) => (possible.size === 1 ? [...possible] : [])))
    const exclude = (possible: Possible): Possible =>
      possible.size === 1 ? possible : new Set([...possible].filter((id) => !known.has(id)))
    this.#deck = this.#deck.map(exclude)
    this.#drawn = this.#drawn.map(exclude)
    this.#hands = [this.#hands[0].map(exclude), this.#hands[1].map(exclude)]
    if (this.#places().filter(({ size }) => size === 1).length > known.size) this.#exclude()
  }

  #places(): Possible[] {
    return [...this.#deck, ...this.#drawn, ...this.#hands[0], ...this.#hands[1]]
  }

  /** A world in which the conspiracies lie in any way that is possible. */
  deal(world: MatchState, random: Random): MatchState {
    this.#order ??= orderOf(this.#places())
    const dealt = assign(this.#order, random)
    const inDeck = this.#deck.length
    const inHands = inDeck + this.#drawn.length
    const [first, second] = world.cities
    const next = { ...world }
    next.conspiracyDeck = dealt.slice(0, inDeck)
    next.cities = [withHeld(first, dealt, inHands), withHeld(second, dealt, inHands + first.conspiracies.length)]
    if (this.#drawn.length > 0) {
      const drawn = dealt.slice(inDeck, inHands)
      next.stack = world.stack.map((step) => (step.kind === 'keep-conspiracy' ? { ...step, drawn } : step))
    }
    return next
  }
}

type City = MatchState['cities'][0]

/** A city with other conspiracies. @param from the place of its first one in the list. */
const withHeld = (city: City, dealt: readonly ConspiracyId[], from: number): City =>
  city.conspiracies.length === 0
    ? city
    : { ...city, conspiracies: city.conspiracies.map((held, index) => ({ ...held, id: dealt[from + index]! })) }

/** The places in the order in which they are filled, with what may lie in each. */
type Order = readonly { place: number; possible: readonly ConspiracyId[] }[]

/** Places with fewest possibilities first, so that there is hardly ever a way back to take. */
const orderOf = (places: readonly Possible[]): Order =>
  places
    .map((possible, place) => ({ place, possible: [...possible] }))
    .sort((one, other) => one.possible.length - other.possible.length)

/** One conspiracy for each place, all of them different. */
function assign(order: Order, random: Random): ConspiracyId[] {
  const dealt: ConspiracyId[] = order.map(({ possible }) => possible[0]!)
  const used = new Set<ConspiracyId>()
  const fill = (at: number): boolean => {
    if (at === order.length) return true
    const { place, possible } = order[at]!
    for (const id of random.shuffled(possible)) {
      if (used.has(id)) continue
      used.add(id)
      dealt[place] = id
      if (fill(at + 1)) return true
      used.delete(id)
    }
    return false
  }
  if (!fill(0)) throw new Error('the conspiracies cannot lie in any way that was seen')
  return dealt
}
