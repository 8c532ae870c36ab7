/** The policy that lets this one address become the service worker: see the content security policy of the page. */
const POLICY = 'curia-service-worker'
const ADDRESS = '/sw.js'

interface Policies {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string }
}

/**
 * Installs the service worker, or its next version, once the page has been loaded. A browser without one, or that does
 * not want one, plays all the same.
 */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = (): void => {
    const { trustedTypes } = globalThis as { trustedTypes?: Policies }
    const policy = trustedTypes?.createPolicy(POLICY, { createScriptURL: () => ADDRESS })
    navigator.serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS).catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
