/** What is so in every state of every match with Pantheon (pantheon.md §3.4). */
import type { MatchState } from '../../../src/rules/index.ts'
import { cardData } from './data.ts'
import type { Ledger } from './ledger.ts'
import { must } from './ledger.ts'

const SEATS = [0, 1] as const

/** Every divinity and the Gate, by the place where it is. */
export function divinitiesOf(state: MatchState, { open }: Ledger): string[] {
  const { pantheon, cities, stack, age } = state
  if (!pantheon) return []
  const found = [
    ...Object.values(pantheon.decks).flat(),
    ...pantheon.spaces.flatMap((placed) => placed?.card ?? []),
    ...SEATS.flatMap((seat) => cities[seat].pantheon!.divinities),
    ...stack.flatMap((step) => ('revealed' in step ? step.revealed : step.kind === 'place-divinity' ? step.drawn : [])),
    ...(age < 2 ? ['gate'] : []),
  ]
  // The end of a match drops the stack, with the cards on it.
  return state.result ? [...found, ...open.filter((divinity) => !found.includes(divinity))] : found
}

/** Every Mythology token and Offering token, by the place where it is. */
export function slotTokensOf({ pantheon, cities, deal, age }: MatchState, { slotTokensOut }: Ledger): string[] {
  if (!pantheon) return []
  return [
    ...(age === 0 ? deal.mythologyTokens! : []),
    ...(age < 2 ? deal.offeringTokens! : []),
    ...pantheon.slotTokens.flatMap((token) => token ?? []),
    ...SEATS.flatMap((seat) => [...cities[seat].pantheon!.mythologyTokens, ...cities[seat].pantheon!.offeringTokens]),
    ...deal.boxMythologyTokens!,
    ...slotTokensOut,
  ]
}

/** Numbers that cannot be negative, and where things can be. Cheap enough for every state. */
export function checkPantheon({ pantheon, cities, structure, faceUp, age, boxTokens }: MatchState): void {
  const { spaces, enki, minerva, slotTokens } = pantheon!
  for (const seat of SEATS) {
    const { storedCoins, divinities, snake } = cities[seat].pantheon!
    must(storedCoins >= 0, () => `seat ${seat} has stored ${storedCoins} coins`)
    must(storedCoins === 0 || divinities.includes('astarte'), () => `seat ${seat} stores coins without Astarte`)
    if (snake === null) continue
    must(divinities.includes('nisaba'), () => `seat ${seat} has the Snake token without Nisaba`)
    must(cardData(snake).color === 'green', () => `the Snake token lies on ${snake}`)
    must(cities[seat === 0 ? 1 : 0].buildings.includes(snake), () => `the Snake token lies on a card that is gone`)
  }
  must(spaces.length === 6, () => `${spaces.length} spaces`)
  must(enki.length <= 2 && enki.every((token) => !boxTokens.includes(token)), () => `on Enki lie ${enki.join(', ')}`)
  must(minerva === null || Math.abs(minerva) <= 9, () => `Minerva stands on ${minerva}`)
  for (const [slot, token] of slotTokens.entries()) {
    if (token === null) continue
    must(structure[slot] !== null && !faceUp[slot], () => `${token} lies on slot ${slot}, which is empty or face up`)
    must(token.startsWith(age === 1 ? 'mythology' : 'offering') && age < 3, () => `${token} lies in Age ${age}`)
  }
}
