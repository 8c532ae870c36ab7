import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticeOf } from '../../web/worker/texts.ts'
import type { Visitor } from './support/browser.ts'
import { visit } from './support/browser.ts'
import { Front } from './support/front.ts'
import { accountWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'

const site = openSite([], 'push')
let front: Front
beforeAll(async () => {
  front = await Front.open(site.server.url)
})
afterAll(() => front?.close())

/** Makes the service worker another version: the version is a part of the names of its caches. */
const release = (version: string): void =>
  void front.changed.set('/sw.js', (text) => text.replace(/curia-(?=[0-9a-f]{12})/, `curia-${version}`))

/** Somebody whose page has the service worker. */
async function comeWithWorker(path = '/'): Promise<Visitor> {
  const visitor = await visit(site.browser, `${front.url}${path}`)
  await visitor.page.evaluate(() => navigator.serviceWorker.ready)
  await visitor.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return visitor
}

const cachesOf = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())
const ask = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await fetch('/v1/pools', { cache: 'no-store' })).json() as Promise<unknown>)

/** Runs in the page: asks for the next version of the service worker, and waits until it is active. */
async function update(): Promise<void> {
  const registration = (await navigator.serviceWorker.getRegistration())!
  await registration.update()
  const next = registration.installing ?? registration.waiting
  await new Promise<void>((resolve) => {
    const see = (): void => {
      if (!next || next.state === 'activated') resolve()
    }
    next?.addEventListener('statechange', see)
    see()
  })
}

it('without a network the page says so; nothing that the server says is stale; a new version replaces the old one', async () => {
  release('first-')
  const visitor = await comeWithWorker()
  const { page, problems } = visitor
  const [first] = await cachesOf(page)
  expect(first).toMatch(/^curia-first-/)

  // The API is asked each time, and cannot be asked without a network.
  const asked = (): number => front.requests.filter((one) => one === 'GET /v1/pools').length
  const before = asked()
  await ask(page)
  await ask(page)
  expect(asked()).toBe(before + 2)
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map((request) => new URL(request.url).pathname)
  })
  expect(kept.filter((path) => path.startsWith('/v1/') || path === '/' || path === '/index.html')).toEqual([])
  expect(problems).toEqual([])
  front.cut()
  await expect(ask(page)).rejects.toThrow()

  // A page that is open can load the rest of its version.
  await page.click('a[href="/rules"]')
  await page.waitForSelector('h1:has-text("Rules")')
  await page.reload()
  await page.waitForSelector('h1:has-text("No network")')
  front.mend()
  await page.click('a:has-text("Try again")')
  await page.waitForSelector('h1:has-text("Rules")')

  // The version before is retained for pages that are open; the one before that is not.
  for (const [version, expected] of [
    ['second-', ['first-', 'second-']],
    ['third-', ['second-', 'third-']],
  ] as const) {
    release(version)
    await page.evaluate(update)
    const names = await cachesOf(page)
    expect(names.map((name) => /^curia-(\w+-)/.exec(name)![1])).toEqual(expected)
  }
  front.changed.clear()
  await visitor.close()
})

const [FIRST, SECOND] = ['https://push.example.org/send/b25l', 'https://push.example.org/send/dHdv']

/** Runs in the page: somebody who allows notifications, and a push service that reaches them at an address. */
function offerPush(endpoint: string): void {
  const keys = {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  }
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
  Object.defineProperty(Notification, 'requestPermission', { value: async () => 'granted' })
  const subscribed = async (): Promise<typeof subscription> => subscription
  Object.assign(PushManager.prototype, { subscribe: subscribed, getSubscription: subscribed })
}

