/** A series on the page: choosing it, joining it, the score at the table, and the way from game to game. */
import { expect, it } from 'vitest'
import { clientsOfEachTest } from '../support/clients.ts'
import { clientOf } from '../support/guest.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { shoot } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come, comeAs } = visitorsOfEachTest(() => site)
const keep = clientsOfEachTest()

async function resign({ page }: Visitor): Promise<void> {
  await page.click('[aria-label="Draw, time, resign, call off"]')
  await page.click('[data-use="ask-resign"]')
  await page.click('[data-use="resign"]')
}

/** The games of each player that the table shows, by name. */
async function scoreOf({ page }: Visitor): Promise<string[]> {
  await page.waitForSelector('.table:is([data-state="yours"], [data-state="theirs"]) .won')
  const labels = await page.locator('.won').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')!))
  return [...new Set(labels)].sort()
}

it('is chosen for an invitation; the next game begins by itself, for players and spectators', async () => {
  const ada = await comeAs('Ada')
  await ada.page.click('summary:has-text("More options")')
  await ada.page.click('label:text-is("Bid for it")')
  await ada.page.click('label:text-is("Best of 3")')
  // The seats alternate: nobody bids for the first one.
  expect(await ada.page.locator('label:text-is("Bid for it"), input[name="bid"]').count()).toBe(0)
  await ada.page.click('label:text-is("I go first")')
  await ada.page.click('[role="switch"]:has(span:text-is("Private"))')
  await shoot(ada, 'series-create')
  await ada.page.click('[data-use="invite"]')
  await ada.page.waitForSelector('.invitation:has-text("Best of 3")')
  const link = await ada.page.locator('.invitation input').inputValue()
  const code = link.split('/').at(-1)!
  const match = new URL(ada.page.url()).pathname

  const ben = await come(new URL(link).pathname, 'phone')
  await ben.page.waitForSelector('li:has-text("Best of 3")')
  await ben.page.fill('#player-name', 'Ben')
  await ben.page.click('[data-use="join"]')
  await ben.page.waitForSelector('.table')
  const eve = await comeAs('Eve')
  await eve.page.goto(`${site.server.url}${match}?code=${code}`)
  await eve.page.waitForSelector('.table')
  for (const visitor of [ada, ben, eve]) {
    expect(await scoreOf(visitor)).toEqual(['Ada: 0 in the series', 'Ben: 0 in the series'])
  }

  await resign(ada)
  await eve.page.waitForSelector('[data-use="series"]:has-text("Ada 0 – 1 Ben")')
  // Nobody presses anything.
  await Promise.all([ada, ben, eve].map(({ page }) => page.waitForURL((url) => url.pathname !== match)))
  for (const visitor of [ada, ben, eve]) {
    expect(await scoreOf(visitor)).toEqual(['Ada: 0 in the series', 'Ben: 1 in the series'])
  }
  expect(new Set([ada, ben, eve].map(({ page }) => new URL(page.url()).pathname)).size).toBe(1)
  await shoot(ben, 'series-second-game')
  expect(await faultsOf(ada.page)).toEqual([])

  await resign(ada)
  for (const { page } of [ada, ben, eve]) {
    await page.waitForSelector('[data-use="series"]:has-text("Ben wins the series 2 – 0.")')
    expect(await page.locator('[data-use="next"]').count()).toBe(0)
  }
  await shoot(ada, 'series-over')
  await ben.page.click('[data-use="rematch"]')
  await ada.page.waitForSelector('.wanted:has-text("Ben wants a rematch")')
})

it('goes on when someone presses, and waits for whoever stays', async () => {
  const host = keep(await clientOf(site.server.url, 'Cleo'))
  const match = await host.create({ listed: true, series: { best: 5 }, seat: 0 })
  const dan = await comeAs('Dan')
  const row = dan.page.locator('.table.entry:has-text("Best of 5")')
  await row.locator('button').click()
  await dan.page.waitForSelector('.table[data-state]')
  const address = dan.page.url()
  const next = match.nextGame()
  await match.resign()
  await dan.page.click('text=Stay here')
  await dan.page.waitForSelector('.wanted:has-text("The next game has started.")')
  expect(dan.page.url()).toBe(address)
  await dan.page.click('[data-use="next"]')
  await dan.page.waitForURL(`**/match/${(await next).id}`)
  expect(await scoreOf(dan)).toEqual(['Cleo: 0 in the series', 'Dan: 1 in the series'])
  await dan.page.goto(site.server.url)
  await dan.page.waitForSelector('a.entry:has-text("Best of 5, game 2")')
})
