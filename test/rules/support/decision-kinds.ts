/** Positions for every kind of decision, of the base game and of Agora (agora.md §3.3). */
import type { StepKind, TokenId } from '../../../src/rules/index.ts'
import type { AgoraDescription } from './agora.ts'
import { agora, agoraDraft, triggered } from './agora.ts'
import { chooseSlot, CONSPIRE, draft, place } from './agora-actions.ts'
import type { AgoraGame } from './agora-game.ts'
import { AGORA, BASE } from './data.ts'
import type { Game } from './game.ts'

/** Steps that resolve by themselves are no decisions. */
type Automatic =
  | 'begin'
  | 'library'
  | 'conspire'
  | 'shields'
  | 'take-half-coins'
  | 'coins-per-cube'
  | 'turn-up'
  | 'draw-divinities'
  | 'reveal-deck-tops'

/** The decisions of Pantheon. */
export type PantheonAsking =
  | 'place-divinity'
  | 'choose-mythology'
  | 'choose-divinity'
  | 'return-divinities'
  | 'enki'
  | 'place-snake'
  | 'discard-any'
  | 'deconstruct-wonder'
  | 'construct-with-discarded'
  | 'place-minerva'
  | 'discard-military-token'
  | 'apply-military-token'

type Asking = Exclude<StepKind, Automatic | PantheonAsking>

export interface Kind {
  /** A position in which it has just been skipped, or why there is always something to choose. */
  none: (() => Game) | string
  /** A position with as few choices as possible: one, or `fewest`. */
  few: () => Game
  fewest?: number
  many: () => Game
  choices: number
  optional?: true
  /** The step that the event names when it is skipped, if it is another one. */
  skippedAs?: StepKind
}

const TOKENS = [...BASE.progressTokens, ...AGORA.progressTokens].map(({ id }) => id) as readonly TokenId[]

/** A owns all progress tokens except `count` of them. */
const allTokensBut = (count: number, where: 'board' | 'box'): AgoraDescription => {
  const rest = TOKENS.slice(0, count)
  return {
    A: { coins: 20, tokens: TOKENS.slice(count), wonders: ['great-library'] },
    board: [],
    box: [],
    [where]: rest,
  }
}

/** As `allTokensBut`, but so that what is missing from the box lies on the board, or is the opponent's. */
const tokensInBox = (count: number): AgoraDescription => ({
  A: { coins: 20, wonders: ['great-library'] },
  B: { tokens: TOKENS.slice(count + 5) },
  board: TOKENS.slice(count, count + 5),
  box: TOKENS.slice(0, count),
})

const pair = (board: readonly TokenId[]): AgoraGame => {
  const others = TOKENS.filter((token) => !board.includes(token))
  return agora({
    age: 2,
    A: { owns: ['scriptorium'] },
    B: { tokens: others.slice(7) },
    board,
    box: others.slice(0, 7),
    accessible: ['library'],
  }).build('library')
}

const politician = (position: AgoraDescription): AgoraGame =>
  agora({ ...position, accessible: ['politician-left-1'] }).recruit('politician-left-1')
const conspirator = (position: AgoraDescription): AgoraGame =>
  agora({ ...position, accessible: ['conspirator-1'] }).recruit('conspirator-1')
const mausoleum = (discardPile: NonNullable<AgoraDescription['discardPile']>): AgoraGame =>
  agora({ A: { coins: 20, wonders: ['mausoleum'] }, discardPile }).wonder('mausoleum')
const curia = (unprepared: NonNullable<AgoraDescription['A']>['unprepared'] & object): AgoraGame =>
  agora({ A: { coins: 20, wonders: ['curia-julia'], unprepared } }).wonder('curia-julia')
const EVERYWHERE = { 1: '1-1', 2: '1-1', 3: '1-1', 4: '1-1', 5: '1-1', 6: '1-1' } as const

