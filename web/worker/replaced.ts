import { storedDevice, storeDevice } from './device.ts'

/** How long the server may take to answer, ms. */
const PATIENCE_MS = 20_000

/** What the event `pushsubscriptionchange` has; some browsers leave out both. */
interface Change {
  newSubscription?: PushSubscription | null
  oldSubscription?: PushSubscription | null
}

/**
 * Tells the server what has taken the place of the subscription of this device, also while no page is open. If that
 * cannot be done now, or the token is no longer valid, the page does it when it is opened next.
 */
export async function subscriptionReplaced(pushManager: PushManager, change: Change): Promise<void> {
  const device = await storedDevice()
  if (!device) return
  const subscription =
    change.newSubscription ?? (await pushManager.getSubscription()) ?? (await subscribeAgain(pushManager, change))
  const { endpoint, expirationTime = null, keys } = subscription.toJSON()
  const headers = { authorization: `Bearer ${device.token}` }
  const answer = await ask('/v1/players/me/push', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, expirationTime, keys: { p256dh: keys!.p256dh, auth: keys!.auth } }),
  })
  if (!answer.ok) throw new Error(`the subscription was not replaced: ${answer.status}`)
  const { id } = (await answer.json()) as { id: string }
  await storeDevice({ ...device, id, endpoint: endpoint! })
  // The server would notice by itself, at the next notification, that the one before is gone.
  if (id !== device.id) await ask(`/v1/players/me/push/${device.id}`, { method: 'DELETE', headers })
}

async function subscribeAgain(pushManager: PushManager, { oldSubscription }: Change): Promise<PushSubscription> {
  const key =
    oldSubscription?.options.applicationServerKey ?? ((await (await ask('/v1/push')).json()) as { key: string }).key
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const ask = (path: string, request: RequestInit = {}): Promise<Response> =>
  fetch(path, { ...request, signal: AbortSignal.timeout(PATIENCE_MS) })
