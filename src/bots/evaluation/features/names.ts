import { BUILDINGS, CONSPIRACY_CARDS, DECREE_CARDS, PANTHEON_CARDS, TOKENS, WONDERS } from '../../../rules/index.ts'

const PRODUCED = ['wood', 'clay', 'stone', 'glass', 'papyrus'] as const

/** Categories of points that are features as they are, and their sum with all others. */
const POINTS = [
  'blue', 'green', 'yellow', 'guilds', 'wonders', 'progress', 'senate', 'temples', 'divinities', 'total',
] as const

const CITY = [
  'coins', 'coins-below-4', 'resources', 'raw-choices', 'manufactured-choices', 'symbols', 'symbols-3', 'symbols-4',
  'symbols-5', 'chains', 'wonders-left', 'extra-turns-left', 'units-for-wonders', 'mythology-tokens',
  'offering-tokens', 'stored-coins',
] as const

/** Cards of each colour in the city. */
const COLORS = [...new Set(Object.values(BUILDINGS).map(({ color }) => color))]

/** What lies in the structure, and what is to come, as far as the sampled world says. */
const BOARD = [
  'symbols-open', 'symbols-shown', 'symbols-to-come', 'science-possible', 'science-open', 'science-next',
  'symbols-discarded', 'science-discarded', 'token-symbol-open', 'token-symbol-to-come',
  'pairs-open', 'pairs-to-come', 'shields-open', 'military-open', 'military-next', 'tempo', 'last-card', 'pawn',
  'pawn-ahead', 'pawn-3', 'pawn-6', 'pawn-8', 'cards-left', 'cards-open', 'wonders-built',
  'shields-to-come', 'blue-to-come', 'tokens-3', 'tokens-6',
] as const

/**
 * What the cards that lie face up and the wonders that are left mean to a seat at its prices: those that can be taken now
 * (`open`), and all (`shown`). A card is `dear` if the seat lacks the coins for it. Also what all cards
 * of Ages II and III come to for it (`later`), until they are laid out.
 */
const PRICES = [
  'open-affordable', 'open-free', 'open-dear', 'open-best', 'open-points', 'open-coins', 'open-resources',
  'shown-points', 'shown-prices', 'shown-free', 'shown-guilds',
  'wonder-prices', 'wonders-affordable', 'wonder-short', 'wonder-points', 'extra-turns-affordable', 'shown-affordable',
  'shields-affordable', 'later-prices-2', 'later-prices-3',
] as const

/**
 * With the Senate. A victory by politics takes as many cubes as the seat `needs` in all chambers, and is `near` below 5.
 * Also what the seat has `left` to do before the next turn, and whose turn (`next`) that is: the seat to act may be
 * in the middle of its actions, or act in the turn of the other one.
 */
const SENATE = [
  'cubes', 'chambers', 'chambers-4', 'chambers-5', 'conspiracies', 'prepared', 'politicians', 'conspirators',
  'politics-needs', 'politics-near',
  'place-left', 'move-left', 'remove-left', 'conspirator-left', 'steps-left', 'turn-next', 'extra-next', 'trigger-next',
] as const

/** The sections of the Senate: `senate-left` are the actions that a politician still has, by its section. */
export const SECTIONS = ['left', 'center', 'right'] as const

const SYMBOLS = [
  ...new Set([...Object.values(BUILDINGS), ...Object.values(TOKENS), ...Object.values(PANTHEON_CARDS)].flatMap(
    ({ science }) => science ?? [],
  )),
]

/** Parts of a match: each age before and after the half of its cards are taken. */
export const PHASES = 6

/** The names of all features of a seat. */
export const FEATURES: readonly string[] = [
  ...POINTS,
  ...CITY,
  ...BOARD,
  ...PRICES,
  ...SENATE,
  ...COLORS.map((color) => `cards:${color}`),
  ...PRODUCED.flatMap((resource) => [`produces:${resource}`, `fixed-price:${resource}`]),
  ...SYMBOLS.map((symbol) => `symbol:${symbol}`),
  ...Object.keys(TOKENS).flatMap((id) => [`token:${id}`, `token-open:${id}`]),
  ...Object.keys(WONDERS).flatMap((id) => [`wonder-left:${id}`, `wonder-payable:${id}`]),
  ...Object.keys(PANTHEON_CARDS).map((id) => `divinity:${id}`),
  ...Object.keys(DECREE_CARDS).flatMap((id) => [`decree:${id}`, `decree-free:${id}`]),
  ...Object.keys(CONSPIRACY_CARDS).flatMap((id) => [`conspiracy:${id}`, `prepared:${id}`]),
  ...SECTIONS.map((section) => `senate-left:${section}`),
  ...Array.from({ length: PHASES }, (_, phase) => `phase:${phase}`),
]

type Named = (typeof POINTS | typeof CITY | typeof BOARD | typeof PRICES | typeof SENATE)[number]

const INDEX = new Map(FEATURES.map((name, index) => [name, index]))

/** The index of each feature that is not one of a list of cards. */
export const AT = Object.fromEntries(
  [...POINTS, ...CITY, ...BOARD, ...PRICES, ...SENATE].map((name) => [name, INDEX.get(name)!]),
) as Readonly<Record<Named, number>>

/** The index of a feature of a list, such as `token:law`. */
export const indexOf = (list: string, id: string): number => INDEX.get(`${list}:${id}`)!
