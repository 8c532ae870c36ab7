import blossom from 'edmonds-blossom-fixed'
import type { Style } from './criteria.ts'
import { BYE, criteriaOf, weightOf } from './criteria.ts'
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
 * so on (see `Criteria`). There is always one; players meet again only if it cannot be otherwise.
 * @param entrants in the order of their ranks, the best first.
 */
export function pair(entrants: readonly Entrant[], style: Style): Pairs {
  const field = entrants.length % 2 === 0 ? entrants : [...entrants, null]
  if (field.length === 0) return { pairs: [], bye: null }
  const edges: [number, number, number][] = []
  for (let one = 0; one < field.length; one++) {
    for (let other = one + 1; other < field.length; other++) {
      edges.push([one, other, weightOf(criteriaOf(entrants, one, field[other] === null ? BYE : other, style))])
    }
  }
  const partners = blossom(edges, true)
  const pairs: [Entrant, Entrant][] = []
  let bye: string | null = null
  for (const [one, entrant] of entrants.entries()) {
    const partner = field[partners[one]!]
    if (partner === null) bye = entrant.id
    else if (partner && partners[one]! > one) pairs.push([entrant, partner])
  }
  return { pairs: pairs.map(([one, other], table) => seated(one, other, table)), bye }
}
