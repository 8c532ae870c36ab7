/** Where something small is kept between visits, such as `localStorage`. */
export interface StorageLike {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

interface Page extends Listeners {
  location?: { origin: string }
  localStorage?: StorageLike
  document?: Listeners & { visibilityState: string }
}

interface Listeners {
  addEventListener?(event: string, listener: () => void): void
  removeEventListener?(event: string, listener: () => void): void
}

/** The parts of a browser that Node does not have. */
const page = globalThis as Page

/** The server of the page; undefined outside of a page, and for one that comes from no server, such as a file. */
export const pageOrigin = (): string | undefined =>
  page.location?.origin.startsWith('http') ? page.location.origin : undefined

/** The storage of the page. Outside of a page, or where the page may not store anything, memory. */
export function defaultStorage(): StorageLike {
  try {
    if (page.location && page.localStorage) return page.localStorage
  } catch {
    // The settings of the browser forbid it.
  }
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }
}

/** Calls a listener whenever the browser finds the network again, and when the page is shown again. Returns the end of it. */
export function onAttention(listener: (cause: 'network' | 'page') => void): () => void {
  const { document } = page
  const onOnline = (): void => listener('network')
  const onVisible = (): void => {
    if (document?.visibilityState === 'visible') listener('page')
  }
  page.addEventListener?.('online', onOnline)
  document?.addEventListener?.('visibilitychange', onVisible)
  return () => {
    page.removeEventListener?.('online', onOnline)
    document?.removeEventListener?.('visibilitychange', onVisible)
  }
}

type Timer = ReturnType<typeof setTimeout>

/** A timer that does not keep a process of Node alive. */
export function backgroundTimer(run: () => void, ms: number): Timer {
  const timer = setTimeout(run, ms)
  ;(timer as { unref?: () => void }).unref?.()
  return timer
}
