import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BadLine } from '../support/bad-line.ts'
import { seededRandom } from '../support/random.ts'
import { enter, visit } from './support/browser.ts'
import { leaksOf, record } from './support/bytes.ts'
import { playRandomly, seatTwo, stateOf, versionOf } from './support/play.ts'
import { seatTwoAt } from './support/session.ts'
import { openSite } from './support/site.ts'

const site = openSite()
let line: BadLine
beforeAll(async () => {
  line = await BadLine.open(() => site.server.url)
})
afterAll(async () => {
  await line?.close()
})

/** What Chromium reports of a connection that is lost. */
const OF_THE_NETWORK = /WebSocket connection|ERR_CONNECTION|Failed to load resource|net::ERR/

/** The server pings each 25 s, and a client waits for 20 s more. */
const PING_OVERDUE_MS = 46_000

it('a game goes on through lost connections and a killed server, a third person watches it, and no secret arrives', async () => {
  const random = seededRandom(41)
  const players = await seatTwo(site.browser, line.url, 'Agora and Pantheon', ['desktop', 'tablet'])
  const match = new URL(players[0].page.url()).pathname.split('/').at(-1)!
  const eve = await visit(site.browser, site.server.url)
  await enter(eve, 'Eve')
  const people = [...players, eve]
  const bytes = people.map(({ page }) => record(page))
  // The time of the players' pages can be moved on.
  await Promise.all(players.map(({ page }) => page.clock.install()))
  await Promise.all([...players.map(({ page }) => page.reload()), eve.page.goto(`${site.server.url}/match/${match}`)])
  await Promise.all(people.map(({ page }) => page.waitForSelector('.table')))
  const seats = await Promise.all(
    players.map(({ page }) => page.getAttribute('[data-region="below"]', 'data-seat').then(Number)),
  )

  await playRandomly(players, random, 14)
  line.cut()
  await playRandomly(players, random, 22)
  expect(await site.server.end('SIGKILL')).toBeNull()
  await site.server.start()
  await playRandomly(players, random, 30)
  // The connection dies in silence. The player to act learns it when an answer is missed, the other one when a ping is.
  line.deafen()
  const states = await Promise.all(players.map(({ page }) => stateOf(page)))
  await players[states.indexOf('theirs')]!.page.clock.fastForward(PING_OVERDUE_MS)
  await playRandomly(players, random)

  const end = await versionOf(players[0].page)
  await vi.waitUntil(async () => (await versionOf(eve.page)) === end, { timeout: 60_000 })
  const totals = await Promise.all(people.map(({ page }) => page.locator('tfoot td.number').allInnerTexts()))
  expect(new Set(totals.map(String)).size).toBe(1)
  for (const [index, viewer] of ([seats[0], seats[1], 'spectator'] as (0 | 1 | 'spectator')[]).entries()) {
    expect(bytes[index]!.received.length).toBeGreaterThan(end)
    expect(await leaksOf(site.server.url, match, viewer, bytes[index]!)).toEqual([])
  }
  // The players know what spectators do not: there is something to find.
  const own = await Promise.all([0, 1].map((index) => leaksOf(site.server.url, match, 'spectator', bytes[index]!)))
  expect(own.flat().length).toBeGreaterThan(0)
  expect(people.flatMap(({ problems }) => problems).filter((problem) => !OF_THE_NETWORK.test(problem))).toEqual([])
})

it('an earlier position that cannot be fetched says why, and comes when it is asked for again', async () => {
  const { browser, server } = site
  const both = await seatTwoAt(browser, server.url, 'base', { version: 16, random: seededRandom(23) })
  const [{ page }] = both
  // A service worker that begins while the page goes offline may still reach the server.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.context().setOffline(true)
  await page.keyboard.press(',')
  await page.waitForSelector('.dock [role="alert"]:has-text("reach Curia")')
  await page.context().setOffline(false)
  await page.keyboard.press(',')
  await page.waitForSelector('.dock.history h2:has-text("position 15 of 16")')
  await Promise.all(both.map((visitor) => visitor.close()))
})
