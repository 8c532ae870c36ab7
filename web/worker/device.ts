/**
 * This device as the server notifies it, for the service worker: the page stores it in a cache, the one storage that both
 * can read.
 */
export interface PushedDevice {
  /** The id of its subscription. */
  id: string
  /** Where its push service is reached. */
  endpoint: string
  /** The token of the player who is notified here. */
  token: string
}

const CACHE = 'push'
const ADDRESS = '/push-device'

/** Null: the device is not notified. */
export async function storeDevice(device: PushedDevice | null): Promise<void> {
  if (device) await (await caches.open(CACHE)).put(ADDRESS, new Response(JSON.stringify(device)))
  else await caches.delete(CACHE)
}

export async function storedDevice(): Promise<PushedDevice | null> {
  const stored = await caches.match(ADDRESS, { cacheName: CACHE })
  return stored ? ((await stored.json()) as PushedDevice) : null
}
