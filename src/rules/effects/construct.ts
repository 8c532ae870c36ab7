import type { BuildingRow, Guild } from '../catalogue/buildings.ts'
import { MAX_WONDERS } from '../catalogue/constants.ts'
import type { BuildingId, CardId, WonderId } from '../catalogue/index.ts'
import { BUILDINGS, TOKENS, WONDERS } from '../catalogue/index.ts'
import type { Color } from '../catalogue/vocabulary.ts'
import { countBuildings, countConstructed, decreesOf, has, sumOf, tokensOf, unconstructed } from '../city.ts'
import type { Play } from '../play.ts'
import { push, stepsOf } from '../play.ts'
import type { Price } from '../price/types.ts'
import type { Seat } from '../seat.ts'
import { other } from '../seat.ts'
import type { MatchState } from '../state.ts'
import { gainCoins, loseCoins, pay, withStored } from './coins.ts'
import { pushPawn } from './military.ts'
import { pairSteps } from './science.ts'

/** Where a building that is constructed comes from. */
export type Origin = { from: 'structure'; slot: number } | { from: 'discard' | 'box' }

/**
 * Constructs a building that is already taken from its origin (base.md §4.3, agora.md §3.6): payment, then its effects,
 * then the decrees on its colour. Pushes the steps that follow.
 */
export function constructBuilding(play: Play, seat: Seat, building: BuildingId, origin: Origin, price: Price): void {
  const { state, events } = play
  const city = state.cities[seat]
  const row = BUILDINGS[building]

  const paid = pay(play, seat, price.total)
  city.buildings = [...city.buildings, building]
  events.push(withStored({ type: 'building-constructed', seat, building, ...origin, price }, paid))
  payTrade(play, seat, price)
  if (row.coins) gainCoins(play, seat, row.coins, 'building')
  const military = pushPawn(play, seat, shieldsOf(state, seat, row))
  const pair = pairSteps(state, seat, row.science, { kind: 'building', id: building })
  if (price.chained)
    gainCoins(
      play,
      seat,
      sumOf(tokensOf(city), (token) => token.coinsPerChain),
      'urbanism',
    )
  gainCoins(play, seat, coinsPer(state, seat, row), 'building')
  payCoinDecrees(play, row.color)
  push(play, ...military, ...pair)
}

/** The price of a construction that is free, but not through a chain. */
export const FREE: Readonly<Price> = Object.freeze({ total: 0, trade: 0, chained: false })

/**
 * Where the card comes from with which a wonder is constructed: from a slot of the structure or from the discard pile.
 */
export type CardOrigin = { slot: number } | { from: 'discard' }

/** Constructs a wonder with a card that is already taken from its origin (base.md §4.3, agora.md §3.6). */
export function constructWonder(
  play: Play,
  seat: Seat,
  wonder: WonderId,
  origin: CardOrigin,
  card: CardId,
  price: Price,
): void {
  const { state, events } = play
  const city = state.cities[seat]
  const row = WONDERS[wonder]

  const paid = pay(play, seat, price.total)
  city.wonders = city.wonders.map((owned) => (owned.id === wonder ? { id: wonder, under: card } : owned))
  events.push(withStored({ type: 'wonder-constructed', seat, wonder, ...origin, card, price }, paid))
  removeLastWonder(play)
  payTrade(play, seat, price)
  if (row.coins) gainCoins(play, seat, row.coins, 'wonder')
  const military = pushPawn(play, seat, row.shields ?? 0)
  if (row.playAgain || city.tokens.some((id) => TOKENS[id].wondersPlayAgain)) state.extraTurn = true
  if (row.opponentLoses) loseCoins(play, other(seat), row.opponentLoses, 'wonder')
  payCoinDecrees(play, 'wonder')
  push(play, ...stepsOf(row.onConstruct, seat, { kind: 'wonder', id: wonder }), ...military)
}

/** If seven wonders are constructed, the unconstructed ones leave the game (base.md §4.4, agora.md §5.9). */
function removeLastWonder({ state, events }: Play): void {
  if (countConstructed(state.cities[0]) + countConstructed(state.cities[1]) < MAX_WONDERS) return
  for (const seat of [0, 1] as const) {
    const city = state.cities[seat]
    for (const wonder of unconstructed(city)) events.push({ type: 'wonder-removed', seat, wonder })
    city.wonders = city.wonders.filter(({ under }) => under !== null)
  }
}

/** An opponent with Economy receives the coins that were paid for resources (base.md §5.4). */
function payTrade(play: Play, seat: Seat, { trade }: Price): void {
  const opponent = other(seat)
  if (has(tokensOf(play.state.cities[opponent]), 'receivesTrade')) gainCoins(play, opponent, trade, 'economy')
}

/** The shields of a building that a seat constructs, with those of its tokens. */
export function shieldsOf(state: MatchState, seat: Seat, { color, shields }: BuildingRow): number {
  if (!shields) return 0
  return (
    shields +
    sumOf(tokensOf(state.cities[seat]), ({ extraShield }) => (extraShield?.of === color ? extraShield.shields : 0))
  )
}

/** Coins for what the city has, the new building included, and for what a guild counts (base.md §8). */
function coinsPer(state: MatchState, seat: Seat, { coinsPer, guild }: BuildingRow): number {
  const city = state.cities[seat]
  let coins = 0
  if (coinsPer) {
    const counted =
      coinsPer.what === 'constructed-wonder' ? countConstructed(city) : countBuildings(city, coinsPer.what)
    coins += coinsPer.amount * counted
  }
  if (guild && guild.coins > 0) coins += guild.coins * guildCount(state, guild)
  return coins
}

/** The number that a guild counts, in the city that has more. */
export function guildCount(state: Pick<MatchState, 'cities'>, { count }: Guild): number {
  const first = state.cities[0]
  const second = state.cities[1]
  if (count === 'coins') return Math.max(first.coins, second.coins)
  if (count === 'constructed-wonders') return Math.max(countConstructed(first), countConstructed(second))
  return Math.max(countBuildings(first, ...count), countBuildings(second, ...count))
}

/** The controller of the decree on what was constructed gains as many coins as the age's number (agora.md §4.8). */
function payCoinDecrees(play: Play, constructed: Color | 'wonder'): void {
  for (const seat of [0, 1] as const) {
    for (const { coinsOn } of decreesOf(play.state, seat)) {
      if (coinsOn === constructed) gainCoins(play, seat, play.state.age, 'decree')
    }
  }
}
