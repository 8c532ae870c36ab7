/**
 * Where the cards of a described position of Agora lie: structures with senators, removed cards, and the deal it could
 * come from.
 */
import type { BuildingId, CardId, Deal, SenatorId } from '../../../src/rules/index.ts'
import type { SlotData } from './data.ts'
import { AGORA } from './data.ts'
import type { Age, StructureDescription, Supply } from './position.ts'
import { ageDeck, boxPurple, layOut } from './position.ts'

export const AGES = [1, 2, 3] as const
export const SENATORS = AGORA.senators.map(({ id }) => id) as readonly SenatorId[]

export const isSenator = (card: CardId): card is SenatorId => (SENATORS as readonly CardId[]).includes(card)
export const agoraSlotsOf = (age: Age): SlotData[] => AGORA.layouts.find((layout) => layout.age === age)!.slots

const senatorsDealtTo = (age: Age): number => AGORA.constants.senatorsPerAge[age]
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The three cards that are removed from each age: those that are named, and others. */
export function removeCards(
  named: Partial<Record<Age, readonly BuildingId[]>>,
  supply: Supply,
): Record<Age, BuildingId[]> {
  const removed = (age: Age): BuildingId[] => {
    const cards = named[age] ?? []
    return [...cards, ...supply.take(ageDeck(age), 3 - cards.length)]
  }
  return { 1: removed(1), 2: removed(2), 3: removed(3) }
}

/**
 * Lays out a structure. Where it is not described there are buildings of the age and its purple cards; senators where
 * these run out.
 */
export function layOutAgora(
  age: Age,
  described: StructureDescription,
  played: readonly CardId[],
  supply: Supply,
  purple: readonly BuildingId[],
): (CardId | null)[] {
  const named = [...described.accessible, ...Object.values(described.at)]
  const dealt = sum(AGES.filter((past) => past <= age).map(senatorsDealtTo))
  const senators =
    Math.min(senatorsDealtTo(age), dealt - played.filter(isSenator).length) - named.filter(isSenator).length
  if (senators < 0) throw new Error(`more senators than are dealt up to Age ${age}`)
  const others = age === 3 ? 3 - [...named, ...played].filter((card) => purple.includes(card as BuildingId)).length : 0
  const fillers = [
    ...supply.free(purple).slice(0, Math.max(0, others)),
    ...supply.free(ageDeck(age)),
    ...supply.free(SENATORS).slice(0, senators),
  ]
  return layOut(described, agoraSlotsOf(age), fillers, supply)
}

/**
 * A deal in which the position can have come about, as far as cards allow. `played` are the named cards out of the
 * structure.
 */
export function dealAgora(
  age: Age,
  structure: readonly (CardId | null)[],
  played: readonly CardId[],
  removed: Record<Age, BuildingId[]>,
  supply: Supply,
  purple: readonly BuildingId[],
): Pick<Deal, 'ages' | 'boxGuilds' | 'boxTemples'> {
  const lying = structure.filter((card) => card !== null)
  const three = purple.filter((card) => lying.includes(card) || played.includes(card))
  three.push(...supply.take(purple, 3 - three.length))
  const senators = [...played.filter(isSenator), ...supply.take(SENATORS, SENATORS.length)]

  const dealt = (current: Age): CardId[] => {
    const own = current === age ? lying.filter(isSenator) : []
    const cards = [
      ...ageDeck(current).filter((card) => !removed[current].includes(card)),
      ...(current === 3 ? three : []),
      ...own,
      ...senators.splice(0, senatorsDealtTo(current) - own.length),
    ]
    if (current !== age) return current < age ? cards : cards.filter((card) => !played.includes(card))
    const gone = cards.filter((card) => !lying.includes(card))[Symbol.iterator]()
    return structure.map((card) => card ?? gone.next().value!)
  }
  const slots = AGES.map(dealt)
  const ages = {
    1: { slots: slots[0]!, removed: removed[1] },
    2: { slots: slots[1]!, removed: removed[2] },
    3: { slots: slots[2]!, removed: removed[3] },
  }
  return { ages, ...boxPurple(purple, supply) }
}