/** By kind of decision, positions in which it has nothing, little and much to choose. */
export const KINDS: Record<Asking, Kind> = {
  draft: {
    none: 'the last wonder of a group is assigned',
    few: () =>
      agoraDraft({ first: ['pyramids', 'colossus', 'sphinx', 'piraeus'] }).do(draft('pyramids'), draft('colossus')),
    fewest: 2,
    many: () => agoraDraft({ first: ['pyramids', 'colossus', 'sphinx', 'piraeus'] }),
    choices: 4,
  },
  turn: {
    none: () => triggered('property-fraud', { last: 'altar' }).act(chooseSlot(0)),
    few: () => agora({ A: { coins: 0, senators: ['conspirator-2'] }, last: 'conspirator-1' }),
    many: () =>
      agora({
        A: { coins: 99, unprepared: ['coup', 'treason'], prepared: ['sabotage'] },
        left: [0, 1, 2, 3, 4, 5, 6],
        at: { 3: 'altar', 4: 'conspirator-1', 5: 'baths', 6: 'press' },
      }),
    // A trigger, and for each of four cards: to take it, four wonders, two conspiracies, coins.
    choices: 1 + 4 * (1 + 4 + 2 + 1),
  },
  'first-player': {
    none: 'there are two players',
    few: () => agora({ last: 'altar' }).discard('altar'),
    fewest: 2,
    many: () => agora({ pawn: 3, last: 'walls' }).discard('walls'),
    choices: 2,
  },
  'progress-token': {
    none: () => pair([]),
    few: () => pair(['economy']),
    many: () => pair(['economy', 'law', 'masonry', 'theology', 'strategy']),
    choices: 5,
  },
  'library-choice': {
    none: () => agora(tokensInBox(0)).wonder('great-library'),
    skippedAs: 'library',
    few: () => agora(tokensInBox(1)).wonder('great-library'),
    many: () => agora(tokensInBox(7)).wonder('great-library'),
    choices: 3,
  },
  espionage: {
    none: () => triggered('espionage', tokensInBox(0)),
    few: () => triggered('espionage', tokensInBox(1)),
    many: () => triggered('espionage', tokensInBox(7)),
    choices: 7,
  },
  'lock-token': {
    none: () => triggered('obscurantism', allTokensBut(0, 'board')),
    few: () => triggered('obscurantism', allTokensBut(1, 'box')),
    many: () => triggered('obscurantism', { B: { tokens: ['law'] } }),
    choices: 12,
  },
  'destroy-building': {
    none: () => triggered('expropriation', { A: { owns: ['altar'] }, B: { owns: ['tavern'] } }),
    few: () => triggered('swindle', { B: { owns: ['altar', 'tavern'] } }),
    many: () =>
      triggered('expropriation', {
        age: 3,
        B: { owns: ['altar', 'theater', 'baths', 'temple', 'palace', 'tavern', 'senate'] },
      }),
    choices: 6,
  },
  revive: {
    none: () => mausoleum([]),
    few: () => mausoleum(['conspirator-1']),
    many: () => mausoleum(['conspirator-1', 'altar', 'press', 'politician-left-1', 'stable', 'baths', 'theater']),
    choices: 7,
  },
  'construct-last-row': {
    none: () => triggered('property-fraud', { age: 3, at: { 0: 'conspirator-1', 1: 'conspirator-2' } }),
    few: () => triggered('property-fraud', { age: 3, at: { 0: 'conspirator-1', 1: 'palace' } }),
    many: () => triggered('property-fraud', { age: 2 }),
    choices: 7,
  },
  'construct-removed': {
    none: 'three cards are removed in Age I already, and there is one Treason',
    few: () => triggered('treason'),
    fewest: 3,
    many: () => triggered('treason', { age: 3 }),
    choices: 9,
  },
  'take-building': {
    none: () => triggered('foreclosure', { B: { owns: ['altar'] } }),
    few: () => triggered('foreclosure', { B: { owns: ['altar', 'press'] } }),
    many: () =>
      triggered('foreclosure', {
        age: 2,
        B: { owns: ['altar', 'press', 'quarry', 'clay-pool', 'drying-room', 'sawmill'] },
      }),
    choices: 5,
  },
  'swap-buildings': {
    none: () => triggered('coercion', { A: { owns: ['altar', 'tavern'] }, B: { owns: ['workshop', 'wood-reserve'] } }),
    few: () => triggered('coercion', { A: { owns: ['altar', 'tavern'] }, B: { owns: ['baths', 'wood-reserve'] } }),
    many: () =>
      triggered('coercion', {
        A: { owns: ['altar', 'theater', 'workshop', 'pharmacist'] },
        B: { owns: ['baths', 'apothecary', 'scriptorium'] },
      }),
    choices: 2 + 4,
  },
  'take-wonder': {
    none: () => triggered('extortion', { B: { constructed: ['pyramids', 'sphinx', 'colossus', 'piraeus'] } }),
    few: () => triggered('extortion', { B: { constructed: ['pyramids', 'sphinx', 'colossus'], wonders: ['piraeus'] } }),
    many: () => triggered('extortion', { B: { wonders: ['pyramids', 'sphinx', 'colossus', 'piraeus'] } }),
    choices: 4,
  },
  'destroy-wonder': {
    none: () => triggered('sabotage'),
    few: () => triggered('sabotage', { B: { constructed: ['pyramids'] } }),
    many: () => triggered('sabotage', { B: { constructed: ['pyramids', 'sphinx', 'colossus', 'piraeus'] } }),
    choices: 4,
  },
  senate: {
    none: 'each of twelve cubes can be placed or moved',
    few: () => politician({ cubes: { 1: '12-0' } }),
    many: () => politician({ cubes: EVERYWHERE }),
    choices: 2 + 10,
    optional: true,
  },
  place: {
    none: () => triggered('political-maneuver', { cubes: { 1: '12-0' } }),
    few: () => triggered('political-maneuver'),
    fewest: 6,
    many: () => triggered('political-maneuver', { cubes: EVERYWHERE }),
    choices: 6,
  },
  move: {
    none: () => triggered('blackmail', { cubes: { 1: '0-3' } }),
    few: () => triggered('blackmail', { cubes: { 6: '4-0' } }),
    many: () => triggered('blackmail', { cubes: EVERYWHERE }),
    choices: 10,
    optional: true,
  },
  remove: {
    none: () => triggered('political-maneuver', { cubes: { 1: '1-0' } }).act(place(1)),
    few: () => triggered('political-maneuver', { cubes: { 5: '0-1' } }).act(place(1)),
    many: () => triggered('political-maneuver', { cubes: { ...EVERYWHERE, 5: '1-2' } }).act(place(5)),
    choices: 6,
  },
  'move-decree': {
    none: 'six decrees lie in the Senate, and any of them can go to five other chambers',
    few: () => triggered('insider-influence'),
    fewest: 30,
    many: () => triggered('insider-influence', { cubes: EVERYWHERE }),
    choices: 30,
  },
  conspirator: {
    none: 'the deck has at least five cards',
    few: () => conspirator({ cubes: { 1: '12-0' } }),
    many: () => conspirator({}),
    choices: 7,
  },
  'keep-conspiracy': {
    none: 'the deck has at least five cards',
    few: () => conspirator({}).act(CONSPIRE),
    fewest: 4,
    many: () => conspirator({ cubes: { 1: '12-0' } }).act(CONSPIRE),
    choices: 4,
  },
  'trigger-unprepared': {
    none: () => curia([]),
    few: () => curia(['sabotage']),
    many: () => curia(['sabotage', 'coup', 'treason', 'espionage', 'extortion']),
    choices: 5,
    optional: true,
  },
  'discard-available': {
    none: () => triggered('turn-of-events', { last: 'altar' }).act(chooseSlot(0)),
    few: () => triggered('turn-of-events', { left: [0, 1] }).act(chooseSlot(0)),
    many: () =>
      triggered('turn-of-events', { left: Array.from({ length: 24 }, (_, slot) => slot) }).act(chooseSlot(20)),
    choices: 5,
    optional: true,
  },
}
