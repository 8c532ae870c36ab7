import type { MatchState } from '../../../rules/index.ts'
import { remembered, SYMBOLS_TO_WIN, WONDERS } from '../../../rules/index.ts'
import type { Board } from './board.ts'
import { countBits, rowOf } from './cards.ts'
import type { Symbols } from './city.ts'
import { boardTokensOf } from './held.ts'
import { AT, indexOf } from './names.ts'

/** The features of the wonders that construct a discarded building, as own ones that can still be constructed. */
const REVIVERS_AT = Object.values(WONDERS).flatMap(({ id, onConstruct = [] }) =>
  onConstruct.some(({ kind }) => kind === 'revive') ? [indexOf('wonder-left', id)] : [],
)

/** The symbols of the discarded buildings, as bits. */
const symbolsOf = remembered((discardPile: MatchState['discardPile']) =>
  discardPile.reduce((symbols, card) => symbols | rowOf(card).symbol, 0),
)

/**
 * Adds how near a seat is to a victory by science (base.md §9): symbols of cards, a token that is one, which a pair of
 * symbols brings, and a discarded building. After the wonders of the seat.
 */
export function addScience(
  row: Float64Array,
  { boardTokens, discardPile }: MatchState,
  isToAct: boolean,
  { once, twice }: Symbols,
  { open, visible, toCome }: Board,
): void {
  const has = countBits(once)
  const lacks = ~once
  const single = boardTokens.length > 0 ? once & ~twice : 0
  const { features, symbols } = boardTokensOf(boardTokens)
  let discarded = 0
  for (const index of REVIVERS_AT) if (row[index] === 1) discarded = symbolsOf(discardPile)
  for (const index of features) row[index] = 1
  row[AT['symbols-open']] = countBits(open & lacks)
  row[AT['symbols-shown']] = countBits(visible & lacks)
  const lacking = countBits(toCome & lacks)
  row[AT['symbols-to-come']] = lacking
  row[AT['symbols-discarded']] = countBits(discarded & lacks)
  row[AT['pairs-open']] = countBits(open & single)
  row[AT['pairs-to-come']] = countBits(toCome & single)
  const pairs = (symbols & lacks) === 0 ? 0 : single
  const tokenOpen = (open & pairs) !== 0
  const tokenToCome = ((toCome | discarded) & pairs) !== 0
  if (tokenOpen) row[AT['token-symbol-open']] = 1
  if (tokenToCome) row[AT['token-symbol-to-come']] = 1
  const most = has + lacking + (discarded & lacks & ~toCome ? 1 : 0) + (tokenToCome ? 1 : 0)
  if (most >= SYMBOLS_TO_WIN) row[AT['science-possible']] = 1
  if (has + 1 < SYMBOLS_TO_WIN) return
  if ((discarded & (lacks | pairs)) !== 0) row[AT['science-discarded']] = 1
  if ((open & lacks) !== 0 || tokenOpen) {
    row[AT['science-open']] = 1
    if (isToAct) row[AT['science-next']] = 1
  }
}
