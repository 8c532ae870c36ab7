import { expect, it } from 'vitest'
import { seatTwo } from './support/play.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { visitors } = visitorsOfEachTest(() => site)

/** With which each city begins. */
const COINS = 7

it('the price of a wonder in the draft looks as if it could be paid only if there are coins enough', async () => {
  visitors.push(...(await seatTwo(site.browser, site.server.url, 'Base game')))
  const { page } = visitors[0]!
  const wonders = page.locator('.draft [data-wonder]')
  const met: boolean[] = []
  for (let index = 0; index < 4; index += 1) {
    const wonder = wonders.nth(index)
    await wonder.hover()
    const title = page.locator('.inspector .price h3')
    await page.waitForSelector('.inspector .price h3:has-text("Built now, it would cost you")')
    const text = await title.innerText()
    const coins = Number(/cost you (\d+)/.exec(text)?.[1])
    const isGood = await title.evaluate((element) => element.classList.contains('good'))
    expect([text, isGood]).toEqual([text, coins <= COINS])
    expect(text.includes(`${coins - COINS} more than you have`)).toBe(coins > COINS)
    met.push(isGood)
  }
  expect(met).toContain(false)
})
