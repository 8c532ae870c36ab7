/** Players find each other on the page, and follow each other. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { faultsOf } from './support/axe.ts'
import { launch, shoot, visit } from './support/browser.ts'
import { accountWithSession, guestWithSession } from './support/session.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const visitors = visitorsOfEachTest()
let server: Server
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launch()])
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
})

it('someone is found by the beginning of the name, followed, and watched, until they block the follower', async () => {
  const [livia, gaius, guest] = [
    await accountWithSession(server.url, 'Livia'),
    await accountWithSession(server.url, 'Gaius'),
    await guestWithSession(server.url, 'Titus'),
  ]
  await livia.curia.connect()
  const { match, snapshot } = (await livia.curia.create({ visibility: 'public' })).value
  await guest.curia.join({ code: snapshot.code! })
  const visitor = await visit(browser, `${server.url}/leaderboards`, 'phone')
  visitors.push(visitor)
  await gaius.lend(visitor)
  const { page } = visitor
  await page.reload()
  const search = async (): Promise<void> => {
    await page.fill('[data-region="people"] input', 'LIV')
    await page.click('[data-use="search-players"]')
  }
  await search()
  await page.click('[data-use="found"] li:has-text("Livia") [data-use="follow"]')
  await page.waitForSelector('[data-use="following"] li:has-text("Livia"):has-text("online")')
  await shoot(visitor, 'people')
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.click(`[data-use="following"] a[href="/match/${match}"]`)
  await page.waitForSelector('.table')

  await livia.curia.block(gaius.curia.session.value.player!.id)
  await page.goto(`${server.url}/leaderboards`)
  await search()
  await page.waitForSelector('text="No account has a name that begins like this."')
  expect(await page.locator('[data-use="following"]').count()).toBe(0)
  for (const { curia } of [livia, gaius, guest]) curia.close()
})

it('finished games are found by what they were, when, and who played', async () => {
  const [livia, gaius, guest] = [
    await accountWithSession(server.url, 'Drusilla'),
    await accountWithSession(server.url, 'Flavia'),
    await guestWithSession(server.url, 'Titus'),
  ]
  const played = async (host: typeof livia, kind: 'base' | 'agora'): Promise<void> => {
    const { match, snapshot } = (await host.curia.create({ kind })).value
    await guest.curia.join({ code: snapshot.code! })
    await (await host.curia.watch(match)).resign()
    await expect.poll(async () => (await fetch(`${server.url}/v1/games/${match}`)).status).toBe(200)
  }
  await played(livia, 'base')
  await played(gaius, 'agora')
  const visitor = await visit(browser, `${server.url}/games`, 'phone')
  visitors.push(visitor)
  const { page } = visitor
  const shown = (name: string) => page.locator(`a[href^="/games/"]:has-text("${name}")`).count()
  const expectShown = async (...names: string[]): Promise<void> => {
    for (const name of ['Drusilla', 'Flavia']) {
      await expect.poll(() => shown(name)).toBe(names.includes(name) ? 1 : 0)
    }
  }
  await expectShown('Drusilla', 'Flavia')
  await page.click('summary:has-text("Filter")')
  const filter = (): Promise<void> => page.click('[data-use="filter"]')
  await page.selectOption('select[name="kind"]', 'agora')
  await filter()
  await expectShown('Flavia')
  await page.selectOption('select[name="kind"]', '')
  await page.fill('details input:not([type])', 'drus')
  await page.selectOption('select[name="by"]', 'resignation')
  await filter()
  await expectShown('Drusilla')
  await shoot(visitor, 'games-filtered')
  expect(await faultsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.fill('input[name="until"]', '2020-02-29')
  await filter()
  await page.waitForSelector('text="No games like these."')
  for (const { curia } of [livia, gaius, guest]) curia.close()
})
