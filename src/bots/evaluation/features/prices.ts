import type { BuildingId, MatchState, Seat } from '../../../rules/index.ts'
import { guildPoints, PriceList, spendable } from '../../../rules/index.ts'
import { isBuilding, rowOf, WONDER_ROWS } from './cards.ts'
import { AT } from './names.ts'

/** A building of the structure that lies face up. */
export interface Shown {
  id: BuildingId
  /** Its points at this moment, with those of a guild. */
  points: number
  guild: number
  coins: number
  /** The resources that it always produces, as bits. */
  resources: number
  isOpen: boolean
}

/** The buildings that lie face up. @param open the slots of those that can be taken now. */
export function shownOf(state: MatchState, open: readonly number[]): Shown[] {
  const { structure, faceUp } = state
  const shown: Shown[] = []
  for (let slot = 0; slot < structure.length; slot++) {
    const card = structure[slot]!
    if (card === null || !faceUp[slot] || !isBuilding(card)) continue
    const { points, coins, resources, guild } = rowOf(card)
    const ofGuild = guild === null ? 0 : guildPoints(state, guild)
    shown.push({ id: card, points: points + ofGuild, guild: ofGuild, coins, resources, isOpen: open.includes(slot) })
  }
  return shown
}

/**
 * Adds what the cards that lie face up and the wonders that are left mean to a seat at its prices.
 * @param produced the resources of the seat, as bits. @param wondersAllowed whether anyone can construct a wonder.
 */
export function addPrices(
  row: Float64Array,
  state: MatchState,
  seat: Seat,
  shown: readonly Shown[],
  { produced, wondersAllowed }: { produced: number; wondersAllowed: boolean },
): void {
  const prices = new PriceList(state, seat)
  const coins = spendable(state.cities[seat])
  for (const card of shown) {
    const price = prices.building(card.id)
    row[AT['shown-points']]! += card.points
    row[AT['shown-guilds']]! += card.guild
    row[AT['shown-prices']]! += price
    if (price === 0) row[AT['shown-free']]!++
    if (!card.isOpen) continue
    if (price > coins) {
      row[AT['open-dear']]!++
      continue
    }
    row[AT['open-affordable']]!++
    if (price === 0) row[AT['open-free']]!++
    row[AT['open-points']]! += card.points
    row[AT['open-best']] = Math.max(row[AT['open-best']]!, card.points)
    row[AT['open-coins']] = Math.max(row[AT['open-coins']]!, card.coins)
    if ((card.resources & ~produced) !== 0) row[AT['open-resources']]!++
  }
  if (!wondersAllowed) return
  let short = Infinity
  for (const { id, under } of state.cities[seat].wonders) {
    if (under !== null) continue
    const price = prices.wonder(id)
    row[AT['wonder-prices']]! += price
    row[AT['wonder-points']]! += WONDER_ROWS.get(id)!.points
    if (price <= coins) row[AT['wonders-affordable']]!++
    short = Math.min(short, Math.max(0, price - coins))
  }
  if (short < Infinity) row[AT['wonder-short']] = short
}