/** Runs in the service worker: its browser has replaced the subscription, and says so. */
async function replaceSubscription(endpoint: string): Promise<void> {
  const keys = {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const done = new Promise((resolve) => {
    const event = new Event('pushsubscriptionchange')
    const newSubscription = { toJSON: () => ({ endpoint, keys }) }
    self.dispatchEvent(Object.assign(event, { newSubscription, waitUntil: resolve }))
  })
  await done
}

const PUSH = '[role="switch"]:has-text("while the page is closed")'

it('a subscription that the browser replaces is replaced on the server, while no page is open', async () => {
  const account = await accountWithSession(front.url, 'Mia')
  const visitor = await comeWithWorker()
  const { page, problems } = visitor
  await account.lend({ page })
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(offerPush, FIRST)
  await page.goto(`${front.url}/settings`)
  await page.click(PUSH)
  await page.waitForSelector(`[aria-checked="true"]${PUSH}`)
  const devices = await account.curia.notifications.devices()
  expect(devices).toHaveLength(1)
  const [worker] = page.context().serviceWorkers()
  expect(problems).toEqual([])
  await page.goto('about:blank')
  await worker!.evaluate(replaceSubscription, SECOND)
  const after = await account.curia.notifications.devices()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(devices)
  // The page goes on with what the service worker has done, and can turn it off.
  await page.addInitScript(offerPush, SECOND)
  await page.goto(`${front.url}/settings`)
  await page.waitForSelector(`[aria-checked="true"]${PUSH}`)
  await page.waitForFunction((endpoint) => localStorage.getItem('curia.push')!.includes(endpoint), SECOND)
  expect(await account.curia.notifications.devices()).toEqual(after)
  await page.click(PUSH)
  await page.waitForSelector(`[aria-checked="false"]${PUSH}`)
  await expect.poll(() => account.curia.notifications.devices()).toEqual([])
  account.curia.close()
  await visitor.close()
})

it.each([
  ['is not there', 'Noa', (path: string) => path === '/sw.js'],
  ['lacks one of its files', 'Ole', (path: string) => path === '/offline.css'],
])('a service worker that %s is logged, and said to whoever wants notifications', async (_, name, gone) => {
  const account = await accountWithSession(front.url, name)
  front.gone = gone
  const visitor = await visit(site.browser, front.url)
  const { page, problems } = visitor
  await account.lend({ page })
  await page.addInitScript(offerPush, FIRST)
  await page.goto(`${front.url}/settings`)
  await page.click(PUSH)
  const failure = page.locator('[role="alert"]:has-text("install the part of the page")')
  await failure.waitFor()
  expect(problems).toContainEqual(expect.stringContaining('The service worker cannot be installed.'))
  // Once it can be installed, it is.
  front.gone = () => false
  await page.click(PUSH)
  await page.waitForSelector(`[aria-checked="true"]${PUSH}`)
  expect(await failure.count()).toBe(0)
  account.curia.close()
  await visitor.close()
})

it('what comes by Web Push is shown once for each match, and says what it is about', async () => {
  const visitor = await comeWithWorker()
  const { page, problems } = visitor
  const context = page.context()
  await context.grantPermissions(['notifications'])
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const turn = { type: 'turn', match: '96c7ead858f549c0', opponent: { name: 'Ben' } }
  for (const notification of [
    { id: 'first', ...turn },
    { id: 'second', ...turn },
  ]) {
    const data = JSON.stringify(notification)
    await session.send('ServiceWorker.deliverPushMessage', { origin: front.url, registrationId, data })
  }
  const shown = (): Promise<unknown[]> =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications()
      return notices.map(({ title, tag, data }) => ({ title, tag, data: data as unknown }))
    })
  const { title, tag, address } = noticeOf({ id: 'second', ...turn }, ['en'])
  await expect.poll(shown).toEqual([{ title, tag, data: address }])
  expect(problems).toEqual([])
  await visitor.close()
})

it.each([
  ['en', 'Your turn against Ben'],
  ['de-AT', 'Du bist dran gegen Ben'],
  ['ja-JP', 'Benさんとのゲームで手番です'],
  ['fr-CA', 'À toi de jouer contre Ben'],
  ['es-MX', 'Te toca contra Ben'],
  ['eo', 'Your turn against Ben'],
])('a notification speaks the language of the browser, %s', (language, title) => {
  const turn = { id: 'q7bX2mYpL0sTgR4w', type: 'turn', match: '96c7ead858f549c0', opponent: { name: 'Ben' } }
  expect(noticeOf(turn, [language])).toEqual({ title, tag: turn.match, address: `/match/${turn.match}` })
})

it.each([
  ['tournament-paired', 'Your next match in Club evening has begun', 'b', '/match/b'],
  ['tournament-ended', 'The tournament Club evening is over', 'c', '/tournaments/c'],
])('a notification %s leads to what it is about', (type, said, tag, address) => {
  const { title, ...where } = noticeOf({ id: 'a', type, match: 'b', tournament: 'c', name: 'Club evening' }, ['en'])
  expect(title.replaceAll(/[\u2068\u2069]/g, '')).toBe(said)
  expect(where).toEqual({ tag, address })
})

it('a notification isolates a name from right to left', () => {
  const player = { name: 'שלום 7' }
  const of = { opponent: player }
  const said = [
    { type: 'turn', ...of },
    { type: 'ended', ...of },
    { type: 'challenge', from: player },
    { type: 'tournament-paired', tournament: 'c', ...player },
    { type: 'tournament-ended', tournament: 'c', ...player },
  ]
  for (const notification of said)
    expect(noticeOf({ id: 'a', match: 'b', ...notification }, ['en']).title).toContain('\u2068שלום 7\u2069')
})

it('can be installed: the manifest is complete, and its icons have the sizes that it names', async () => {
  const visitor = await visit(site.browser, front.url)
  const { page } = visitor
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const manifest = await session.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  const { icons } = JSON.parse(manifest.data!) as { icons: { src: string; sizes: string }[] }
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (from) => {
      const image = new Image()
      image.src = from
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes])
  }
  // Every context of a test is incognito.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await visitor.close()
})
