import type { CardId, MatchState, Seat } from '../../src/rules/index.ts'
import {
  accessibleSlots,
  AGE_DECKS,
  buildingCost,
  BUILDINGS,
  guildPoints,
  MILITARY_TOKENS,
  PANTHEON_CARDS,
  priceListOf,
  score,
  spendable,
  TOKENS,
  WONDERS,
} from '../../src/rules/index.ts'
import { explain } from '../../src/rules/index.ts'

type Building = (typeof BUILDINGS)[keyof typeof BUILDINGS]
const SYMBOLS = 6
const CAPITAL = 9
const MOST_WONDERS = 7

const buildingOf = (card: CardId): Building | undefined => BUILDINGS[card as keyof typeof BUILDINGS]
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
const different = (symbols: readonly string[]): string[] => [...new Set(symbols)]

/** The science symbols that a city has, as often as it has them. */
function symbolsOf({ buildings, tokens, pantheon }: MatchState['cities'][0]): string[] {
  const rows = [
    ...buildings.map((id) => BUILDINGS[id]),
    ...tokens.map((id) => TOKENS[id]),
    ...(pantheon ? pantheon.divinities.map((id) => PANTHEON_CARDS[id]) : []),
    ...(pantheon?.snake ? [BUILDINGS[pantheon.snake]] : []),
  ]
  return rows.flatMap(({ science }) => science ?? [])
}

/**
 * The features of a seat by their names, as plainly as they can be said: nothing is remembered, and every price is
 * explained. Features that are left out are 0.
 */
