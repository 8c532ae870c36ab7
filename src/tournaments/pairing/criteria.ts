import type { Entrant } from './entrant.ts'

/**
 * Who meets whom among players with as much: `slide`: the upper half meets the lower half in order, as in a Swiss
 * tournament; `fold`: the first meets the last, as in a knock-out; `near`: neighbours, as in an arena.
 */
export type Style = 'slide' | 'fold' | 'near'

/**
 * What is amiss with a pair, the most important first. They follow the Dutch system of FIDE as far as a game without
 * colours has it; to have both seats equally often stands where its rules for colours stand, but before the points.
 * Each is a whole number that `LIMITS` bounds, so that the sums of a whole round are compared in one number.
 */
export interface Criteria {
  /** They have met; or a player without an opponent has had none before. */
  again: number
  /** Both have had the same seat more often than the other one. */
  seats: number
  /** The square of how much further one has come than the other, in half points. */
  distance: number
  /** How many of them meet someone with less, or have no opponent, and did so in the last round. */
  floats: number
  /** How far they are from the pair that the style asks for, in places. */
  order: number
}

/** In the place of an opponent. */
export const BYE = -1

/** More distance or order than this is as bad as this. */
const LIMITS = { distance: 225, order: 7 } as const
/** What one of each counts for. A round has at most 128 pairs: with this, no sum of lesser ones reaches one of a greater. */
const UNITS = { again: 2 ** 42, seats: 2 ** 34, distance: 2 ** 19, floats: 2 ** 10, order: 1 } as const
/** More than any pair lacks, so that weights are positive: sums of doubled ones are below 2 ** 53. */
const HIGHEST = 2 ** 43

/** Players with as much, who are next to each other in the list of players. */
export interface Group {
  /** The place of the first of them. */
  first: number
  size: number
}

/** The groups of players in the order of their ranks, by place. */
export function groupsOf(entrants: readonly Entrant[]): Group[] {
  const groups = new Map<number, Group>()
  return entrants.map(({ score }, place) => {
    const group = groups.get(score) ?? { first: place, size: 0 }
    group.size += 1
    groups.set(score, group)
    return group
  })
}

/** Players in the order of their ranks, with their groups by place. */
export interface Field {
  entrants: readonly Entrant[]
  groups: readonly Group[]
}

/** @param one,other places in the list of players; `other` may be `BYE`. */
export function criteriaOf({ entrants, groups }: Field, one: number, other: number, style: Style): Criteria {
  const a = entrants[one]!
  if (other === BYE) {
    return {
      again: Math.min(1, a.byes),
      seats: 0,
      distance: 0,
      floats: a.floated ? 1 : 0,
      // Of those with as much, the last one.
      order: bounded('order', groups[one]!.first + groups[one]!.size - 1 - one),
    }
  }
  const b = entrants[other]!
  return {
    again: a.met.has(b.id) || b.met.has(a.id) ? 1 : 0,
    seats: a.balance * b.balance > 0 ? 1 : 0,
    distance: bounded('distance', (a.score - b.score) ** 2),
    floats: a.score > b.score && a.floated ? 1 : 0,
    order: bounded('order', orderOf(groups[one]!, one, other, style)),
  }
}

const bounded = (criterion: keyof typeof LIMITS, value: number): number => Math.min(LIMITS[criterion], value)

function orderOf({ first, size }: Group, one: number, other: number, style: Style): number {
  if (style === 'near') return other - one - 1
  if (style === 'fold') return Math.abs(one + other - (2 * first + size - 1))
  return Math.abs(other - one - Math.floor(size / 2))
}

/** The weight of a pair: the more, the less is amiss. */
export function weightOf(criteria: Criteria): number {
  const names = Object.keys(UNITS) as (keyof Criteria)[]
  return HIGHEST - names.reduce((sum, name) => sum + UNITS[name] * criteria[name], 0)
}
