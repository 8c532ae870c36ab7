// The parts of the page that are loaded when they are needed. After a release, the server may have no file of the version
// that is open any more. This is the only place that handles it: no other import is dynamic without `part`.

import { isNewInTab } from './storage.ts'

/** The version at which the page has loaded itself again, in the storage of the tab: it does so once for each version. */
const STORED = 'curia.reloaded-at'
/** How long the server may take to say that it is there, ms. */
const PATIENCE_MS = 10_000

let missing = $state(false)
let recovering: Promise<void> | null = null

/** Whether a part of the page could not be loaded. Then only a load of the whole page helps. */
export const isPartMissing = (): boolean => missing

/** Loads a part of the page. `quiet`: it is not needed yet, so a failure has no consequence, and rejects. */
export type Part<Loaded> = (options?: { quiet?: boolean }) => Promise<Loaded>

/**
 * A part of the page, by its dynamic import. Where it cannot be loaded, the page is loaded again, once and unless something
 * was typed; else the page says so. Then the promise stays open: nobody who waits for the part can do anything about it.
 */
export const part =
  <Loaded>(load: () => Promise<Loaded>): Part<Loaded> =>
  async ({ quiet = false } = {}) => {
    try {
      return await load()
    } catch (error) {
      if (quiet) throw error
      console.error('A part of the page cannot be loaded.', error)
      recovering ??= recover()
      return new Promise<never>(() => undefined)
    }
  }

async function recover(): Promise<void> {
  if ((await isServerThere()) && !isSomethingTyped() && isFirstReload()) location.reload()
  else missing = true
}

/** Whether the page has not yet loaded itself again at this version. It counts as done from now on. */
function isFirstReload(): boolean {
  // The name of the first script has the hash of its content, which names all other files.
  const version = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? ''
  return isNewInTab(STORED, version)
}

/** Without a network, a page that is open is better than none. */
const isServerThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    () => true,
    () => false,
  )

const isSomethingTyped = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    (field) => !field.readOnly && !NOT_TYPED.has(field.type) && field.value !== '',
  )

const NOT_TYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'range', 'hidden', 'button', 'submit'])
