import type { MatchEvent as KnownEvent } from '@curia/client'
import type { Sequence, Sound } from './sounds/plan.ts'
import type { MatchEvent, Step } from './steps.ts'

// How each kind of event moves, and what is heard of it: one table, so that a new kind is not forgotten.

/** What moves of an event. How each of them does is in table/motion/. */
export type Motion =
  /** A card rises, flies to its city and lands. */
  | 'take'
  /** A card turns over and slides to the discard pile. */
  | 'discard'
  /** A card slides under a wonder, which is filled from the ground. */
  | 'build'
  /** A wonder, a token, a divinity or a slip goes from where it lay to where it lies. */
  | 'move'
  /** Something that lies face down turns up. */
  | 'turn-up'
  /** Coins fly to the bank, or from there. */
  | 'pay'
  | 'earn'
  /** The pawn goes step by step. */
  | 'march'
  /** A plate tips over and flies away. */
  | 'loot'
  /** A cube drops into a chamber, or rises from it. */
  | 'drop'
  | 'lift'
  /** The rim of a chamber is drawn in the colour of who controls it. */
  | 'control'
  /** A slip is torn open. */
  | 'tear'
  /** Six niches turn, one after the other. */
  | 'open-pantheon'
  /** The arrow turns: the same player again. Or the lamp brightens: it is the turn of this player. */
  | 'next-turn'
  /** The cards of an age are dealt. */
  | 'deal'
  /** Nothing moves: what it is about fades in, if it is on the table. */
  | 'none'

export interface Choreography {
  readonly motion: Motion
  readonly sounds: readonly (Sound | Sequence)[]
}

const as = (motion: Motion, ...sounds: (Sound | Sequence)[]): Choreography => ({ motion, sounds })

/** Every kind of event that there is. */
export const CHOREOGRAPHIES: Readonly<Record<KnownEvent['type'], Choreography>> = {
  'wonder-drafted': as('move', 'card'),
  'wonders-revealed': as('none', 'flip'),
  'age-began': as('deal', 'flip', 'card'),
  'age-ended': as('none'),
  'first-player-chosen': as('none', 'wood'),
  // The turn itself is told by whoever is in turn.
  'turn-began': as('next-turn'),
  'card-revealed': as('turn-up', 'flip'),
  'building-constructed': as('take', 'card'),
  'card-discarded': as('discard', 'card'),
  'wonder-constructed': as('build', 'card', 'stone'),
  'wonder-removed': as('none', 'stone'),
  'coins-gained': as('earn', 'coin'),
  'coins-lost': as('pay', 'coin'),
  'pawn-moved': as('march', 'pawn'),
  'military-token-taken': as('loot', 'wood'),
  'military-token-discarded': as('loot', 'wood'),
  'progress-token-taken': as('move', 'chime'),
  'progress-token-locked': as('move', 'wood'),
  'library-drawn': as('none', 'flip'),
  'building-destroyed': as('move', 'card'),
  'step-skipped': as('none'),
  declined: as('none'),
  'match-ended': as('none'),

  'senator-recruited': as('take', 'card'),
  'influence-placed': as('drop', 'wood'),
  'influence-moved': as('drop', 'wood'),
  'influence-removed': as('lift', 'wood'),
  'control-changed': as('control', 'control'),
  'decree-revealed': as('turn-up', 'flip'),
  'decree-moved': as('turn-up', 'flip'),
  'conspiracies-drawn': as('none', 'flip'),
  'conspiracy-kept': as('none', 'card'),
  'conspiracy-prepared': as('take', 'card'),
  'conspiracy-triggered': as('tear', 'flip'),
  'building-taken': as('move', 'card'),
  'buildings-swapped': as('move', 'card'),
  'wonder-taken': as('move', 'stone'),
  'wonder-destroyed': as('none', 'stone'),

  'mythology-token-taken': as('move', 'coin'),
  'offering-token-taken': as('move', 'coin'),
  'token-discarded': as('none', 'card'),
  'divinities-drawn': as('none', 'flip'),
  'divinity-placed': as('turn-up', 'wood'),
  'pantheon-revealed': as('open-pantheon', 'flip'),
  'enki-revealed': as('none', 'flip'),
  'enki-returned': as('none', 'flip'),
  'divinity-activated': as('move', 'chime'),
  'divinities-revealed': as('none', 'flip'),
  'divinities-returned': as('none', 'card'),
  'coins-stored': as('earn', 'coin'),
  'snake-placed': as('none', 'wood'),
  'snake-removed': as('none', 'wood'),
  'minerva-placed': as('none', 'wood'),
  'minerva-removed': as('none', 'wood'),
  'wonder-undone': as('none', 'stone'),

  // What happens outside the game has its own notices.
  'draw-offered': as('none'),
  'draw-accepted': as('none'),
  'draw-declined': as('none'),
  'time-given': as('none'),
  'time-given-back': as('none'),
  'time-ran-out': as('none'),
  resigned: as('none'),
  aborted: as('none'),
  annulled: as('none'),
  'absence-claimed': as('none'),
}

/** How an event moves; one that is newer than the page does not. */
export const choreographyOf = ({ type }: MatchEvent): Choreography =>
  (CHOREOGRAPHIES as Readonly<Record<string, Choreography>>)[type] ?? as('none')

/** One event after the other is heard in this time, ms. */
const APART_MS = 110

/** What is heard of some steps, and when (ms): each sound once, in the order of the events; each step of the pawn. */
export function heardOf(steps: readonly Step[]): { sound: Sound | Sequence; after: number }[] {
  const events = steps.flatMap((step) => step.events)
  const sounds = [...new Set(events.flatMap((event) => choreographyOf(event).sounds))]
  const marched = events.find(({ type }) => type === 'pawn-moved')
  const hops = marched ? Math.abs(Number(marched.to) - Number(marched.from)) : 0
  return sounds.flatMap((sound, index) =>
    Array.from({ length: sound === 'pawn' ? Math.max(1, hops) : 1 }, (_, step) => ({
      sound,
      after: index * APART_MS + step * HOP_MS,
    })),
  )
}
/** A step of the pawn, ms: as long as the page shows it. */
const HOP_MS = 90
