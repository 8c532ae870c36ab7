import { builtOf } from '../built.ts'
import { TRADE_PRICE } from '../catalogue/constants.ts'
import type { DecreeRow } from '../catalogue/decrees.ts'
import { WONDERS } from '../catalogue/index.ts'
import type { Resource } from '../catalogue/vocabulary.ts'
import { RESOURCES } from '../catalogue/vocabulary.ts'
import { remembered } from '../remembered.ts'
import type { City } from '../state.ts'

/** What a player produces and pays for a missing unit. Lists are by resource, in the order of `RESOURCES`. */
export interface Economy {
  /** Units of each resource produced by brown and grey cards. */
  produced: readonly number[]
  /** Coins for one missing unit of each resource. */
  each: readonly number[]
  /** Cards and wonders that produce one unit out of a family. */
  choices: { raw: number; manufactured: number }
}

/**
 * The economy of a city at this moment, under the decrees in force for it (base.md §5.2, agora.md §4.7 step 3).
 * @param opponent of which the prices of missing units depend.
 */
export function economyOf(city: City, opponent: City, decrees: readonly DecreeRow[]): Economy {
  const { produced, fixed, raw, manufactured } = builtOf(city.buildings)
  const each = builtOf(opponent.buildings).produced.map((units) => TRADE_PRICE + units)
  for (const { cheaper } of decrees) if (cheaper) for (const resource of cheaper) each[INDEX[resource]]! -= 1
  for (let r = 0; r < each.length; r++) if (fixed & (1 << r)) each[r] = 1
  const ofWonders = choicesOfWonders(city.wonders)
  const choices = { raw: raw + ofWonders.raw, manufactured: manufactured + ofWonders.manufactured }
  return { produced, each, choices }
}

/** What most cities have. It is one object, so that they are known to have the same. */
const NO_CHOICES: Economy['choices'] = { raw: 0, manufactured: 0 }

/** What the constructed wonders of a city produce. */
export const choicesOfWonders = remembered((wonders: City['wonders']): Economy['choices'] => {
  let choices = NO_CHOICES
  for (const { id, under } of wonders) {
    const { producesOneOf } = WONDERS[id]
    if (under !== null && producesOneOf) choices = { ...choices, [producesOneOf]: choices[producesOneOf] + 1 }
  }
  return choices
})

export const INDEX = Object.fromEntries(RESOURCES.map((resource, index) => [resource, index])) as Record<
  Resource,
  number
>
