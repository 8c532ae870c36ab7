import blossom from 'edmonds-blossom-fixed'
import type { Style } from './criteria.ts'
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
 * so on (see `Criteria`). There is always one; players meet again only if it cannot be otherwise.
 * @param entrants in the order of their ranks, the best first.
 */
export function pair(entrants: readonly Entrant[], style: Style): Pairs {
  const places = entrants.length % 2 === 0 ? entrants : [...entrants, null]
  if (places.length === 0) return { pairs: [], bye: null }
  const field = { entrants, groups: groupsOf(entrants) }
  const edges: [number, number, number][] = []
  for (let one = 0; one < places.length; one++) {
    for (let other = one + 1; other < places.length; other++) {
      edges.push([one, other, weightOf(criteriaOf(field, one, places[other] === null ? BYE : other, style))])
    }
  }
  const partners = blossom(edges, true)
  const pairs: [Entrant, Entrant][] = []
  let bye: string | null = null
  for (const [one, entrant] of entrants.entries()) {
    const partner = places[partners[one]!]
    if (partner === null) bye = entrant.id
    else if (partner && partners[one]! > one) pairs.push([entrant, partner])
  }
  return { pairs: pairs.map(([one, other], table) => seated(one, other, table)), bye }
}
