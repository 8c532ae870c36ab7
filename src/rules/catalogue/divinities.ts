import { ENKI_TOKENS } from './constants.ts'
import type { StepRow } from './steps.ts'
import type { Mythology, ScienceSymbol, Space } from './vocabulary.ts'

/** A card of the Pantheon (pantheon.md §1.2, §1.3): what it does when it is activated. */
export interface DivinityRow {
  id: string
  name: string
  /** Absent for the Gate, which belongs to no mythology and no deck. */
  mythology?: Mythology
  /** The cost of its space is multiplied by this. */
  costFactor?: number
  /** Progress tokens of the box that are laid on it when it is turned up or revealed. */
  tokensOnReveal?: number
  /** Coins of the bank, gained at its activation. */
  coins?: number
  /** Coins of the bank, laid on the card at its activation. Each one left at the end is worth `vpPerStoredCoin`. */
  storedCoins?: number
  vpPerStoredCoin?: number
  science?: ScienceSymbol
  vp?: number
  /** The steps that its owner resolves after its activation, in order. */
  steps?: readonly StepRow[]
}

/** pantheon.md §1.2 */
export const DIVINITIES = [
  { id: 'enki', name: 'Enki', mythology: 'mesopotamian', tokensOnReveal: ENKI_TOKENS, steps: [{ kind: 'enki' }] },
  { id: 'ishtar', name: 'Ishtar', mythology: 'mesopotamian', science: 'scales' },
  { id: 'nisaba', name: 'Nisaba', mythology: 'mesopotamian', steps: [{ kind: 'place-snake' }] },
  { id: 'astarte', name: 'Astarte', mythology: 'phoenician', storedCoins: 7, vpPerStoredCoin: 1 },
  {
    id: 'baal', name: 'Baal', mythology: 'phoenician',
    steps: [{ kind: 'take-building', colors: ['brown', 'grey'] }],
  },
  { id: 'tanit', name: 'Tanit', mythology: 'phoenician', coins: 12 },
  { id: 'aphrodite', name: 'Aphrodite', mythology: 'greek', vp: 9 },
  { id: 'hades', name: 'Hades', mythology: 'greek', steps: [{ kind: 'revive' }] },
  { id: 'zeus', name: 'Zeus', mythology: 'greek', steps: [{ kind: 'discard-any' }] },
  { id: 'anubis', name: 'Anubis', mythology: 'egyptian', steps: [{ kind: 'deconstruct-wonder' }] },
  { id: 'isis', name: 'Isis', mythology: 'egyptian', steps: [{ kind: 'construct-with-discarded' }] },
  { id: 'ra', name: 'Ra', mythology: 'egyptian', steps: [{ kind: 'take-wonder' }] },
  { id: 'mars', name: 'Mars', mythology: 'roman', steps: [{ kind: 'shields', count: 2 }] },
  { id: 'minerva', name: 'Minerva', mythology: 'roman', steps: [{ kind: 'place-minerva' }] },
  {
    id: 'neptune', name: 'Neptune', mythology: 'roman',
    steps: [{ kind: 'discard-military-token' }, { kind: 'apply-military-token' }],
  },
] as const satisfies readonly DivinityRow[]

/** pantheon.md §1.3 */
export const GATE = {
  id: 'gate', name: 'Gate', costFactor: 2, steps: [{ kind: 'reveal-deck-tops' }],
} as const satisfies DivinityRow

/** The spaces of the Pantheon: what an activation costs each seat there (pantheon.md §1.4). */
export const PANTHEON_SPACES = [
  { space: 1, costs: [3, 8] },
  { space: 2, costs: [4, 7] },
  { space: 3, costs: [5, 6] },
  { space: 4, costs: [6, 5] },
  { space: 5, costs: [7, 4] },
  { space: 6, costs: [8, 3] },
] as const satisfies readonly { space: Space; costs: readonly [number, number] }[]