export function plainFeatures(state: MatchState, seat: Seat): Record<string, number> {
  const found: Record<string, number> = {}
  const add = (name: string, by = 1): void => void (found[name] = (found[name] ?? 0) + by)
  const when = (name: string, is: boolean): void => (is ? add(name) : undefined)
  const { age, structure, faceUp, deal, cities, boardTokens, discardPile, senate } = state
  const [city, opponent] = [cities[seat], cities[seat === 0 ? 1 : 0]]
  const isToAct = state.toAct === seat

  for (const [name, value] of Object.entries<number>({ ...score(state)[seat] })) {
    if (name !== 'coins' && name !== 'military') add(name, value)
  }

  const symbols = symbolsOf(city)
  const own = different(symbols)
  const once = own.filter((symbol) => symbols.filter((each) => each === symbol).length === 1)
  for (const id of city.buildings) {
    const { color, produces = {}, producesOneOf, fixedPrice = [], givesChain } = BUILDINGS[id]
    add(`cards:${color}`)
    for (const [resource, units] of Object.entries(produces)) add(`produces:${resource}`, units)
    for (const resource of fixedPrice) add(`fixed-price:${resource}`)
    if (producesOneOf) add(`${producesOneOf}-choices`)
    const freed = Object.values(BUILDINGS).find(({ freeWith }) => givesChain !== undefined && freeWith === givesChain)
    const gone: readonly string[] = [...city.buildings, ...opponent.buildings, ...discardPile]
    if (freed) when('chains', !gone.includes(freed.id))
  }
  for (const id of city.tokens) add(`token:${id}`)
  for (const id of city.pantheon?.divinities ?? []) add(`divinity:${id}`)
  for (const symbol of own) add(`symbol:${symbol}`)
  add('symbols', own.length)
  for (const count of [3, 4, 5]) when(`symbols-${count}`, own.length >= count)
  add('coins', city.coins)
  add('coins-below-4', Math.max(0, 4 - city.coins))
  add('mythology-tokens', city.pantheon?.mythologyTokens.length ?? 0)
  add('offering-tokens', city.pantheon?.offeringTokens.length ?? 0)
  add('stored-coins', city.pantheon?.storedCoins ?? 0)
  add('resources', Object.keys(found).filter((name) => name.startsWith('produces:')).length)

  const built = cities.flatMap(({ wonders }) => wonders.filter(({ under }) => under !== null)).length
  const left =
    built < MOST_WONDERS ? city.wonders.filter(({ under }) => under === null).map(({ id }) => WONDERS[id]) : []
  for (const { id, under } of city.wonders) {
    const choice = under === null ? undefined : WONDERS[id].producesOneOf
    if (choice) add(`${choice}-choices`)
  }
  for (const { id, playAgain, cost } of left) {
    add(`wonder-left:${id}`)
    add('wonders-left')
    when('extra-turns-left', playAgain === true)
    const lacking = Object.entries(cost).map(([resource, units]) =>
      resource === 'coins' ? 0 : Math.max(0, units - (found[`produces:${resource}`] ?? 0)),
    )
    add('units-for-wonders', sum(lacking))
  }
  add('wonders-built', built)
  for (const id of state.militaryTokens[seat]) add(`tokens-${MILITARY_TOKENS[id].distance}`)

  const slots = accessibleSlots(state)
  const cards = structure.flatMap((id, slot) =>
    id === null ? [] : [{ id, slot, row: buildingOf(id), isShown: faceUp[slot]!, isOpen: slots.includes(slot) }],
  )
  const later = ([1, 2, 3] as const).filter((each) => each > age).flatMap((each) => deal.ages[each].slots)
  const symbolsIn = (ids: readonly CardId[]): string[] => different(ids.flatMap((id) => buildingOf(id)?.science ?? []))
  const [open, shown, toCome] = [
    symbolsIn(cards.filter(({ isOpen }) => isOpen).map(({ id }) => id)),
    symbolsIn(cards.filter(({ isShown }) => isShown).map(({ id }) => id)),
    symbolsIn([...cards.map(({ id }) => id), ...later]),
  ]
  const lacks = (list: readonly string[]): number => list.filter((symbol) => !own.includes(symbol)).length
  const pairs = (list: readonly string[]): number => list.filter((symbol) => once.includes(symbol)).length
  const ahead = [...cards.map(({ id }) => id), ...later].flatMap((id) => buildingOf(id) ?? [])
  add('shields-to-come', sum(ahead.map(({ shields = 0 }) => shields)))
  add('blue-to-come', sum(ahead.map(({ color, vp = 0 }) => (color === 'blue' ? vp : 0))))
  add('symbols-open', lacks(open))
  add('symbols-shown', lacks(shown))
  add('symbols-to-come', lacks(toCome))
  const revives = left.some(({ id }) => id === 'mausoleum')
  const discarded = revives ? symbolsIn(discardPile) : []
  add('symbols-discarded', lacks(discarded))
  if (boardTokens.length > 0) {
    add('pairs-open', pairs(open))
    add('pairs-to-come', pairs(toCome))
    for (const id of boardTokens) add(`token-open:${id}`)
  }
  const isToken = boardTokens.includes('law') && !own.includes(TOKENS.law.science!)
  const bringsToken = (list: readonly string[]): boolean => isToken && pairs(list) > 0
  const isTokenToCome = bringsToken(toCome) || bringsToken(discarded)
  when('token-symbol-open', bringsToken(open))
  when('token-symbol-to-come', isTokenToCome)
  const alone = lacks(discarded.filter((symbol) => !toCome.includes(symbol))) > 0
  when('science-possible', own.length + lacks(toCome) + Number(alone) + Number(isTokenToCome) >= SYMBOLS)
  const wins = (list: readonly string[]): boolean => own.length + 1 >= SYMBOLS && (lacks(list) > 0 || bringsToken(list))
  when('science-open', wins(open))
  when('science-next', wins(open) && isToAct)
  when('science-discarded', wins(discarded))
  const shields = Math.max(0, ...cards.map(({ row, isOpen }) => (isOpen ? (row?.shields ?? 0) : 0)))
  const push = shields === 0 ? 0 : shields + (city.tokens.includes('strategy') ? 1 : 0)
  const pawn = seat === 0 ? state.pawn : -state.pawn
  add('shields-open', push)
  when('military-open', push > 0 && pawn + push >= CAPITAL)
  when('military-next', push > 0 && pawn + push >= CAPITAL && isToAct)
  add('pawn', pawn)
  add('pawn-ahead', Math.max(0, pawn))
  for (const space of [3, 6, 8]) add(`pawn-${space}`, Math.max(0, pawn - space + 1))
  when('tempo', isToAct)
  when('last-card', cards.length > 0 && isToAct === (cards.length % 2 === 1))
  add('cards-left', cards.length)
  add('cards-open', slots.length)
  add(`phase:${age === 0 ? 0 : 2 * (age - 1) + (2 * cards.length <= structure.length ? 1 : 0)}`)

  const quotes = explain(state, seat).quotes[seat]
  const coins = spendable(city)
  const prices = priceListOf(state, seat)
  for (const later of [2, 3] as const) {
    if (age < later) add(`later-prices-${later}`, sum(AGE_DECKS[later].map((id) => prices.sumOf([buildingCost(id)]))))
  }
  let [best, income, payableShields] = [0, 0, 0]
  for (const { row, slot, isShown, isOpen } of cards) {
    if (!row || !isShown) continue
    const { total } = quotes.slots![slot]!
    const guild = row.guild ? guildPoints(state, row.guild) : 0
    const worth = (row.vp ?? 0) + guild
    add('shown-points', worth)
    add('shown-guilds', guild)
    add('shown-prices', total)
    when('shown-free', total === 0)
    when('shown-affordable', total <= coins)
    if (!isOpen) continue
    when('open-dear', total > coins)
    if (total > coins) continue
    add('open-affordable')
    payableShields = Math.max(payableShields, row.shields ?? 0)
    when('open-free', total === 0)
    add('open-points', worth)
    best = Math.max(best, worth)
    income = Math.max(income, row.coins ?? 0)
    when(
      'open-resources',
      Object.keys(row.produces ?? {}).some((resource) => !found[`produces:${resource}`]),
    )
  }
  add('open-best', best)
  add('open-coins', income)
  add('shields-affordable', payableShields)
  const ofWonders = left.map(({ id }) => quotes.wonders![id as keyof typeof WONDERS]!.total)
  add('wonder-prices', sum(ofWonders))
  add('wonder-points', sum(left.map(({ vp = 0 }) => vp)))
  const payable = left.filter((_, wonder) => ofWonders[wonder]! <= coins)
  add('wonders-affordable', payable.length)
  add('extra-turns-affordable', payable.filter(({ playAgain }) => playAgain === true).length)
  for (const { id } of payable) add(`wonder-payable:${id}`)
  if (ofWonders.length > 0) add('wonder-short', Math.max(0, Math.min(...ofWonders) - coins))

  if (!senate) return found
  const { stack, turnOf, extraTurn, mayTrigger } = state
  const otherSeat = seat === 0 ? 1 : 0
  const chambers = senate.cubes.filter((cubes) => cubes[seat] > cubes[otherSeat]).length
  for (const [chamber, laid] of senate.decrees.entries()) {
    const lead = senate.cubes[chamber]![seat] - senate.cubes[chamber]![otherSeat]
    for (const { id, faceUp } of laid) {
      when(`decree:${id}`, lead > 0)
      when(`decree-free:${id}`, lead === 0 && faceUp)
    }
  }
  const needs = sum(senate.cubes.map((cubes) => Math.max(0, cubes[otherSeat] + 1 - cubes[seat])))
  add('politics-needs', needs)
  add('politics-near', Math.max(0, 5 - needs))
  add('cubes', sum(senate.cubes.map((cubes) => cubes[seat])))
  add('chambers', chambers)
  for (const count of [4, 5]) when(`chambers-${count}`, chambers >= count)
  const inState = (wanted: string): number => city.conspiracies.filter(({ state: is }) => is === wanted).length
  add('conspiracies', inState('unprepared'))
  add('prepared', inState('prepared'))
  for (const { id, state: is } of city.conspiracies) {
    when(`conspiracy:${id}`, is === 'unprepared')
    when(`prepared:${id}`, is === 'prepared')
  }
  for (const step of stack.filter((each) => each.seat === seat)) {
    if (step.kind === 'senate') add(`senate-left:${step.section}`, step.left)
    else if (['place', 'move', 'remove'].includes(step.kind)) add(`${step.kind}-left`)
    else if (['conspirator', 'conspire', 'keep-conspiracy'].includes(step.kind)) add('conspirator-left')
    else when('steps-left', !['turn', 'turn-up', 'begin'].includes(step.kind))
  }
  const isOpen = stack.some(({ kind }) => kind === 'turn')
  const nextTurn = isOpen || extraTurn ? turnOf : turnOf === 0 ? 1 : 0
  when('turn-next', nextTurn === seat)
  when('extra-next', extraTurn && turnOf === seat)
  when('trigger-next', nextTurn === seat && inState('prepared') > 0 && (mayTrigger || !isOpen))
  add('politicians', city.senators.filter((id) => id.startsWith('politician')).length)
  add('conspirators', city.senators.filter((id) => !id.startsWith('politician')).length)
  return found
}
