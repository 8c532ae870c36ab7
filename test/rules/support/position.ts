/** Where the cards of a described position lie: who has what, what is left of the structure, and the deal it could come from. */
import type { BuildingId, Deal } from '../../../src/rules/index.ts'
import { BASE, cardData, deckOf, slotsOf } from './data.ts'
import type { SlotData } from './data.ts'

export type Age = 1 | 2 | 3

/** The structure as a scenario describes it; see `Description` in scenario.ts for what the fields mean. */
export interface StructureDescription {
  age: Age
  accessible: readonly BuildingId[]
  at: Readonly<Record<number, BuildingId>>
  left?: readonly number[]
}

/** Hands out cards that the description does not name, each of them once, in the order of the tables. */
export class Supply {
  readonly #free: Set<BuildingId>

  constructor(named: Iterable<BuildingId>) {
    this.#free = new Set(BASE.cards.map(({ id }) => id))
    for (const card of named) {
      if (!this.#free.delete(card)) throw new Error(`${card} is in two places`)
    }
  }

  free(deck: readonly BuildingId[]): BuildingId[] {
    return deck.filter((card) => this.#free.has(card))
  }

  take(deck: readonly BuildingId[], count: number): BuildingId[] {
    const cards = this.free(deck).slice(0, count)
    for (const card of cards) this.#free.delete(card)
    return cards
  }
}

/** The cards with the back of an age. */
export const ageDeck = (age: Age): BuildingId[] => deckOf(`age${age}`)
export const GUILDS: readonly BuildingId[] = deckOf('guild')

/** Slots that lie free when only `left` are left. */
export const accessibleSlots = (slots: readonly SlotData[], left: readonly number[]): number[] =>
  left.filter((slot) => slots[slot]!.coveredBy.every((cover) => !left.includes(cover)))

/** The most of a structure that lays `accessible` cards open and needs at most `available` cards: whole rows are gone. */
function rowsLeft(slots: readonly SlotData[], accessible: number, available: number): number[] {
  for (let row = slots.at(-1)!.row; row >= 0; row--) {
    const left = slots.filter((slot) => slot.row <= row).map(({ slot }) => slot)
    if (left.length <= available && accessibleSlots(slots, left).length >= accessible) return left
  }
  throw new Error(`no structure with ${accessible} accessible cards out of ${available}`)
}

/** Lays out the structure: named cards where they are named, others taken from the supply. Null where a card is gone. */
export function layOut({ age, accessible, at, left: given }: StructureDescription, supply: Supply): (BuildingId | null)[] {
  const slots = slotsOf(age)
  const namedGuilds = [...accessible, ...Object.values(at)].filter((card) => GUILDS.includes(card)).length
  const guilds = age === 3 ? supply.free(GUILDS).slice(0, Math.max(0, 3 - namedGuilds)) : []
  const fillers = [...guilds, ...supply.free(ageDeck(age))]
  const named = accessible.length + Object.keys(at).length
  const left = given ?? rowsLeft(slots, accessible.length, named + fillers.length)
  for (const slot of left) {
    if (slots[slot]!.covers.some((covered) => !left.includes(covered))) throw new Error(`slot ${slot} hangs in the air`)
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

/** A deal in which the position can have come about, as far as cards allow: `played` are the named cards out of the structure. */
export function dealAges(age: Age, structure: readonly (BuildingId | null)[], played: readonly BuildingId[], supply: Supply): Pick<Deal, 'ages' | 'boxGuilds'> {
  const dealt = (current: Age): Deal['ages'][Age] => {
    const deck = ageDeck(current)
    const gone = current <= age ? played.filter((card) => ageOfBack(card) === current) : []
    const guilds = current === 3 && age < 3 ? supply.take(GUILDS, 3) : []
    const others = (count: number) => [...guilds, ...supply.take(deck, count - guilds.length)]
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
  return { ages: { 1: dealt(1), 2: dealt(2), 3: dealt(3) }, boxGuilds: supply.take(GUILDS, 7) }
}

/** The age in whose structure a card is dealt. */
export const ageOfBack = (card: BuildingId): Age => cardData(card).age
