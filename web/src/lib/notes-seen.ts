import { recall, remember } from './storage.ts'

// Which notes of a first game were shown on this device.

const STORED = 'curia.notes'
/** There are fewer notes than this. */
const MOST = 100

export function notesSeen(): ReadonlySet<string> {
  const stored = recall(STORED)
  return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, MOST) : [])
}

export const rememberNote = (id: string): void => remember(STORED, [...new Set([...notesSeen(), id])])

/** All notes are shown again. */
export const forgetNotes = (): void => remember(STORED, null)
