import { describe, expect, it } from 'vitest'
import { seededRandom } from '../support/random.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { shoot } from './support/browser.ts'
import { untilListed } from './support/listed.ts'
import { seatTwoAt } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { visitors, come } = visitorsOfEachTest(() => site)

async function seatAt(version: number): Promise<[Visitor, Visitor]> {
  const both = await seatTwoAt(site.browser, site.server.url, 'base', { version, random: seededRandom(32) })
  visitors.push(...both)
  return both
}

const idOf = ({ page }: Visitor): string => new URL(page.url()).pathname.split('/').at(-1)!

describe('the result of a match', () => {
  it('that was aborted has no points', async () => {
    const [ada, ben] = await seatAt(2)
    await ada.page.click('[aria-label="Draw, time, resign, call off"]')
    await ada.page.click('[data-use="ask-abort"]')
    await ada.page.click('[data-use="abort"]')
    for (const { page } of [ada, ben]) {
      await page.waitForSelector('.result h1:has-text("called off")')
      expect(await page.locator('.result').locator('table, [data-use="points"], .number').count()).toBe(0)
    }
  })

  it('says what has decided, and shows points that have not decided only to those who ask, as such', async () => {
    const [ada, ben] = await seatAt(20)
    await ben.page.click('[aria-label="Draw, time, resign, call off"]')
    await ben.page.click('[data-use="ask-resign"]')
    await ben.page.click('[data-use="resign"]')
    await ada.page.waitForSelector('.result h1:has-text("You win")')
    expect(await ada.page.locator('.headline').innerText()).toContain('Ben resigned')
    const points = ada.page.locator('.result table')
    expect(await points.isVisible()).toBe(false)
    await ada.page.click('[data-use="points"]:has-text("they didn")')
    await points.waitFor()
    expect(await points.locator('.icon[aria-label="Winner"]').count()).toBe(0)
    expect(await faultsOf(ada.page)).toEqual([])
    await shoot(ada, 'result-not-by-points')

    // Neither does a list of games show points that have not decided.
    const id = idOf(ada)
    await untilListed(site.server.url, id)
    const eve = await come('/games')
    const row = eve.page.locator(`a[href="/games/${id}"]`)
    await row.waitFor()
    expect(await row.locator('.number').count()).toBe(0)
    expect(await row.locator('.won:has-text("Ada") [aria-label="Winner"]').count()).toBe(1)
    expect(await row.locator('[aria-label="Winner"]').count()).toBe(1)
  })
})
