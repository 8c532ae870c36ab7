import type { Deal, MatchState, Seat } from '../../../rules/index.ts'
import { accessibleSlots } from '../../../rules/index.ts'
import { countBits, rowOf, TOKEN_ROWS } from './cards.ts'
import type { Held } from './city.ts'
import { AT } from './names.ts'

/** Spaces from the centre of the military track to a capital, and different symbols for a victory (base.md §9). */
const CAPITAL = 9
const SYMBOLS_TO_WIN = 6

/** What lies in the structure and in later ages. Symbols are bits. */
export interface Board {
  /** Of the cards that can be taken now. */
  open: number
  /** Of the cards that lie face up. */
  shown: number
  /** Of all cards that are still to come. */
  toCome: number
  /** The most shields of a card that can be taken now. */
  shields: number
  cardsLeft: number
  /** The slots of the cards that can be taken now. */
  slots: readonly number[]
}

/** The symbols of the ages after each age. They are the same for all positions of a deal. */
const laterSymbols = new WeakMap<Deal, readonly number[]>()

function symbolsAfter(deal: Deal, age: number): number {
  let later = laterSymbols.get(deal)
  if (!later) {
    const of = (each: 1 | 2 | 3): number => deal.ages[each].slots.reduce((bits, card) => bits | rowOf(card).symbol, 0)
    const [first, second, third] = [of(1), of(2), of(3)]
    later = [first | second | third, second | third, third, 0]
    laterSymbols.set(deal, later)
  }
  return later[age]!
}

/** What there is on the board for both seats. */
export function boardOf(state: MatchState): Board {
  const { structure, faceUp, deal, age } = state
  const slots = accessibleSlots(state)
  const board = { open: 0, shown: 0, toCome: symbolsAfter(deal, age), shields: 0, cardsLeft: 0, slots }
  for (let slot = 0; slot < structure.length; slot++) {
    const card = structure[slot]!
    if (card === null) continue
    const { symbol } = rowOf(card)
    board.cardsLeft++
    board.toCome |= symbol
    if (faceUp[slot]) board.shown |= symbol
  }
  for (const slot of slots) {
    const { symbol, shields } = rowOf(structure[slot]!)
    board.open |= symbol
    if (shields > board.shields) board.shields = shields
  }
  return board
}

/** Adds what the board offers to a seat, and where the seat stands on it. */
export function addBoard(
  row: Float64Array,
  state: MatchState,
  seat: Seat,
  { once, twice }: Held,
  { open, shown, toCome, shields, cardsLeft, slots }: Board,
): void {
  const isToAct = state.toAct === seat
  const has = countBits(once)
  const lacks = ~once
  const science = has + 1 >= SYMBOLS_TO_WIN && (open & lacks) !== 0
  row[AT['symbols-open']] = countBits(open & lacks)
  row[AT['symbols-shown']] = countBits(shown & lacks)
  row[AT['symbols-to-come']] = countBits(toCome & lacks)
  if (has + countBits(toCome & lacks) >= SYMBOLS_TO_WIN) row[AT['science-possible']] = 1
  if (science) row[AT['science-open']] = 1
  if (science && isToAct) row[AT['science-next']] = 1
  if (state.boardTokens.length > 0) {
    row[AT['pairs-open']] = countBits(open & once & ~twice)
    row[AT['pairs-to-come']] = countBits(toCome & once & ~twice)
    for (const id of state.boardTokens) row[TOKEN_ROWS.get(id)!.open] = 1
  }
  const pawn = seat === 0 ? state.pawn : -state.pawn
  const push = shields === 0 ? 0 : shields + (state.cities[seat].tokens.includes('strategy') ? 1 : 0)
  row[AT['shields-open']] = push
  if (push > 0 && pawn + push >= CAPITAL) {
    row[AT['military-open']] = 1
    if (isToAct) row[AT['military-next']] = 1
  }
  row[AT.pawn] = pawn
  row[AT['pawn-ahead']] = Math.max(0, pawn)
  row[AT['pawn-3']] = Math.max(0, pawn - 2)
  row[AT['pawn-6']] = Math.max(0, pawn - 5)
  row[AT['pawn-8']] = Math.max(0, pawn - 7)
  if (isToAct) row[AT.tempo] = 1
  // Without extra turns, the seat to act takes the last card of an odd number.
  if (cardsLeft > 0 && isToAct === (cardsLeft % 2 === 1)) row[AT['last-card']] = 1
  row[AT['cards-left']] = cardsLeft
  row[AT['cards-open']] = slots.length
}
