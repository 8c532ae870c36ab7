import blossom from 'edmonds-blossom-fixed'
import type { Field, Group, Style } from './criteria.ts'
import { BYE, criteriaOf, groupsOf, weightOf } from './criteria.ts'
import type { Entrant } from './entrant.ts'
import { seated } from './seats.ts'

export interface Pairs {
  /** In the order of the tables: those of the leaders first. In each, whoever comes first begins. */
  pairs: [string, string][]
  /** Who has no opponent, if there is an odd number of players. */
  bye: string | null
}

/**
 * Pairs players for a round: a matching in which as little as possible is amiss, the first criterion before the second and
 * so on (see `Criteria`). There is always one; players meet again only if it cannot be otherwise. Of an odd number, one with
 * the least points has no opponent, unless someone would meet again for that.
 * @param entrants in the order of their ranks, the best first.
 */
export function pair(entrants: readonly Entrant[], style: Style): Pairs {
  if (entrants.length === 0) return { pairs: [], bye: null }
  const field = { entrants, groups: groupsOf(entrants) }
  const { partners } = entrants.length % 2 === 0 ? matched(field, style, null) : leastAgain(field, style)
  const pairs: [Entrant, Entrant][] = []
  let bye: string | null = null
  for (const [one, entrant] of entrants.entries()) {
    const partner = entrants[partners[one]!]
    if (!partner) bye = entrant.id
    else if (partners[one]! > one) pairs.push([entrant, partner])
  }
  return { pairs: pairs.map(([one, other], table) => seated(one, other, table)), bye }
}

interface Matching {
  /** By place, that of the opponent; after the last place for nobody. */
  partners: number[]
  /** What is amiss by the first criterion. */
  again: number
}

/** Of those with the least points someone has no opponent; of those with more, if there is less amiss by the first criterion. */
function leastAgain(field: Field, style: Style): Matching {
  let best: Matching | null = null
  for (const group of [...new Set(field.groups)].reverse()) {
    const matching = matched(field, style, group)
    if (best === null || matching.again < best.again) best = matching
    if (best.again === 0) break
  }
  return best!
}

/** @param alone whose players may have no opponent; null if everybody has one. */
function matched(field: Field, style: Style, alone: Group | null): Matching {
  const { length } = field.entrants
  const edges: [number, number, number][] = []
  for (let one = 0; one < length; one++) {
    for (let other = one + 1; other < length; other++) {
      edges.push([one, other, weightOf(criteriaOf(field, one, other, style))])
    }
    if (field.groups[one] === alone) edges.push([one, length, weightOf(criteriaOf(field, one, BYE, style))])
  }
  const partners = blossom(edges, true)
  const again = field.entrants.reduce((sum, _, one) => {
    const other = partners[one]!
    return other > one ? sum + criteriaOf(field, one, other === length ? BYE : other, style).again : sum
  }, 0)
  return { partners, again }
}
