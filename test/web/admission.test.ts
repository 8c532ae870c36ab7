/** Open tables that admit some players only, on the page. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Curia } from '../../client/src/index.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { clientOf } from '../support/guest.ts'
import { faultsOf } from './support/axe.ts'
import { shoot } from './support/browser.ts'
import { accountWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come, comeAs } = visitorsOfEachTest(() => site)
const keep = clientsOfEachTest()
const player = async (name: string): Promise<Curia> => keep(await clientOf(site.server.url, name))

const rowOf = (page: Page, host: string) => page.locator(`.table.entry:has-text("${host}")`)

it('a host says whom their table admits, and everybody reads it', async () => {
  const host = await comeAs('Ada')
  const { page } = host
  await page.click('summary:has-text("More options")')
  await page.fill('input[name="rating-least"]', '1700')
  await page.fill('input[name="rating-most"]', '1400')
  await page.click('[data-use="open-table"]')
  await page.waitForSelector('[role="alert"]:has-text("The lowest rating is higher than the highest one.")')
  await page.fill('input[name="rating-least"]', '1300')
  await page.click('[role="switch"]:has-text("Accounts only")')
  await shoot(host, 'admission-create')
  expect(await faultsOf(page)).toEqual([])
  await page.click('[data-use="open-table"]')
  await page.waitForSelector('.invitation:has-text("rating 1300–1400 · accounts only")')
  const link = await page.locator('.invitation input').inputValue()

  const guest = await come(new URL(link).pathname, 'phone')
  await guest.page.waitForSelector('text=rating 1300–1400 · accounts only')
  await guest.page.waitForSelector('text=This table is for players with an account.')
  expect(await guest.page.locator('[data-use="join"]').count()).toBe(0)
  await shoot(guest, 'admission-join')
})

it('an invitation admits everybody, whatever is said for tables', async () => {
  const host = await comeAs('Ada')
  await host.page.click('summary:has-text("More options")')
  await host.page.fill('input[name="rating-least"]', '2400')
  await host.page.click('[data-use="invite"]')
  const link = await host.page.locator('.invitation input').inputValue()
  const guest = await player('Ben')
  await guest.join({ code: new URL(link).pathname.split('/').at(-1)! })
  await host.page.waitForSelector('.table')
})

it('a player whom a table does not admit reads why, and cannot sit down', async () => {
  const [high, low, account, all] = await Promise.all(['Hanna', 'Lou', 'Aco', 'Alba'].map(player))
  const terms = { clock: 'blitz', listed: true } as const
  await high!.create({ ...terms, admits: { rating: { least: 1600 } } })
  await low!.create({ ...terms, admits: { rating: { least: 1400, most: 1500 } } })
  await account!.create({ ...terms, admits: { accounts: true } })
  await all!.create(terms)
  const guest = await comeAs('Ben')
  const { page } = guest

  await rowOf(page, 'Hanna').locator('[data-use="not-admitted"]:has-text("Your rating: 1500")').waitFor()
  expect(await rowOf(page, 'Hanna').innerText()).toMatch(/rating from 1600/i)
  expect(await rowOf(page, 'Hanna').locator('button').count()).toBe(0)
  expect(await rowOf(page, 'Aco').innerText()).toMatch(/accounts only/i)
  expect(await rowOf(page, 'Aco').locator('button').count()).toBe(0)
  await rowOf(page, 'Aco').locator('a:has-text("Account needed")').waitFor()
  expect(await rowOf(page, 'Alba').innerText()).not.toMatch(/rating|accounts/i)
  await rowOf(page, 'Alba').locator('button:has-text("Sit down")').waitFor()
  await shoot(guest, 'admission-tables')
  expect(await faultsOf(page)).toEqual([])
  expect(await rowOf(page, 'Lou').innerText()).toMatch(/rating 1400–1500/i)
  await rowOf(page, 'Lou').locator('button:has-text("Sit down")').click()
  await page.waitForSelector('.table')
})

it('the rating of an account decides at which tables it can sit down', async () => {
  const [high, low, account] = await Promise.all(['Helga', 'Lars', 'Dana'].map(player))
  const terms = { clock: 'blitz', listed: true } as const
  await high!.create({ ...terms, admits: { rating: { least: 1600 } } })
  await low!.create({ ...terms, admits: { rating: { most: 1500 } } })
  await account!.create({ ...terms, admits: { rating: { least: 1600 }, accounts: true }, clock: 'correspondence-1' })
  const rita = await accountWithSession(site.server.url, 'Rita')
  const curia = keep(rita.curia)
  const visitor = await come('/settings')
  const { page } = visitor
  const rating = { rating: 1712.4, deviation: 60, provisional: false, games: 40 }
  await page.route(`**/v1/players/${curia.session.value.player!.id}`, (route) =>
    route.fulfill({ json: { ratings: { 'base-real-time': rating } } }),
  )
  await rita.lend(visitor)
  await page.goto(site.server.url)
  await rowOf(page, 'Lars').locator('[data-use="not-admitted"]:has-text("Your rating: 1712")').waitFor()
  await rowOf(page, 'Helga').locator('button:has-text("Sit down")').waitFor()
  await rowOf(page, 'Dana').locator('[data-use="not-admitted"]:has-text("Your rating: 1500")').waitFor()
  // The server decides: it knows of no rated game of this account.
  await rowOf(page, 'Helga').locator('button').click()
  await page.waitForSelector('[role="alert"]:has-text("Your rating is outside the range.")')
})
