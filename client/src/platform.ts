import { unsupported } from './errors.ts'

/** Where something small is kept between visits, such as `localStorage`. */
export interface StorageLike {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** A storage that answers later, such as the AsyncStorage of React Native. */
export interface AsyncStorageLike {
  getItem(key: string): Promise<string | null>
  setItem(key: string, value: string): Promise<unknown>
  removeItem(key: string): Promise<unknown>
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

/** What React Native lacks or has in part: whether it is there, and the package that adds it. */
const NEEDED: Readonly<Record<string, { isThere: () => boolean; from: string }>> = {
  'crypto.getRandomValues': {
    isThere: () => typeof crypto.getRandomValues === 'function',
    from: 'react-native-get-random-values',
  },
  'URL and URLSearchParams': {
    isThere: () =>
      new URL('https://a.example:1/b?c').origin === 'https://a.example:1' &&
      new URLSearchParams([['a', 'b c']]).toString() === 'a=b+c',
    from: 'react-native-url-polyfill/auto',
  },
}

/** @throws CuriaError `unsupported` if the platform lacks something that every client needs. */
export function checkPlatform(): void {
  const missing = Object.entries(NEEDED).filter(([, { isThere }]) => {
    try {
      return !isThere()
    } catch {
      return true
    }
  })
  if (missing.length === 0) return
  const packages = missing.map(([, { from }]) => from).join(' and ')
  throw unsupported(
    missing.map(([name]) => name),
    `In React Native, import ${packages} first.`,
  )
}

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

/** Whether nobody sees the page now. */
export const isHidden = (): boolean => page.document?.visibilityState === 'hidden'

type Timer = ReturnType<typeof setTimeout>

/** A timer that does not keep a process of Node alive. */
export function backgroundTimer(run: () => void, ms: number): Timer {
  const timer = setTimeout(run, ms)
  ;(timer as { unref?: () => void }).unref?.()
  return timer
}
