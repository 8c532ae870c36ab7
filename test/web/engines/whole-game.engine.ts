import { afterAll, beforeAll, expect, it } from 'vitest'
import { playOn } from '../../../scripts/demo/play.ts'
import { clientOf } from '../../support/guest.ts'
import type { Server } from '../../support/server.ts'
import { startServer } from '../../support/server.ts'
import { OFFERED } from '../support/keys.ts'
import { guestWithSession } from '../support/session.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.destroy())

interface Seen {
  state: string | undefined
  errors: string[]
  /** How often the page was used. */
  used: number
  version: number
  hasResult: boolean
}

/** Runs in the page: uses random things that are offered, until the match is over. */
function play(offered: string): void {
  const seen = { errors: [] as string[], used: 0 }
  Object.assign(window, { seen })
  addEventListener('error', ({ message }) => seen.errors.push(message))
  addEventListener('unhandledrejection', ({ reason }) => seen.errors.push(String(reason)))
  setInterval(() => {
    if (document.querySelector<HTMLElement>('.table')?.dataset.state !== 'yours') return
    const sheet = document.querySelector('dialog[open]')
    const things = [...document.querySelectorAll<HTMLElement>(offered)].filter(
      (thing) => thing.getClientRects().length > 0 && (sheet?.contains(thing) ?? true),
    )
    const thing = things[Math.floor(Math.random() * things.length)]
    if (!thing) return
    seen.used += 1
    thing.click()
  }, 60)
}

/** Runs in the page. */
function look(): Seen {
  const { seen } = window as unknown as { seen: { errors: string[]; used: number } }
  const { state, version } = document.querySelector<HTMLElement>('.table')?.dataset ?? {}
  return {
    ...seen,
    state,
    version: Number(version),
    hasResult: document.querySelector('dialog[open] .result') !== null,
  }
}

it.each([
  ['Firefox', openFirefox],
  ['WebKitGTK', openWebKit],
])('%s plays a whole game of both expansions', async (engine, open) => {
  const ada = await guestWithSession(server.url, 'Ada')
  const ben = await clientOf(server.url, 'Ben')
  const match = await ada.curia.create({ kind: 'agora-pantheon', clock: 'none', seat: 0 })
  const other = await ben.join({ code: match.value.snapshot.code! })
  const page = await open()
  try {
    process.stdout.write(`${engine}: ${page.name}\n`)
    await page.goto(server.url)
    await ada.lend({ page: page as never })
    await page.goto(`${server.url}/match/${match.id}`)
    await page.evaluate(play, OFFERED)
    await playOn(other)
    const hasResult = async (): Promise<boolean> => (await page.evaluate(look, null)).hasResult
    await expect.poll(hasResult, { timeout: 600_000, interval: 500 }).toBe(true)
    const { state, version, errors, used } = await page.evaluate(look, null)
    expect(errors).toEqual([])
    expect([state, version]).toEqual(['ended', other.value.version])
    expect(used).toBeGreaterThan(30)
  } finally {
    await page.close()
    ada.curia.close()
    ben.close()
  }
})
