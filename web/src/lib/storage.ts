import type { StorageLike } from '@curia/client'

// The only place where the page stores anything. A browser may refuse that at any time: its settings forbid it, or there
// is no room left. Then what is stored lasts as long as the page.

/** What the browser has refused to store; null: what it has refused to remove. */
const refused = new Map<string, string | null>()

function change(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    refused.delete(key)
  } catch {
    refused.set(key, value)
  }
}

/** A storage that never throws. */
export const storage: StorageLike = {
  getItem(key) {
    const value = refused.get(key)
    if (value !== undefined) return value
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  setItem: change,
  removeItem: (key) => change(key, null),
}

/** What is stored as JSON, by whichever version of the page; null if there is nothing, or no JSON. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores something as JSON; null removes it. */
export const remember = (key: string, value: unknown): void =>
  change(key, value === null ? null : JSON.stringify(value))

/** What is stored of a match, which is the first part. */
type Note = readonly [match: string, ...rest: unknown[]]

/** So many matches, those of last time first, have notes of a kind. */
const MOST_NOTES = 30

function notesOf(key: string): Note[] {
  const stored = recall(key)
  return Array.isArray(stored) ? stored.filter((note): note is Note => Array.isArray(note)) : []
}

/** What was noted of a match last. */
export const noteOf = (key: string, match: string): readonly unknown[] =>
  notesOf(key)
    .find(([id]) => id === match)
    ?.slice(1) ?? []

/** Notes something small of a match. */
export function note(key: string, match: string, ...rest: readonly unknown[]): void {
  const others = notesOf(key).filter(([id]) => id !== match)
  remember(key, [[match, ...rest], ...others].slice(0, MOST_NOTES))
}

/**
 * Whether the last call in this tab had another value. False where the browser does not remember that: what is to be done
 * once must not be done again and again.
 */
export function isNewInTab(key: string, value: string): boolean {
  try {
    if (sessionStorage.getItem(key) === value) return false
    sessionStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
