/** Positions for every kind of decision of Pantheon (pantheon.md §3.3). */
import type { Kind, PantheonAsking } from './decision-kinds.ts'
import type { PantheonDescription } from './pantheon.ts'
import { activated, pantheon } from './pantheon.ts'
import { chooseDivinity, chooseMilitary, chooseMythology } from './pantheon-actions.ts'
import type { PantheonGame } from './pantheon-game.ts'

const ALL = Array.from({ length: 20 }, (_, slot) => slot)
const GREEK = ['hades', 'zeus', 'aphrodite'] as const

/** The token on slot 9 of Age I is taken by A. */
const tokenTaken = (position: PantheonDescription): PantheonGame =>
  pantheon({
    age: 1,
    left: ALL.filter((slot) => slot !== 14),
    tokensAt: { 9: 'mythology-greek-1' },
    ...position,
  }).act({ type: 'discard-card', slot: 15 })

const theater = (position: PantheonDescription = {}): PantheonGame =>
  pantheon({ ...position, A: { coins: 40, wonders: ['divine-theater'] } }).wonder('divine-theater')

/** Military tokens on the track, and Neptune activated. */
const neptune = (
  ...militaryTokens: [readonly ('loot-2' | 'loot-5')[], readonly ('loot-2' | 'loot-5')[]]
): PantheonGame => {
  const game = pantheon({ A: { coins: 3 }, spaces: { 1: 'neptune' } })
  return game.with({ ...game.state, militaryTokens }).activate(1)
}

const FOUR_CONSTRUCTED = ['pyramids', 'sphinx', 'colossus', 'piraeus'] as const

export const PANTHEON_KINDS: Record<PantheonAsking, Kind> = {
  'place-divinity': {
    none: 'there are six spaces and at most five tokens',
    few: () =>
      tokenTaken({ spaces: { 1: 'enki', 2: 'tanit', 3: 'mars', 4: 'ra', 5: 'baal' }, decks: { greek: ['zeus'] } }),
    many: () => tokenTaken({ decks: { greek: GREEK } }),
    choices: 2 * 6,
  },
  'choose-mythology': {
    none: () => theater({ decks: { mesopotamian: [], phoenician: [], greek: [], egyptian: [], roman: [] } }),
    few: () => theater({ decks: { mesopotamian: [], phoenician: [], greek: ['zeus'], egyptian: [], roman: [] } }),
    many: () => theater(),
    choices: 5,
  },
  'choose-divinity': {
    none: () => activated('gate', { decks: { mesopotamian: [], phoenician: [], greek: [], egyptian: [], roman: [] } }),
    few: () => theater({ decks: { greek: ['zeus'] } }).act(chooseMythology('greek')),
    many: () => activated('gate'),
    choices: 5,
  },
  'return-divinities': {
    none: () => theater({ decks: { greek: ['aphrodite'] } }).do(chooseMythology('greek'), chooseDivinity('aphrodite')),
    few: () => theater({ decks: { greek: GREEK } }).do(chooseMythology('greek'), chooseDivinity('aphrodite')),
    fewest: 2,
    many: () => theater({ decks: { greek: GREEK } }).do(chooseMythology('greek'), chooseDivinity('aphrodite')),
    choices: 2,
  },
  enki: {
    none: () => activated('enki'),
    few: () => activated('enki', { enki: ['law'] }),
    many: () => activated('enki', { enki: ['law', 'masonry'] }),
    choices: 2,
  },
  'place-snake': {
    none: () => activated('nisaba', { A: { owns: ['library'] }, B: { owns: ['altar'] } }),
    few: () => activated('nisaba', { B: { owns: ['altar', 'library'] } }),
    many: () => activated('nisaba', { B: { owns: ['library', 'school', 'scriptorium', 'workshop', 'pharmacist'] } }),
    choices: 5,
  },
  'discard-any': {
    none: 'an activation leaves at least one card in the structure',
    few: () => activated('zeus', { last: 'walls' }),
    many: () => activated('zeus'),
    choices: 20,
  },
  'deconstruct-wonder': {
    none: () => activated('anubis'),
    few: () => activated('anubis', { B: { constructed: ['pyramids'] } }),
    many: () => activated('anubis', { A: { constructed: FOUR_CONSTRUCTED }, B: { constructed: ['mausoleum'] } }),
    choices: 5,
  },
  'construct-with-discarded': {
    none: () => activated('isis'),
    few: () =>
      activated('isis', {
        A: { constructed: FOUR_CONSTRUCTED.slice(1), wonders: ['pyramids'] },
        discardPile: ['altar'],
      }),
    many: () => activated('isis', { A: { wonders: FOUR_CONSTRUCTED }, discardPile: ['altar', 'baths', 'press'] }),
    choices: 4 * 3,
  },
  'place-minerva': {
    none: 'the track has 19 spaces',
    few: () => activated('minerva'),
    fewest: 19,
    many: () => activated('minerva', { pawn: 3 }),
    choices: 19,
  },
  'discard-military-token': {
    none: () => neptune([], []),
    few: () => neptune(['loot-5'], []),
    many: () => neptune(['loot-2', 'loot-5'], ['loot-2', 'loot-5']),
    choices: 4,
  },
  'apply-military-token': {
    none: () => neptune(['loot-5'], []).act(chooseMilitary('0/loot-5')),
    few: () => neptune(['loot-5'], ['loot-2']).act(chooseMilitary('0/loot-5')),
    many: () => neptune(['loot-2', 'loot-5'], ['loot-2', 'loot-5']).act(chooseMilitary('0/loot-5')),
    choices: 3,
  },
}
