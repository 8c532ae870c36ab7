import type { StepRow } from './steps.ts'

/** A conspiracy (agora.md §1.4): the steps that its owner resolves when it is triggered, in printed order. */
export interface ConspiracyRow {
  id: string
  name: string
  steps: readonly StepRow[]
}

export const CONSPIRACIES = [
  { id: 'extortion', name: 'Extortion', steps: [{ kind: 'take-wonder' }, { kind: 'move' }] },
  { id: 'blackmail', name: 'Blackmail', steps: [{ kind: 'take-half-coins' }, { kind: 'move' }] },
  {
    id: 'expropriation', name: 'Expropriation',
    steps: [{ kind: 'destroy-building', color: 'blue' }, { kind: 'move' }],
  },
  { id: 'swindle', name: 'Swindle', steps: [{ kind: 'destroy-building', color: 'yellow' }, { kind: 'move' }] },
  { id: 'obscurantism', name: 'Obscurantism', steps: [{ kind: 'lock-token' }] },
  { id: 'coup', name: 'Coup', steps: [{ kind: 'shields', count: 2 }] },
  { id: 'property-fraud', name: 'Property Fraud', steps: [{ kind: 'construct-last-row' }] },
  { id: 'treason', name: 'Treason', steps: [{ kind: 'construct-removed' }] },
  {
    id: 'political-maneuver', name: 'Political Maneuver',
    steps: [{ kind: 'place' }, { kind: 'remove' }, { kind: 'move' }],
  },
  { id: 'espionage', name: 'Espionage', steps: [{ kind: 'espionage' }] },
  {
    id: 'turn-of-events', name: 'Turn of Events',
    steps: [
      { kind: 'discard-available', optional: false },
      { kind: 'discard-available', optional: true },
      { kind: 'move' },
    ],
  },
  { id: 'embezzlement', name: 'Embezzlement', steps: [{ kind: 'coins-per-cube' }] },
  { id: 'foreclosure', name: 'Foreclosure', steps: [{ kind: 'take-building', colors: ['brown', 'grey'] }] },
  { id: 'coercion', name: 'Coercion', steps: [{ kind: 'swap-buildings' }, { kind: 'move' }] },
  { id: 'insider-influence', name: 'Insider Influence', steps: [{ kind: 'move-decree' }, { kind: 'move' }] },
  { id: 'sabotage', name: 'Sabotage', steps: [{ kind: 'destroy-wonder' }] },
] as const satisfies readonly ConspiracyRow[]
