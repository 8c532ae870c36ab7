import { BUILDINGS, PANTHEON_CARDS, TOKENS, WONDERS, score } from '../../rules/index.ts'
import type { BuildingId, MatchState, Seat } from '../../rules/index.ts'

type City = MatchState['cities'][0]

/** Categories of points that are features as they are. Coins and the pawn have features of their own. */
const POINTS = ['blue', 'green', 'yellow', 'guilds', 'wonders', 'progress', 'senate', 'temples', 'divinities'] as const

const COUNTS = [
  'coins', 'coins-below-4', 'raw', 'manufactured', 'resources', 'choices', 'fixed-prices', 'symbols', 'symbols-4',
  'symbols-5', 'pawn', 'pawn-3', 'pawn-6', 'chains', 'wonders-left', 'extra-turns-left', 'tempo', 'cubes', 'chambers',
  'chambers-4', 'chambers-5', 'conspiracies', 'prepared', 'politicians', 'conspirators', 'mythology-tokens',
  'offering-tokens', 'stored-coins',
] as const

/** All features of a position, by name; each is the difference between the seats. */
export const FEATURES: readonly string[] = [
  ...POINTS,
  ...COUNTS,
  ...Object.keys(TOKENS).map((id) => `token:${id}`),
  ...Object.keys(WONDERS).map((id) => `wonder-left:${id}`),
  ...Object.keys(PANTHEON_CARDS).map((id) => `divinity:${id}`),
]

const INDEX = new Map(FEATURES.map((name, index) => [name, index]))
const at = (name: (typeof POINTS)[number] | (typeof COUNTS)[number]): number => INDEX.get(name)!
const AT = Object.fromEntries([...POINTS, ...COUNTS].map((name) => [name, at(name)])) as Record<
  (typeof POINTS)[number] | (typeof COUNTS)[number],
  number
>
const indexOf = (prefix: string, id: string): number => INDEX.get(`${prefix}:${id}`)!

/** Parts of a match that have weights of their own: each age before and after the half of its cards are taken. */
export const PHASES = 6

/** The phase of a position, from 0. */
export function phaseOf({ age, structure }: MatchState): number {
  if (age === 0) return 0
  let left = 0
  for (const card of structure) if (card !== null) left++
  return 2 * (age - 1) + (left * 2 <= structure.length ? 1 : 0)
}

/** The building that each chain symbol makes free. */
const FREED = new Map<string, BuildingId>(
  Object.values(BUILDINGS).flatMap(({ id, freeWith }) => (freeWith ? [[freeWith, id as BuildingId] as const] : [])),
)

const RAW: ReadonlySet<string> = new Set(['wood', 'clay', 'stone'])
/** Of all constructed wonders of a match (base.md §6). */
const MOST_WONDERS = 7

/** The features of a position, in the order of `FEATURES`: those of seat 0 less those of seat 1. */
export function featuresOf(state: MatchState): Float64Array {
  const features = new Float64Array(FEATURES.length)
  const points = score(state)
  const built = new Set<string>([...state.cities[0].buildings, ...state.cities[1].buildings, ...state.discardPile])
  const constructed = state.cities.flatMap(({ wonders }) => wonders.filter(({ under }) => under !== null)).length
  for (const seat of [0, 1] as const) {
    const sign = seat === 0 ? 1 : -1
    for (const name of POINTS) features[AT[name]]! += sign * points[seat][name]
    addCity(features, state.cities[seat], sign, built, constructed < MOST_WONDERS)
    if (state.senate) addSenate(features, state, seat, sign)
  }
  features[AT.pawn] = state.pawn
  features[AT['pawn-3']] = beyond(state.pawn, 3)
  features[AT['pawn-6']] = beyond(state.pawn, 6)
  features[AT.tempo] = state.toAct === 0 ? 1 : -1
  return features
}

const beyond = (pawn: number, space: number): number => Math.sign(pawn) * Math.max(0, Math.abs(pawn) - space + 1)

function addCity(
  features: Float64Array,
  city: City,
  sign: number,
  built: ReadonlySet<string>,
  wondersAllowed: boolean,
): void {
  const add = (index: number, amount: number): void => void (features[index]! += sign * amount)
  const resources = new Set<string>()
  const symbols = new Set<string>()
  for (const id of city.buildings) {
    const { produces, producesOneOf, fixedPrice, science, givesChain } = BUILDINGS[id]
    for (const resource in produces) {
      resources.add(resource)
      add(RAW.has(resource) ? AT.raw : AT.manufactured, produces[resource as 'wood']!)
    }
    if (producesOneOf) add(AT.choices, 1)
    if (fixedPrice) add(AT['fixed-prices'], fixedPrice.length)
    if (science) symbols.add(science)
    if (givesChain && !built.has(FREED.get(givesChain)!)) add(AT.chains, 1)
  }
  for (const id of city.tokens) {
    const { science } = TOKENS[id]
    if (science) symbols.add(science)
    add(indexOf('token', id), 1)
  }
  for (const { id, under } of city.wonders) {
    const { producesOneOf, playAgain } = WONDERS[id]
    if (under !== null) {
      if (producesOneOf) add(AT.choices, 1)
    } else if (wondersAllowed) {
      add(AT['wonders-left'], 1)
      add(indexOf('wonder-left', id), 1)
      if (playAgain) add(AT['extra-turns-left'], 1)
    }
  }
  if (city.pantheon) addPantheon(add, city.pantheon, symbols)
  add(AT.coins, city.coins)
  add(AT['coins-below-4'], Math.max(0, 4 - city.coins))
  add(AT.resources, resources.size)
  add(AT.symbols, symbols.size)
  if (symbols.size >= 4) add(AT['symbols-4'], 1)
  if (symbols.size >= 5) add(AT['symbols-5'], 1)
}

function addPantheon(
  add: (index: number, amount: number) => void,
  { divinities, mythologyTokens, offeringTokens, storedCoins, snake }: NonNullable<City['pantheon']>,
  symbols: Set<string>,
): void {
  for (const id of divinities) {
    const { science } = PANTHEON_CARDS[id]
    if (science) symbols.add(science)
    add(indexOf('divinity', id), 1)
  }
  if (snake !== null) symbols.add(BUILDINGS[snake].science!)
  add(AT['mythology-tokens'], mythologyTokens.length)
  add(AT['offering-tokens'], offeringTokens.length)
  add(AT['stored-coins'], storedCoins)
}

function addSenate(features: Float64Array, { senate, cities }: MatchState, seat: Seat, sign: number): void {
  const add = (index: number, amount: number): void => void (features[index]! += sign * amount)
  const chambers = senate!.cubes.filter((cubes) => cubes[seat] > cubes[seat === 0 ? 1 : 0]).length
  const { conspiracies, senators } = cities[seat]
  const politicians = senators.filter((id) => id.startsWith('politician')).length
  for (const cubes of senate!.cubes) add(AT.cubes, cubes[seat])
  add(AT.chambers, chambers)
  if (chambers >= 4) add(AT['chambers-4'], 1)
  if (chambers >= 5) add(AT['chambers-5'], 1)
  for (const { state } of conspiracies) {
    if (state !== 'triggered') add(state === 'prepared' ? AT.prepared : AT.conspiracies, 1)
  }
  add(AT.politicians, politicians)
  add(AT.conspirators, senators.length - politicians)
}
