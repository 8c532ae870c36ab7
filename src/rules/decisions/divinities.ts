import { DIVINITY_DRAW } from '../catalogue/constants.ts'
import type { DivinityId } from '../catalogue/index.ts'
import { boxOf } from '../catalogue/index.ts'
import type { Space } from '../catalogue/vocabulary.ts'
import { MYTHOLOGIES } from '../catalogue/vocabulary.ts'
import {
  activate,
  drawDivinities as draw,
  mythologyOfDivinity,
  placeDivinity as lay,
  returnDivinities as putBack,
  revealDivinities,
} from '../effects/divinities.ts'
import { push } from '../play.ts'
import type { MatchState } from '../state.ts'
import type { Automatic, Decision } from './decision.ts'
import { offerIfAny } from './decision.ts'

/** A Mythology token: its taker draws the top divinities of the deck (pantheon.md §4.1). */
export const drawDivinities: Automatic<'draw-divinities'> = {
  resolve(play, { seat, cause, mythology }) {
    const drawn = draw(play, mythology, DIVINITY_DRAW)
    if (drawn.length === 0) return void play.events.push({ type: 'step-skipped', seat, step: 'draw-divinities' })
    play.events.push({ type: 'divinities-drawn', seat, mythology, count: drawn.length, drawn: [...drawn] })
    push(play, { kind: 'place-divinity', seat, cause, mythology, drawn })
  },
}

const emptySpaces = ({ pantheon }: MatchState): Space[] =>
  pantheon!.spaces.flatMap((placed, index) => (placed === null ? [(index + 1) as Space] : []))

/** One of the drawn divinities is laid in the Pantheon, the other one back on its deck (pantheon.md §4.1). */
export const placeDivinity: Decision<'place-divinity', 'place-divinity'> = {
  asks: ['place-divinity'],
  offers: (state, { drawn }) => [{ type: 'place-divinity', divinity: drawn, space: emptySpaces(state) }],
  apply(play, { seat, drawn }, { divinity, space }) {
    lay(play, seat, divinity, space)
    putBack(play, without(drawn, divinity))
  },
}

/** The Gate: the top divinity of each deck is revealed (pantheon.md §5). */
export const revealDeckTops: Automatic<'reveal-deck-tops'> = {
  resolve(play, step) {
    revealDivinities(
      play,
      step,
      'gate',
      MYTHOLOGIES.flatMap((mythology) => draw(play, mythology, 1)),
    )
  },
}

/** The Divine Theater: all divinities of one deck are revealed (pantheon.md §1.6). */
export const chooseMythology: Decision<'choose-mythology', 'choose-mythology'> = {
  asks: ['choose-mythology'],
  offers: ({ pantheon }) =>
    offerIfAny({
      type: 'choose-mythology',
      mythology: MYTHOLOGIES.filter((mythology) => pantheon!.decks[mythology].length > 0),
    }),
  apply(play, step, { mythology }) {
    const { divinities } = boxOf(play.state.options)
    const deck = draw(play, mythology, divinities.length)
    // In the order of the catalogue, because the order of the deck is secret.
    revealDivinities(
      play,
      step,
      'divine-theater',
      divinities.filter((divinity) => deck.includes(divinity)),
    )
  },
}

/** One of the revealed divinities is activated for free; the others are returned afterwards (pantheon.md §3.5, R17). */
export const chooseDivinity: Decision<'choose-divinity', 'choose-divinity'> = {
  asks: ['choose-divinity'],
  offers: (_state, { revealed }) => offerIfAny({ type: 'choose-divinity', divinity: revealed }),
  apply(play, { seat, cause, by, revealed }, { divinity }) {
    push(play, { kind: 'return-divinities', seat, cause, revealed: without(revealed, divinity) })
    activate(play, seat, divinity, { from: by })
  },
}

/**
 * The revealed divinities go back face down on their decks. Of two that go on the same deck the seat chooses the one
 * that lies on top (pantheon.md §3.3).
 */
export const returnDivinities: Decision<'return-divinities', 'return-divinity'> = {
  asks: ['return-divinity'],
  offers: (_state, { revealed }) => offerIfAny({ type: 'return-divinity', divinity: revealed }),
  forced: (_state, { revealed }) =>
    revealed.length > 0 && !needOrder(revealed) ? { type: 'return-divinity', divinity: revealed[0]! } : undefined,
  apply(play, { seat, revealed }, { divinity: top }) {
    putBack(play, [...without(revealed, top), top])
    play.events.push({
      type: 'divinities-returned',
      seat,
      mythologies: revealed.map(mythologyOfDivinity),
      ...(needOrder(revealed) && { top }),
    })
  },
}

/** Whether two of some divinities go on the same deck. */
const needOrder = (divinities: readonly DivinityId[]): boolean =>
  new Set(divinities.map(mythologyOfDivinity)).size < divinities.length

const without = (divinities: readonly DivinityId[], gone: DivinityId): DivinityId[] =>
  divinities.filter((divinity) => divinity !== gone)
