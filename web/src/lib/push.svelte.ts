import { storedDevice, storeDevice } from '../../worker/device.ts'
import { browser } from './browser.ts'
import { curia } from './client.ts'
import { askToNotify, canNotify, mayNotify } from './notify.ts'
import { activeServiceWorker } from './service-worker.ts'
import { recall, remember } from './storage.ts'

// Web Push: this device is notified while the page is closed. The service worker shows what comes.

const STORED = 'curia.push'

/** This device as the server knows it. */
interface Device {
  id: string
  /** Where its push service is reached. */
  endpoint: string
}

let device = $state.raw(recall(STORED) as Device | null)

/** Whether this browser can be notified: some can only once the page is installed. */
export const canPush = (): boolean => canNotify() && browser.hasPush && browser.serviceWorker !== undefined

/** Whether this device is notified. */
export const isPushed = (): boolean => device !== null

function enter(next: Device | null): void {
  device = next
  remember(STORED, next)
}

/**
 * Notifies this device from now on. Returns whether the person has allowed it.
 * @throws CuriaError such as `account-needed`; NoServiceWorker; DOMException if the push service cannot be reached.
 */
export async function turnPushOn(): Promise<boolean> {
  if (!(await askToNotify())) return false
  const { pushManager } = await activeServiceWorker()
  const applicationServerKey = await curia.notifications.pushKey()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  const { endpoint, expirationTime = null, keys } = subscription.toJSON()
  const id = await curia.notifications.subscribe({
    endpoint: endpoint!,
    expirationTime,
    keys: { p256dh: keys!.p256dh!, auth: keys!.auth! },
  })
  enter({ id, endpoint: endpoint! })
  await tellServiceWorker()
  return true
}

/** Gives the service worker what it needs to tell the server of another subscription while no page is open. */
async function tellServiceWorker(): Promise<void> {
  const { token } = curia
  if (device && token !== null) await storeDevice({ ...device, token })
}

// Without a session there is no token that the service worker could use.
curia.session.subscribe(({ player }) => {
  if (!player && canPush()) void storeDevice(null).catch(() => undefined)
})

/** Stops notifying this device, also where the server cannot be reached or does not know it. */
export async function turnPushOff(): Promise<void> {
  const before = device
  if (!before) return
  enter(null)
  await storeDevice(null)
  await curia.notifications.unsubscribe(before.id).catch(() => undefined)
  const unsubscribed = browser.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.pushManager.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
  await unsubscribed?.catch(() => undefined)
}

/**
 * A browser may change the address of its push service at any time: the server is told the new one, unless the service
 * worker could tell it.
 */
export async function renewPush(): Promise<void> {
  if (!device || !canPush() || !mayNotify()) return
  const subscription = await (await browser.serviceWorker?.getRegistration())?.pushManager.getSubscription()
  const replaced = await storedDevice()
  if (replaced && replaced.endpoint === subscription?.endpoint) enter({ id: replaced.id, endpoint: replaced.endpoint })
  if (subscription?.endpoint !== device.endpoint) await turnPushOn()
  else await tellServiceWorker()
}
