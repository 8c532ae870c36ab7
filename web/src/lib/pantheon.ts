import type { Seat } from '@curia/client'
import type { ActivationPrice, Board } from './board.ts'
import type { Divinity } from './catalogue.ts'
import { t, tOr } from './i18n.svelte.ts'
import type { ShownTable } from './shown-table.ts'
import { nameOf, titled } from './words.ts'

// What the Pantheon shows: its spaces, and what a city has of it.

/** A space of the Pantheon as it is now. */
export interface SpaceNow {
  space: number
  /** Whether a card lies there. */
  taken: boolean
  /** The card, if this viewer knows it. */
  card: string | undefined
  /** The mark of what lies there: its mythology, or `gate`. */
  mark: string | undefined
  /** The coins that each seat would pay, without offering tokens; of an empty space, what is printed there. */
  costs: Readonly<Record<Seat, number>>
}

/** All spaces, the cheapest for a seat first. */
export function spacesFor({ catalogue }: ShownTable, board: Board, seat: Seat): SpaceNow[] {
  const printed = catalogue.pantheon?.spaces ?? []
  return [...printed]
    .sort((a, b) => a.costs[seat]! - b.costs[seat]!)
    .map(({ space, costs }) => {
      const now = board.pantheon?.spaces[String(space)]
      return {
        space,
        taken: now !== undefined,
        card: now?.card,
        mark: now && (now.mythology ?? 'gate'),
        costs: now?.costs ?? { 0: costs[0]!, 1: costs[1]! },
      }
    })
}

export const mythologyName = (mythology: string): string => tOr(`mythology.${mythology}`, titled(mythology))

/** The name where it stands alone, with a capital: within a sentence, some languages write it small. */
export function mythologyTitle(mythology: string): string {
  const name = mythologyName(mythology)
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** What lies on a space, in words. */
export function spaceTitle({ catalogue }: ShownTable, { taken, card, mark }: SpaceNow): string {
  if (!taken) return t('space.empty')
  if (card !== undefined) return nameOf(catalogue, 'divinity', card)
  return t('space.face-down', { mythology: mythologyName(mark ?? '') })
}

/** What screen readers say of a space: what lies there, and what both players would pay. */
export function spaceLabel(table: ShownTable, now: SpaceNow): string {
  const seats = [table.below, table.above]
  const costs = seats.map((seat) =>
    t('space.cost-of', { name: seat === table.mine ? t('seat.you') : table.nameOf(seat), n: now.costs[seat] }),
  )
  return [t('space.name', { n: now.space }), spaceTitle(table, now), ...costs].join(', ')
}

/** What a city has of the Pantheon. */
export interface Goods {
  mythologies: { id: string; mythology: string }[]
  offerings: { id: string; discount: number }[]
  divinities: Divinity[]
  storedCoins: number
  snake: string | undefined
}

/** Null without the Pantheon. */
export function goodsOf({ catalogue }: ShownTable, board: Board, seat: Seat): Goods | null {
  const { pantheon } = catalogue
  if (!pantheon) return null
  const { mythologyTokens = {}, offeringTokens = {}, divinities = {}, storedCoins = 0, snake } = board.cities[seat]
  return {
    mythologies: pantheon.mythologyTokens.filter(({ id }) => mythologyTokens[id]),
    offerings: pantheon.offeringTokens.filter(({ id }) => offeringTokens[id]),
    divinities: Object.keys(divinities).flatMap((id) => catalogue.divinities.get(id) ?? []),
    storedCoins,
    snake,
  }
}

/** What an activation costs the player who is asked, by what is spent on it: `none`, or the discounts, as `2-3`. */
export const activationPrice = (
  board: Board | undefined,
  space: number,
  offerings: string,
): ActivationPrice | undefined => board?.prices?.divinities?.[String(space)]?.[offerings as 'none']
