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
