import type { BuildingRow } from '../../src/rules/catalogue/buildings.ts'
import { AGE_I, AGE_II, AGE_III, GUILDS } from '../../src/rules/catalogue/buildings.ts'
import * as constants from '../../src/rules/catalogue/constants.ts'
import type { MilitaryTokenRow } from '../../src/rules/catalogue/military.ts'
import { BASE_MILITARY_TOKENS, CAPITAL, TRACK_VP } from '../../src/rules/catalogue/military.ts'
import type { TokenRow } from '../../src/rules/catalogue/tokens.ts'
import { BASE_TOKENS } from '../../src/rules/catalogue/tokens.ts'
import { COLORS, SCIENCE_SYMBOLS } from '../../src/rules/catalogue/vocabulary.ts'
import type { WonderRow } from '../../src/rules/catalogue/wonders.ts'
import { BASE_WONDERS, FIRST_GAME_WONDERS } from '../../src/rules/catalogue/wonders.ts'
import type { MatchOptions } from '../../src/rules/index.ts'
import type { Tables } from './fill.ts'
import { code, table } from './fill.ts'
import { layout } from './layouts.ts'
import { buildingEffect, cost, militaryEffect, tokenEffect, wonderEffect } from './phrases.ts'

const OPTIONS: MatchOptions = { agora: false, pantheon: false, wonders: 'draft', tiedPawn: 'chooses' }

const DECKS: Readonly<Record<string, readonly BuildingRow[]>> = {
  'Age I': AGE_I,
  'Age II': AGE_II,
  'Age III': AGE_III,
  guilds: GUILDS,
}

/** The cards of each age that are in the structure. The others go into the box unseen. */
export const AGE_CARDS_IN_PLAY = {
  1: AGE_I.length - constants.REMOVED_PER_AGE,
  2: AGE_II.length - constants.REMOVED_PER_AGE,
  3: AGE_III.length - constants.REMOVED_PER_AGE,
} as const

const ALL: readonly BuildingRow[] = Object.values(DECKS).flat()

const buildings = (rows: readonly BuildingRow[]): string =>
  table(
    ['card', 'id', 'colour', 'cost', 'effect', 'VP', 'gives chain', 'free with'],
    rows.map((row) => [
      row.name,
      code(row.id),
      row.color,
      cost(row.cost),
      buildingEffect(row),
      row.vp ?? 0,
      row.givesChain ?? '',
      row.freeWith ?? '',
    ]),
  )

export const wonderTable = (rows: readonly WonderRow[]): string =>
  table(
    ['wonder', 'id', 'cost', 'effect', 'VP'],
    rows.map((row) => [row.name, code(row.id), cost(row.cost), wonderEffect(row), row.vp ?? 0]),
  )

export const tokenTable = (rows: readonly TokenRow[]): string =>
  table(
    ['token', 'id', 'effect', 'VP'],
    rows.map((row) => [row.name, code(row.id), tokenEffect(row), row.vp ?? 0]),
  )

/** By distance of the pawn from the centre: what lies there, and what it is worth. */
export const militaryTable = (tokens: readonly MilitaryTokenRow[]): string =>
  table(
    ['distance from the centre', 'token, once', 'VP at the end'],
    TRACK_VP.map((vp, distance) => {
      const token = tokens.find((row) => row.distance === distance)
      const acts = token ? `${code(token.id)}: ${militaryEffect(token)}` : ''
      return [distance, acts, distance === CAPITAL ? 'the capital: the match is won' : vp]
    }),
  )

const guilds = (): string =>
  table(
    ['guild', 'id', 'cost', 'effect'],
    GUILDS.map((row) => [row.name, code(row.id), cost(row.cost), buildingEffect(row)]),
  )

const scienceSymbols = (): string =>
  table(
    ['symbol', 'on'],
    SCIENCE_SYMBOLS.map((symbol) => {
      const all: readonly { id: string; science?: string }[] = [...ALL, ...(BASE_TOKENS as readonly TokenRow[])]
      return [
        code(symbol),
        all
          .filter(({ science }) => science === symbol)
          .map(({ id }) => code(id))
          .join(', '),
      ]
    }),
  )

const chains = (): string =>
  table(
    ['chain', 'given by', 'makes free', 'colour'],
    ALL.filter(({ givesChain }) => givesChain !== undefined).map(({ id, color, givesChain }) => {
      const free = ALL.filter(({ freeWith }) => freeWith === givesChain)
      return [givesChain!, code(id), free.map((row) => code(row.id)).join(', '), color]
    }),
  )

const counts = (): string =>
  table(
    ['', ...COLORS, 'all'],
    Object.entries(DECKS).map(([deck, rows]) => [
      deck,
      ...COLORS.map((color) => rows.filter((row) => row.color === color).length),
      rows.length,
    ]),
  )

const sums = (): string => {
  const vp = (rows: readonly BuildingRow[], wanted: string): number =>
    rows.reduce((sum, { color, vp: points }) => sum + (color === wanted ? (points ?? 0) : 0), 0)
  return table(
    ['', 'VP blue', 'VP green', 'VP yellow', 'shields', 'printed coins in costs'],
    Object.entries(DECKS).map(([deck, rows]) => [
      deck,
      vp(rows, 'blue'),
      vp(rows, 'green'),
      vp(rows, 'yellow'),
      rows.reduce((sum, { shields }) => sum + (shields ?? 0), 0),
      rows.reduce((sum, { cost: { coins } }) => sum + (coins ?? 0), 0),
    ]),
  )
}

const numbers = (): string =>
  table(
    ['number', ''],
    [
      ['coins of each player at the start', constants.START_COINS],
      ['coins for a discarded card, before yellow buildings', constants.DISCARD_COINS],
      ['coins for a missing unit, before what the opponent produces', constants.TRADE_PRICE],
      ['coins for one VP at the end', constants.COINS_PER_VP],
      ['different science symbols that win', constants.SYMBOLS_TO_WIN],
      ['wonders that can be constructed in a match', constants.MAX_WONDERS],
      ['progress tokens on the board', constants.BOARD_TOKENS],
      ['progress tokens that The Great Library draws', constants.LIBRARY_DRAW],
      ['cards removed from each age', constants.REMOVED_PER_AGE],
      ['guilds in play', constants.GUILDS_IN_PLAY],
      ['wonders in a group of the draft', constants.WONDERS_PER_GROUP],
      ['buildings that exist', ALL.length],
    ],
  )

const firstGame = (): string =>
  table(
    ['player', 'wonders'],
    FIRST_GAME_WONDERS.map((ids, seat) => [seat === 0 ? 'first' : 'second', ids.map(code).join(', ')]),
  )

export const BASE_TABLES: Tables = {
  numbers,
  'age-1': () => buildings(AGE_I),
  'age-2': () => buildings(AGE_II),
  'age-3': () => buildings(AGE_III),
  guilds,
  wonders: () => wonderTable(BASE_WONDERS),
  'progress-tokens': () => tokenTable(BASE_TOKENS),
  'science-symbols': scienceSymbols,
  chains,
  counts,
  sums,
  'first-game-wonders': firstGame,
  'layout-1': () => layout(OPTIONS, 1),
  'layout-2': () => layout(OPTIONS, 2),
  'layout-3': () => layout(OPTIONS, 3),
  military: () => militaryTable(BASE_MILITARY_TOKENS),
}
