/** Tournaments on the page: opened, joined, started, played and won. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { TournamentAnswer } from '../../src/protocol/index.ts'
import { faultsOf } from './support/axe.ts'
import { shoot } from './support/browser.ts'
import { accountWithSession, guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
/** The server refuses somebody whose rating is outside the range. */
const { comeWith } = visitorsOfEachTest(
  () => site,
  (problem) => problem.includes('403') && problem.endsWith('/join'),
)

const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!

it('a host opens one, a guest joins, both play, and the winner has their moment', async () => {
  const host = await accountWithSession(site.server.url, 'Livia')
  const guest = await guestWithSession(site.server.url, 'Gaius')
  const visitor = await comeWith(host, '/')
  const { page } = visitor
  await page.click('a[href="/tournaments"]')
  await page.waitForSelector('text="No tournament has been opened yet."')
  await page.fill('form input:not([type])', 'Club evening')
  await page.click('label:text-is("Knock-out")')
  await page.click('[data-use="open-tournament"]')
  await page.waitForURL('**/tournaments/*')
  const id = idIn(page)
  await page.click('[data-use="join"]')
  await page.waitForSelector('[data-use="leave-tournament"]')

  const other = await comeWith(guest, `/tournaments/${id}`, 'phone')
  await other.page.click('[data-use="join"]')
  await other.page.waitForSelector('[data-use="leave-tournament"]')
  expect(await other.page.locator('[data-use="start"], [data-use="cancel"]').count()).toBe(0)
  await page.click('[data-use="start"]')
  await other.page.click('[data-use="your-match"]')
  await other.page.waitForSelector('.table')
  const match = idIn(other.page)
  await (await guest.curia.watch(match)).resign()
  await other.page.click('dialog [data-use="tournament"]')
  await other.page.waitForURL(`**/tournaments/${id}`)
  for (const one of [page, other.page]) {
    await one.waitForSelector('[data-region="winner"]:has-text("Livia")')
  }
  await page.click('[data-use="crosstable"]')
  await page.waitForSelector('table >> nth=1')
  const { tournament } = (await (await fetch(`${site.server.url}/v1/tournaments/${id}`)).json()) as TournamentAnswer
  expect(tournament).toMatchObject({ format: 'knock-out', status: 'ended', players: 2, lives: 1 })
  for (const [name, one] of [
    ['desktop', visitor],
    ['phone', other],
  ] as const) {
    await shoot(one, `tournament-won-${name}`)
    expect(await faultsOf(one.page)).toEqual([])
  }
  host.curia.close()
  guest.curia.close()
})

it('a host can cancel one, and the page says what the server refuses', async () => {
  const host = await accountWithSession(site.server.url, 'Drusilla')
  const visitor = await comeWith(host, '/tournaments', 'phone')
  const { page } = visitor
  await page.fill('form input:not([type])', 'Nobody comes')
  await page.fill('[name="rating-least"]', '1600')
  await page.setViewportSize({ width: 320, height: 640 })
  const isWide = (): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(await isWide()).toBe(false)
  await shoot(visitor, 'tournament-new-320')
  expect(await faultsOf(page)).toEqual([])
  await page.fill('[name="rating-most"]', '1500')
  await page.click('[data-use="open-tournament"]')
  await page.waitForSelector('[role="alert"]:has-text("The lowest rating is higher than the highest one.")')
  await page.fill('[name="rating-most"]', '')
  await page.click('[data-use="open-tournament"]')
  await page.waitForURL('**/tournaments/*')
  await page.waitForSelector('text=/rating from 1600/')
  await page.click('[data-use="join"]')
  await page.waitForSelector('[role="alert"]:has-text("Your rating is outside the range.")')
  expect(await isWide()).toBe(false)
  await page.click('[data-use="cancel"]')
  await page.waitForSelector('text=/Cancelled/')
  host.curia.close()
})
