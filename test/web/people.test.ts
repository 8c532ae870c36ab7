/** Players find each other on the page, and follow each other. */
import { expect, it } from 'vitest'
import { faultsOf } from './support/axe.ts'
import { shoot } from './support/browser.ts'
import { untilListed } from './support/listed.ts'
import { accountWithSession, guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come, comeWith } = visitorsOfEachTest(() => site)

it('someone is found by the beginning of the name, followed, and watched, until they block the follower', async () => {
  const [livia, gaius, guest] = [
    await accountWithSession(site.server.url, 'Livia'),
    await accountWithSession(site.server.url, 'Gaius'),
    await guestWithSession(site.server.url, 'Titus'),
  ]
  await livia.curia.connect()
  const { match, snapshot } = (await livia.curia.create({ visibility: 'public' })).value
  await guest.curia.join({ code: snapshot.code! })
  const visitor = await comeWith(gaius, '/leaderboards', 'phone')
  const { page } = visitor
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
  await page.goto(`${site.server.url}/leaderboards`)
  await search()
  await page.waitForSelector('text="No account has a name that begins like this."')
  expect(await page.locator('[data-use="following"]').count()).toBe(0)
  for (const { curia } of [livia, gaius, guest]) curia.close()
})

it('finished games are found by what they were, when, and who played', async () => {
  const [livia, gaius, guest] = [
    await accountWithSession(site.server.url, 'Drusilla'),
    await accountWithSession(site.server.url, 'Flavia'),
    await guestWithSession(site.server.url, 'Titus'),
  ]
  const played = async (host: typeof livia, kind: 'base' | 'agora'): Promise<void> => {
    const { match, snapshot } = (await host.curia.create({ kind })).value
    await guest.curia.join({ code: snapshot.code! })
    await (await host.curia.watch(match)).resign()
    await untilListed(site.server.url, match)
  }
  await played(livia, 'base')
  await played(gaius, 'agora')
  const visitor = await come('/games', 'phone')
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
