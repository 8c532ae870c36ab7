import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticeOf } from '../../web/worker/texts.ts'
import { launch } from './support/browser.ts'

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the page as it is built, by a version that can be changed, and an API that says how often it was asked. */
class Site {
  /** A text in the service worker that differs between versions. */
  version = ''
  asked = 0
  readonly #server: Server
  #cut = false

  constructor() {
    this.#server = createServer((request, response) => {
      if (this.#cut) return void request.socket.destroy()
      const { pathname } = new URL(request.url!, 'http://localhost')
      if (pathname.startsWith('/v1/')) {
        response.setHeader('content-type', 'application/json')
        return void response.end(JSON.stringify({ asked: (this.asked += 1) }))
      }
      const file = extname(pathname) === '' ? '/index.html' : pathname
      readFile(join(DIST, file)).then(
        (content) => {
          response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
          response.setHeader('cache-control', file.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache')
          // The version is a part of the names of its caches.
          const worker = (): string => content.toString().replace(/curia-(?=[0-9a-f]{12})/, `curia-${this.version}`)
          response.end(file === '/sw.js' ? worker() : content)
        },
        () => response.writeHead(404).end(),
      )
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  /** No connection gets an answer any more, until `mend`. */
  cut(): void {
    this.#cut = true
    this.#server.closeAllConnections()
  }

  mend(): void {
    this.#cut = false
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

const site = new Site()
let url: string
let browser: Browser
beforeAll(async () => {
  ;[url, browser] = await Promise.all([site.listen(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await site.close()
})

const cachesOf = (page: Page): Promise<string[]> => page.evaluate(() => caches.keys())
const ask = (page: Page): Promise<{ asked: number }> =>
  page.evaluate(async () => (await fetch('/v1/something')).json() as Promise<{ asked: number }>)

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
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  site.version = 'first-'
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const [first] = await cachesOf(page)
  expect(first).toMatch(/^curia-first-/)

  // The API is asked each time, and cannot be asked without a network.
  const before = site.asked
  const answers = [await ask(page), await ask(page)]
  expect(answers.map(({ asked }) => asked)).toEqual([before + 1, before + 2])
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map((request) => new URL(request.url).pathname)
  })
  expect(kept.filter((path) => path.startsWith('/v1/') || path === '/' || path === '/index.html')).toEqual([])
  site.cut()
  await expect(ask(page)).rejects.toThrow()

  // A page that is open can load the rest of its version.
  await page.click('a[href="/rules"]')
  await page.waitForSelector('h1:has-text("Rules")')
  await page.reload()
  await page.waitForSelector('h1:has-text("No network")')
  site.mend()
  await page.click('a:has-text("Try again")')
  await page.waitForSelector('h1:has-text("Rules")')

  // The version before is retained for pages that are open; the one before that is not.
  for (const [version, expected] of [
    ['second-', ['first-', 'second-']],
    ['third-', ['second-', 'third-']],
  ] as const) {
    site.version = version
    await page.evaluate(update)
    const names = await cachesOf(page)
    expect(names.map((name) => /^curia-(\w+-)/.exec(name)![1])).toEqual(expected)
  }
  await context.close()
})

it('what comes by Web Push is shown once for each match, and says what it is about', async () => {
  const context = await browser.newContext({ locale: 'en-GB', permissions: ['notifications'] })
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const turn = { type: 'turn', match: '96c7ead858f549c0', opponent: { name: 'Ben' } }
  for (const notification of [{ id: 'first', ...turn }, { id: 'second', ...turn }]) {
    const data = JSON.stringify(notification)
    await session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data })
  }
  const shown = (): Promise<unknown[]> =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications()
      return notices.map(({ title, tag, data }) => ({ title, tag, data: data as unknown }))
    })
  const { title, tag, address } = noticeOf({ id: 'second', ...turn }, ['en'])
  await expect.poll(shown).toEqual([{ title, tag, data: address }])
  await context.close()
})

it.each([
  ['en', 'Your turn against Ben'],
  ['de-AT', 'Du bist dran gegen Ben'],
  ['ja-JP', 'Benさんとのゲームで手番です'],
  ['fr-FR', 'Your turn against Ben'],
])('a notification speaks the language of the browser, %s', (language, title) => {
  const turn = { id: 'q7bX2mYpL0sTgR4w', type: 'turn', match: '96c7ead858f549c0', opponent: { name: 'Ben' } }
  expect(noticeOf(turn, [language])).toEqual({ title, tag: turn.match, address: `/match/${turn.match}` })
})

it('can be installed: the manifest is complete, and its icons have the sizes that it names', async () => {
  const page = await browser.newPage({ serviceWorkers: 'block' })
  await page.goto(url)
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
  await page.close()
})
