import type { CardId, Deal, MatchState, Seat } from '../../../rules/index.ts'
import { accessibleSlots, CAPITAL, guildPoints, MILITARY_TOKENS, remembered } from '../../../rules/index.ts'
import type { CardRow } from './cards.ts'
import { rowOf } from './cards.ts'
import { AT } from './names.ts'

/** A building of the structure that lies face up. */
export interface Shown {
  row: CardRow
  /** The points of a guild at this moment. */
  guild: number
  isOpen: boolean
}

/** What lies in the structure and in later ages. Symbols are bits. */
export interface Board {
  /** Of the cards that can be taken now. */
  open: number
  /** Of the cards that lie face up. */
  visible: number
  /** Of all cards that are still to come. */
  toCome: number
  /** The most shields of a card that can be taken now. */
  shields: number
  /** Shields, and points of blue cards, of all cards that are still to come. */
  shieldsToCome: number
  blueToCome: number
  cardsLeft: number
  cardsOpen: number
  /** The buildings that lie face up: the first so many of a list that is used again for every position. */
  shown: readonly Shown[]
  shownCount: number
}

/** What the ages after each age bring: symbols as bits, shields, and points of blue cards. */
const broughtAfter = remembered((ages: Deal['ages']): readonly Brought[] => {
  const after: Brought[] = [NOTHING]
  for (const age of [3, 2, 1] as const) {
    const brought = { ...after[0]! }
    for (const card of ages[age].slots) {
      const row = rowOf(card)
      brought.symbols |= row.symbol
      brought.shields += row.shields
      brought.blue += row.blue
    }
    after.unshift(brought)
  }
  return after
})

interface Brought {
  symbols: number
  shields: number
  blue: number
}
const NOTHING: Brought = { symbols: 0, shields: 0, blue: 0 }

const rowsOf = remembered((cards: readonly CardId[]) => cards.map(rowOf))

/** The most cards of a structure. */
const MOST_SLOTS = 32

/** Boards of one position after the other, in the same place: a search makes one for every action of a leaf. */
export class Boards {
  readonly #shown = Array.from({ length: MOST_SLOTS }, (): Shown => ({
    row: rowOf('theater'),
    guild: 0,
    isOpen: false,
  }))
  readonly #board: Board = {
    open: 0,
    visible: 0,
    toCome: 0,
    shields: 0,
    shieldsToCome: 0,
    blueToCome: 0,
    cardsLeft: 0,
    cardsOpen: 0,
    shown: this.#shown,
    shownCount: 0,
  }

  /** What there is on the board for both seats, until the next call. */
  of(state: MatchState): Readonly<Board> {
    const { structure, faceUp, deal, age } = state
    const slots = accessibleSlots(state)
    const board = this.#board
    // The cards lie as they were dealt.
    const laid = deal.ages[age === 0 ? 1 : age].slots
    const rows = rowsOf(laid)
    let { symbols: toCome, shields: shieldsToCome, blue: blueToCome } = broughtAfter(deal.ages)[age]!
    let open = 0
    let visible = 0
    let shields = 0
    let cardsLeft = 0
    let count = 0
    let next = 0
    for (let slot = 0; slot < structure.length; slot++) {
      const card = structure[slot]!
      if (card === null) continue
      const row = card === laid[slot] ? rows[slot]! : rowOf(card)
      cardsLeft++
      toCome |= row.symbol
      shieldsToCome += row.shields
      blueToCome += row.blue
      const isOpen = slots[next] === slot
      if (isOpen) {
        next++
        open |= row.symbol
        if (row.shields > shields) shields = row.shields
      }
      if (!faceUp[slot]) continue
      visible |= row.symbol
      if (row.cost === null) continue
      const shown = this.#shown[count++]!
      shown.row = row
      shown.guild = row.guild === null ? 0 : guildPoints(state, row.guild)
      shown.isOpen = isOpen
    }
    board.open = open
    board.visible = visible
    board.toCome = toCome
    board.shields = shields
    board.shieldsToCome = shieldsToCome
    board.blueToCome = blueToCome
    board.cardsLeft = cardsLeft
    board.cardsOpen = slots.length
    board.shownCount = count
    return board
  }
}

/** Adds what the board offers to a seat, and where the seat stands on it. */
export function addBoard(
  row: Float64Array,
  state: MatchState,
  seat: Seat,
  { shields, shieldsToCome, blueToCome, cardsLeft, cardsOpen }: Board,
): void {
  const isToAct = state.toAct === seat
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
  for (const token of state.militaryTokens[seat]) {
    row[MILITARY_TOKENS[token].distance === 3 ? AT['tokens-3'] : AT['tokens-6']] = 1
  }
  if (isToAct) row[AT.tempo] = 1
  // Without extra turns, the seat to act takes the last card of an odd number.
  if (cardsLeft > 0 && isToAct === (cardsLeft % 2 === 1)) row[AT['last-card']] = 1
  row[AT['cards-left']] = cardsLeft
  row[AT['cards-open']] = cardsOpen
  row[AT['shields-to-come']] = shieldsToCome
  row[AT['blue-to-come']] = blueToCome
}
