import type { Section } from './vocabulary.ts'

/** A senator card of Agora (agora.md §1.2). A politician places cubes in one section, a conspirator in any. */
export interface SenatorRow {
  id: string
  type: 'politician' | 'conspirator'
  section?: Section
}

export const SENATORS = [
  { id: 'politician-left-1', type: 'politician', section: 'left' },
  { id: 'politician-left-2', type: 'politician', section: 'left' },
  { id: 'politician-center-1', type: 'politician', section: 'center' },
  { id: 'politician-center-2', type: 'politician', section: 'center' },
  { id: 'politician-center-3', type: 'politician', section: 'center' },
  { id: 'politician-right-1', type: 'politician', section: 'right' },
  { id: 'politician-right-2', type: 'politician', section: 'right' },
  { id: 'conspirator-1', type: 'conspirator' },
  { id: 'conspirator-2', type: 'conspirator' },
  { id: 'conspirator-3', type: 'conspirator' },
  { id: 'conspirator-4', type: 'conspirator' },
  { id: 'conspirator-5', type: 'conspirator' },
  { id: 'conspirator-6', type: 'conspirator' },
] as const satisfies readonly SenatorRow[]
