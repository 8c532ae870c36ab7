/**
 * Where the cards of a described position lie: who has what, what is left of the structure, and the deal it could come
 * from.
 */
import type { BuildingId, CardId, Deal } from '../../../src/rules/index.ts'
import type { SlotData } from './data.ts'
import { BASE, cardData, deckOf } from './data.ts'

export type Age = 1 | 2 | 3

/** The structure as a scenario describes it; see `Description` in scenario.ts for what the fields mean. */
export interface StructureDescription {
  accessible: readonly CardId[]
  at: Readonly<Record<number, CardId>>
  left?: readonly number[]
}

const BUILDING_IDS: readonly CardId[] = BASE.cards.map(({ id }) => id)

/** Supplies cards that the description does not name, each of them once, in the order of the tables. */
export class Supply {
  readonly #free: Set<CardId>

  constructor(named: Iterable<CardId>, all = BUILDING_IDS) {
    this.#free = new Set(all)
    for (const card of named) {
      if (!this.#free.delete(card)) throw new Error(`${card} is in two places`)
    }
  }

  free<Card extends CardId>(deck: readonly Card[]): Card[] {
    return deck.filter((card) => this.#free.has(card))
  }

  take<Card extends CardId>(deck: readonly Card[], count: number): Card[] {
    const cards = this.free(deck).slice(0, count)
    for (const card of cards) this.#free.delete(card)
    return cards
  }
}

/** The cards with the back of an age. */
export const ageDeck = (age: Age): BuildingId[] => deckOf(`age${age}`)
export const GUILDS: readonly BuildingId[] = deckOf('guild')

/** Slots that are accessible when only `left` are left. */
export const accessibleSlots = (slots: readonly SlotData[], left: readonly number[]): number[] =>
  left.filter((slot) => slots[slot]!.coveredBy.every((cover) => !left.includes(cover)))

/**
 * The most rows of a structure that lay `accessible` cards open and need at most `available` cards.
 */
function rowsLeft(slots: readonly SlotData[], accessible: number, available: number): number[] {
  for (let row = slots.at(-1)!.row; row >= 0; row--) {
    const left = slots.filter((slot) => slot.row <= row).map(({ slot }) => slot)
    if (left.length <= available && accessibleSlots(slots, left).length >= accessible) return left
  }
  throw new Error(`no structure with ${accessible} accessible cards out of ${available}`)
}

/** Cards that can lie in a structure of the base game besides the named ones. */
export function fillersOf(
  age: Age,
  { accessible, at }: StructureDescription,
  supply: Supply,
  purple: readonly BuildingId[],
): BuildingId[] {
  const named = [...accessible, ...Object.values(at)]
  const namedPurple = purple.filter((card) => named.includes(card)).length
  const others = age === 3 ? supply.free(purple).slice(0, Math.max(0, 3 - namedPurple)) : []
  return [...others, ...supply.free(ageDeck(age))]
}

/**
 * Lays out a structure: named cards where they are named, elsewhere cards from the supply. Null: a card was taken.
 */
export function layOut(
  { accessible, at, left: given }: StructureDescription,
  slots: readonly SlotData[],
  fillers: readonly CardId[],
  supply: Supply,
): (CardId | null)[] {
  const named = accessible.length + Object.keys(at).length
  const left = given ?? rowsLeft(slots, accessible.length, named + fillers.length)
  for (const slot of left) {
    if (slots[slot]!.covers.some((covered) => !left.includes(covered)))
      throw new Error(`slot ${slot} lies on a slot that is empty`)
  }
  const structure = slots.map(({ slot }) => at[slot] ?? null)
  const open = accessibleSlots(slots, left).filter((slot) => structure[slot] === null)
  for (const [index, card] of accessible.entries()) {
    const slot = open[index]
    if (slot === undefined) throw new Error(`no accessible slot for ${card}`)
    structure[slot] = card
  }
  const empty = left.filter((slot) => structure[slot] === null)
  const filled = supply.take(fillers, empty.length)
  for (const [index, slot] of empty.entries()) structure[slot] = filled[index]!
  return structure
}

/**
 * A deal in which the position can have come about, as far as cards allow: `played` are the named cards out of the
 * structure.
 */
export function dealAges(
  age: Age,
  structure: readonly (CardId | null)[],
  played: readonly BuildingId[],
  supply: Supply,
  purple: readonly BuildingId[],
): Pick<Deal, 'ages' | 'boxGuilds' | 'boxTemples'> {
  const dealt = (current: Age): Deal['ages'][Age] => {
    const deck = ageDeck(current)
    const gone = current <= age ? played.filter((card) => ageOfBack(card) === current) : []
    const three = current === 3 && age < 3 ? supply.take(purple, 3) : []
    const others = (count: number) => [...three, ...supply.take(deck, count - three.length)]
    if (current !== age) {
      const slots = gone.slice(0, 20)
      slots.push(...others(20 - slots.length))
      return { slots, removed: supply.take(deck, 3) }
    }
    const empty = structure.filter((card) => card === null).length
    const past = gone.slice(0, empty)
    past.push(...others(empty - past.length))
    const next = past[Symbol.iterator]()
    return { slots: structure.flatMap((card) => card ?? next.next().value ?? []), removed: supply.take(deck, 3) }
  }
  const ages = { 1: dealt(1), 2: dealt(2), 3: dealt(3) }
  return { ages, ...boxPurple(purple, supply) }
}

/** The purple cards that are not in play: the guilds, or the Grand Temples and all guilds. */
export const boxPurple = (purple: readonly BuildingId[], supply: Supply): Pick<Deal, 'boxGuilds' | 'boxTemples'> =>
  purple.every((card) => GUILDS.includes(card))
    ? { boxGuilds: supply.take(GUILDS, GUILDS.length) }
    : { boxGuilds: [...GUILDS], boxTemples: supply.take(purple, purple.length) }

/** The age in whose structure a card is dealt. */
export const ageOfBack = (card: BuildingId): Age => cardData(card).age
