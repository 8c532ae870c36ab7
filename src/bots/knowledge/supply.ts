import type { Back, BuildingId, CardId, Deal, MatchState } from '../../rules/index.ts'
import { backOf } from '../../rules/index.ts'
import type { Random } from '../random.ts'

export type Age = 1 | 2 | 3
export const AGES: readonly Age[] = [1, 2, 3]

/** Which cards of a world a seat has not seen. */
interface Hidden {
  slot: (age: Age, slot: number) => boolean
  removed: (age: Age, card: BuildingId) => boolean
}

/** All backs. Within this file a back is its place in this list, and a card that was seen has none. */
const BACKS: readonly Back[] = ['I', 'II', 'III', 'guild', 'temple', 'senator']
const SEEN = -1

/** The backs of the hidden cards of an age, by slot, and of those that are removed. */
interface BacksOfAge {
  slots: readonly number[]
  removed: readonly number[]
}

/** The hidden cards of a world, of which other worlds are dealt. It is the same for all samples of a version. */
export class Supply {
  readonly world: MatchState
  readonly #ages: readonly BacksOfAge[]
  readonly #cards: readonly CardId[]
  readonly #backs: readonly number[]
  readonly #order: Uint8Array
  /** For each back, the cards that are left, in the order in which they were shuffled. */
  readonly #left: readonly CardId[][] = BACKS.map(() => [])

  constructor(world: MatchState, isHidden: Hidden) {
    const { deal } = world
    this.world = world
    const hidden: CardId[] = []
    const backsOf = <Card extends CardId>(
      cards: readonly Card[],
      is: (card: Card, place: number) => boolean,
    ): number[] =>
      cards.map((card, place) => {
        if (!is(card, place)) return SEEN
        hidden.push(card)
        return BACKS.indexOf(backOf(card))
      })
    this.#ages = AGES.map((age) => ({
      slots: backsOf(deal.ages[age].slots, (_, slot) => isHidden.slot(age, slot)),
      removed: backsOf(deal.ages[age].removed, (card) => isHidden.removed(age, card)),
    }))
    this.#cards = [...hidden, ...deal.boxGuilds, ...(deal.boxTemples ?? [])]
    this.#backs = this.#cards.map((card) => BACKS.indexOf(backOf(card)))
    this.#order = new Uint8Array(this.#cards.length)
  }

  /** Puts all cards in another order, as `Random.shuffled` does. */
  shuffle(random: Random): void {
    for (const cards of this.#left) cards.length = 0
    const order = this.#order
    for (let place = 0; place < order.length; place++) order[place] = place
    for (let last = order.length - 1; last > 0; last--) {
      const pick = random.below(last + 1)
      const place = order[last]!
      order[last] = order[pick]!
      order[pick] = place
    }
    for (const place of order) this.#left[this.#backs[place]!]!.push(this.#cards[place]!)
  }

  /** The next cards with a back. */
  take(back: 'guild' | 'temple', count: number): BuildingId[] {
    const cards = this.#left[BACKS.indexOf(back)]!
    const taken: BuildingId[] = []
    while (taken.length < count) taken.push(cards.pop() as BuildingId)
    return taken
  }

  /** An age in which the next cards lie where they are hidden. Of an age that is to come everything is hidden. */
  age(age: Age, random: Random): Deal['ages'][Age] {
    const { slots, removed } = this.world.deal.ages[age]
    const backs = this.#ages[age - 1]!
    const dealt = this.#dealt(slots, backs.slots)
    return {
      slots: age > this.world.age ? random.shuffled(dealt) : dealt,
      removed: this.#dealt(removed, backs.removed),
    }
  }

  #dealt<Card extends CardId>(cards: readonly Card[], backs: readonly number[]): Card[] {
    const dealt: Card[] = []
    for (let place = 0; place < cards.length; place++) {
      const back = backs[place]!
      dealt.push(back === SEEN ? cards[place]! : (this.#left[back]!.pop() as Card))
    }
    return dealt
  }
}
