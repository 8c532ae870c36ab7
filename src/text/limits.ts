import { countCharacters, unitsOf } from './characters.ts'
import { isVisible } from './visible.ts'

/** How many characters a text of each kind has. A password is the one kind that nobody reads. */
export const TEXT_LIMITS = {
  name: { least: 1, most: 24 },
  password: { least: 8, most: 128 },
  /** A line of the chat. */
  chat: { least: 1, most: 300 },
  /** What a report says to the moderators. */
  note: { least: 0, most: 500 },
  /** The name of a tournament. */
  title: { least: 1, most: 60 },
  /** What the server tells everybody. */
  notice: { least: 1, most: 300 },
  /** Why a moderator takes a measure. */
  reason: { least: 1, most: 500 },
} as const
export type TextKind = keyof typeof TEXT_LIMITS
export type TextFault = 'too-long' | 'too-short' | 'invisible'

/** How many UTF-16 units a text of a kind has at most, whatever its characters are. */
export const mostUnits = (kind: TextKind): number => unitsOf(TEXT_LIMITS[kind].most)

/**
 * What is wrong with a text that someone writes; null if nothing is. Names and passwords are counted in their
 * compatibility form (NFKC), and nothing is counted that is outside the text, except in a password.
 */
export function textFault(kind: TextKind, given: string): TextFault | null {
  const { least, most } = TEXT_LIMITS[kind]
  // First of all: whatever follows takes time for each unit.
  if (given.length > mostUnits(kind)) return 'too-long'
  const text = normalForm(kind, given)
  const count = countCharacters(text, most)
  if (count > most) return 'too-long'
  if (kind === 'password') return count < least ? 'too-short' : null
  if (text === '') return least > 0 ? 'too-short' : null
  return isVisible(text) ? null : 'invisible'
}

function normalForm(kind: TextKind, given: string): string {
  if (kind === 'password') return given.normalize('NFKC')
  return kind === 'name' ? given.normalize('NFKC').trim().replace(/ {2,}/g, ' ') : given.trim()
}
