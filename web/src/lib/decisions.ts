/** How the page lets a player decide. */
export interface Decided {
  /**
   * Where the options are picked: on the table, also on the smallest one (`table`) or only on those that have room
   * (`roomy-table`); or as buttons of the dock, because they lie nowhere on the table or mean nothing there.
   */
  on: 'table' | 'roomy-table' | 'buttons'
  /** A field that every table shows in its place, however small, whatever else has buttons. */
  inPlace?: 'space' | 'card'
  /** The actions have two fields that mean nothing without each other: each action is one button. */
  isWhole?: true
  /** The part of the table that is looked at meanwhile. */
  looksAt?: 'senate' | 'tokens' | 'discard-pile'
}

/** The decisions that the page knows, by their kind. Those that are newer than the page have buttons. */
export const DECISIONS = {
  draft: { on: 'table' },
  turn: { on: 'roomy-table' },
  'first-player': { on: 'buttons' },

  'progress-token': { on: 'roomy-table', looksAt: 'tokens' },
  'library-choice': { on: 'buttons' },
  'destroy-building': { on: 'roomy-table' },
  revive: { on: 'roomy-table', looksAt: 'discard-pile' },

  senate: { on: 'roomy-table', looksAt: 'senate' },
  place: { on: 'roomy-table', looksAt: 'senate' },
  move: { on: 'roomy-table', looksAt: 'senate' },
  remove: { on: 'roomy-table', looksAt: 'senate' },
  'move-decree': { on: 'roomy-table', looksAt: 'senate' },
  conspirator: { on: 'buttons', looksAt: 'senate' },
  'keep-conspiracy': { on: 'buttons' },
  'trigger-unprepared': { on: 'roomy-table' },
  'swap-buildings': { on: 'roomy-table' },
  'take-building': { on: 'roomy-table' },
  'take-wonder': { on: 'roomy-table' },
  'destroy-wonder': { on: 'roomy-table' },
  'lock-token': { on: 'roomy-table', looksAt: 'tokens' },
  'construct-last-row': { on: 'table' },
  'construct-removed': { on: 'buttons' },
  'discard-available': { on: 'table' },
  espionage: { on: 'buttons' },

  'choose-mythology': { on: 'buttons' },
  'choose-divinity': { on: 'buttons' },
  'place-divinity': { on: 'buttons', inPlace: 'space' },
  'return-divinities': { on: 'buttons' },
  enki: { on: 'buttons' },
  'place-snake': { on: 'roomy-table' },
  'place-minerva': { on: 'roomy-table' },
  'discard-any': { on: 'table' },
  'deconstruct-wonder': { on: 'roomy-table' },
  'construct-with-discarded': { on: 'roomy-table', inPlace: 'card', looksAt: 'discard-pile' },
  'discard-military-token': { on: 'buttons', isWhole: true },
  'apply-military-token': { on: 'buttons', isWhole: true },
} as const satisfies Record<string, Decided>

/** @param kind undefined while nothing is to be decided. */
export const decidedAs = (kind: string | undefined): Decided =>
  (DECISIONS as Readonly<Record<string, Decided>>)[kind ?? ''] ?? { on: 'buttons' }
