import type { StepRow } from './steps.ts'
import type { CostRow, Family } from './vocabulary.ts'

/** A wonder as printed (base.md §1.5, agora.md §1.6, pantheon.md §1.6). */
export interface WonderRow {
  id: string
  name: string
  cost: CostRow
  producesOneOf?: Family
  coins?: number
  /** Coins that the opponent loses, at most what they have. */
  opponentLoses?: number
  shields?: number
  playAgain?: boolean
  /** Coins that its owner's activations of divinities cost less. */
  activationDiscount?: number
  vp?: number
  /** The steps that its owner resolves after its construction, in order. */
  onConstruct?: readonly StepRow[]
  /** The steps that its owner resolves when it is picked in the draft. */
  onSelect?: readonly StepRow[]
}

export const BASE_WONDERS = [
  { id: 'pyramids', name: 'The Pyramids', cost: { stone: 3, papyrus: 1 }, vp: 9 },
  { id: 'colossus', name: 'The Colossus', cost: { clay: 3, glass: 1 }, shields: 2, vp: 3 },
  {
    id: 'great-lighthouse', name: 'The Great Lighthouse',
    cost: { wood: 1, stone: 1, papyrus: 2 }, producesOneOf: 'raw', vp: 4,
  },
  {
    id: 'temple-of-artemis', name: 'The Temple of Artemis',
    cost: { wood: 1, stone: 1, glass: 1, papyrus: 1 }, coins: 12, playAgain: true,
  },
  {
    id: 'mausoleum', name: 'The Mausoleum',
    cost: { clay: 2, glass: 2, papyrus: 1 }, vp: 2, onConstruct: [{ kind: 'revive' }],
  },
  {
    id: 'great-library', name: 'The Great Library',
    cost: { wood: 3, glass: 1, papyrus: 1 }, vp: 4, onConstruct: [{ kind: 'library' }],
  },
  {
    id: 'piraeus', name: 'Piraeus',
    cost: { wood: 2, clay: 1, stone: 1 }, producesOneOf: 'manufactured', playAgain: true, vp: 2,
  },
  {
    id: 'hanging-gardens', name: 'The Hanging Gardens',
    cost: { wood: 2, glass: 1, papyrus: 1 }, coins: 6, playAgain: true, vp: 3,
  },
  {
    id: 'statue-of-zeus', name: 'The Statue of Zeus',
    cost: { wood: 1, clay: 1, stone: 1, papyrus: 2 }, shields: 1, vp: 3,
    onConstruct: [{ kind: 'destroy-building', color: 'brown' }],
  },
  { id: 'sphinx', name: 'The Sphinx', cost: { clay: 1, stone: 1, glass: 2 }, playAgain: true, vp: 6 },
  {
    id: 'appian-way', name: 'The Appian Way',
    cost: { clay: 2, stone: 2, papyrus: 1 }, coins: 3, opponentLoses: 3, playAgain: true, vp: 3,
  },
  {
    id: 'circus-maximus', name: 'Circus Maximus', cost: { wood: 1, stone: 2, glass: 1 }, shields: 1, vp: 3,
    onConstruct: [{ kind: 'destroy-building', color: 'grey' }],
  },
] as const satisfies readonly WonderRow[]

export const AGORA_WONDERS = [
  {
    id: 'curia-julia', name: 'Curia Julia',
    cost: { wood: 1, clay: 1, stone: 1, glass: 1, papyrus: 1 }, coins: 6, playAgain: true,
    onSelect: [{ kind: 'conspire' }], onConstruct: [{ kind: 'trigger-unprepared' }],
  },
  {
    id: 'knossos', name: 'Knossos', cost: { wood: 1, clay: 1, stone: 1, glass: 2 }, vp: 3,
    onSelect: [{ kind: 'place' }], onConstruct: [{ kind: 'place' }, { kind: 'move' }],
  },
] as const satisfies readonly WonderRow[]

export const PANTHEON_WONDERS = [
  {
    id: 'sanctuary', name: 'The Sanctuary',
    cost: { stone: 2, glass: 1, papyrus: 1 }, playAgain: true, activationDiscount: 2,
  },
  {
    id: 'divine-theater', name: 'The Divine Theater',
    cost: { wood: 2, glass: 1, papyrus: 2 }, vp: 2, onConstruct: [{ kind: 'choose-mythology' }],
  },
] as const satisfies readonly WonderRow[]

/** The wonders of each seat in a first game, which has no draft (base.md §2). */
export const FIRST_GAME_WONDERS = [
  ['pyramids', 'great-lighthouse', 'temple-of-artemis', 'statue-of-zeus'],
  ['circus-maximus', 'piraeus', 'appian-way', 'colossus'],
] as const
