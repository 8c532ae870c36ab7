import type { Color, Section } from './vocabulary.ts'

/**
 * A step that an effect makes its owner resolve, as the rows of the catalogue name it. On the stack of a match a step
 * also has a seat (`Step` in ../state.ts), and some steps carry what has happened to them so far.
 */
export type StepRow =
  // base.md §4.1
  | { kind: 'destroy-building'; color: Color }
  | { kind: 'revive' }
  | { kind: 'library' }
  | { kind: 'progress-token' }
  // agora.md §3.3
  | { kind: 'conspire' }
  | { kind: 'conspirator' }
  | { kind: 'senate'; section: Section; left: number }
  | { kind: 'place' }
  | { kind: 'move' }
  | { kind: 'remove' }
  | { kind: 'trigger-unprepared' }
  | { kind: 'move-decree' }
  | { kind: 'swap-buildings' }
  | { kind: 'take-building'; colors: readonly Color[] }
  | { kind: 'take-wonder' }
  | { kind: 'destroy-wonder' }
  | { kind: 'lock-token' }
  | { kind: 'construct-last-row' }
  | { kind: 'construct-removed' }
  | { kind: 'discard-available'; optional: boolean }
  | { kind: 'espionage' }
  // pantheon.md §3.3
  | { kind: 'choose-mythology' }
  | { kind: 'enki' }
  | { kind: 'place-snake' }
  | { kind: 'discard-any' }
  | { kind: 'deconstruct-wonder' }
  | { kind: 'construct-with-discarded' }
  | { kind: 'place-minerva' }
  | { kind: 'discard-military-token' }
  | { kind: 'apply-military-token' }
  // automatic
  | { kind: 'reveal-deck-tops' }
  | { kind: 'shields'; count: number }
  | { kind: 'take-half-coins' }
  | { kind: 'coins-per-cube' }
