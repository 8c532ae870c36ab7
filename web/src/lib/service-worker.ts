import { browser } from './browser.ts'

/** The policy that lets this one address become the service worker: see the content security policy of the page. */
const POLICY = 'curia-service-worker'
const ADDRESS = '/sw.js'
/** How long somebody who wants notifications waits for it, ms: it loads all files of the page. */
const PATIENCE_MS = 30_000

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string }
}

/** There is no service worker, and none can be installed now. */
export class NoServiceWorker extends Error {}

const { trustedTypes } = globalThis as { trustedTypes?: Policies }
const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => ADDRESS })

/**
 * Installs the service worker, or its next version, once the page has been loaded. A browser without one, or that does
 * not want one, plays all the same.
 */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !browser.serviceWorker) return
  const start = (): void => void install().catch(() => undefined)
  if (document.readyState === 'complete') start()
  else addEventListener('load', start, { once: true })
}

/**
 * The service worker, once it is active. If it could not be installed before, this tries it again.
 * @throws NoServiceWorker
 */
export async function activeServiceWorker(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const failed = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoServiceWorker('it takes too long')), PATIENCE_MS)
    install().catch(reject)
  })
  try {
    return await Promise.race([browser.serviceWorker?.ready ?? failed, failed])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves once the newest version is installed. A failure is logged. @throws NoServiceWorker */
async function install(): Promise<void> {
  try {
    const { installing } = await browser.serviceWorker!.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS)
    if (installing) await installed(installing)
  } catch (error) {
    console.error('The service worker cannot be installed.', error)
    throw new NoServiceWorker('it cannot be installed', { cause: error })
  }
}

const installed = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    const see = (): void => {
      if (worker.state === 'redundant') reject(new Error('The files of the page could not be loaded.'))
      else if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', see)
    see()
  })
