import type { Cost, MatchState, Seat } from '../../../rules/index.ts'
import { AGE_DECKS, buildingCost, builtOf, priceListOf, spendable } from '../../../rules/index.ts'
import type { Board } from './board.ts'
import { wondersOf } from './held.ts'
import { AT } from './names.ts'

/** The costs of all cards of later ages; guilds are none, because only some of them are in a game. */
const LATER: readonly (readonly [age: number, feature: number, costs: readonly Cost[]])[] = [
  [2, AT['later-prices-2'], AGE_DECKS[2].map(buildingCost)],
  [3, AT['later-prices-3'], AGE_DECKS[3].map(buildingCost)],
]

/**
 * Adds what the cards that lie face up and the wonders that are left mean to a seat at its prices.
 * @param wondersAllowed whether anyone can construct a wonder.
 */
export function addPrices(
  row: Float64Array,
  state: MatchState,
  seat: Seat,
  { shown, shownCount }: Board,
  wondersAllowed: boolean,
): void {
  const prices = priceListOf(state, seat)
  const city = state.cities[seat]
  const coins = spendable(city)
  let lacking = 0
  const { produced } = builtOf(city.buildings)
  for (let resource = 0; resource < produced.length; resource++) if (produced[resource] === 0) lacking |= 1 << resource
  let points = 0
  let guilds = 0
  let sum = 0
  let free = 0
  let dear = 0
  let payableShown = 0
  let shields = 0
  let affordable = 0
  let openFree = 0
  let openPoints = 0
  let best = 0
  let income = 0
  let resources = 0
  for (let at = 0; at < shownCount; at++) {
    const { row: card, guild, isOpen } = shown[at]!
    const price = prices.total(card.cost!)
    const worth = card.points + guild
    points += worth
    guilds += guild
    sum += price
    if (price === 0) free++
    if (price <= coins) payableShown++
    if (!isOpen) continue
    if (price > coins) {
      dear++
      continue
    }
    affordable++
    if (card.shields > shields) shields = card.shields
    if (price === 0) openFree++
    openPoints += worth
    if (worth > best) best = worth
    if (card.coins > income) income = card.coins
    if ((card.resources & lacking) !== 0) resources++
  }
  row[AT['shown-points']] = points
  row[AT['shown-guilds']] = guilds
  row[AT['shown-prices']] = sum
  row[AT['shown-free']] = free
  row[AT['shown-affordable']] = payableShown
  row[AT['shields-affordable']] = shields
  row[AT['open-dear']] = dear
  row[AT['open-affordable']] = affordable
  row[AT['open-free']] = openFree
  row[AT['open-points']] = openPoints
  row[AT['open-best']] = best
  row[AT['open-coins']] = income
  row[AT['open-resources']] = resources
  for (const [age, feature, costs] of LATER) if (state.age < age) row[feature] = prices.sumOf(costs)
  if (!wondersAllowed) return
  const { left } = wondersOf(city.wonders)
  let short = Infinity
  let all = 0
  let worth = 0
  let payable = 0
  let extraTurns = 0
  for (const wonder of left) {
    const price = prices.total(wonder.cost)
    all += price
    worth += wonder.points
    if (price <= coins) {
      payable++
      row[wonder.payable] = 1
      if (wonder.playAgain) extraTurns++
    }
    short = Math.min(short, Math.max(0, price - coins))
  }
  row[AT['wonder-prices']] = all
  row[AT['wonder-points']] = worth
  row[AT['wonders-affordable']] = payable
  row[AT['extra-turns-affordable']] = extraTurns
  if (short < Infinity) row[AT['wonder-short']] = short
}
