import { subscriptionReplaced } from './replaced.ts'
import type { PushedNotification } from './texts.ts'
import { noticeOf } from './texts.ts'

// The service worker of the page. It retains the files of the build, so that a page that is open can load the rest of
// its version whenever it needs it, says so when there is no network, shows what comes by Web Push, and tells the server
// where the device is reached now. It never sees what the page asks the server.

const worker = self as unknown as ServiceWorkerGlobalScope
/** The files of this build, as the build lists them, and what differs between two builds. */
declare const FILES: readonly string[]
declare const VERSION: string

const PREFIX = 'curia-'
const CACHE = PREFIX + VERSION
const OFFLINE_PAGE = '/offline.html'
/** This version, and the one before it: a page of that one may still be open. */
const MOST_CACHES = 2

const wanted = new Set(FILES)

worker.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      // Files without a hash in their name may be in the cache of the browser as they were before.
      .then((cache) => cache.addAll(FILES.map((path) => new Request(path, { cache: 'no-cache' }))))
      .then(() => worker.skipWaiting()),
  )
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => worker.clients.claim()))
})

/** The browser lists caches in the order in which they were made. */
async function deleteOldCaches(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  const old = others.slice(0, Math.max(0, others.length - MOST_CACHES + 1))
  await Promise.all(old.map((name) => caches.delete(name)))
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => retained(OFFLINE_PAGE)))
  // The name of such a file has the hash of its content: it is never stale.
  else if (pathname.startsWith('/assets/')) event.respondWith(retainedOr(request))
  else if (wanted.has(pathname)) event.respondWith(fetch(request).catch(() => retained(pathname)))
})

async function retained(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error()
}

async function retainedOr(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request)
}

worker.addEventListener('push', (event) => {
  if (!event.data) return
  const { title, tag, address } = noticeOf(event.data.json() as PushedNotification, navigator.languages)
  event.waitUntil(
    worker.registration.showNotification(title, { tag, icon: '/icon-192.png', badge: '/favicon.svg', data: address }),
  )
})

worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscriptionReplaced(worker.registration.pushManager, event))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(String(event.notification.data)))
})

/** Shows an address of the page: in a window that shows it already, else in a new one. */
async function show(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' })
  const open = windows.find(({ url }) => new URL(url).pathname === address)
  if (open) await open.focus()
  else await worker.clients.openWindow(address)
}
