import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { drawn } from '../support/drawn.ts'
import { seededRandom } from '../support/random.ts'
import type { Size, Visitor } from './support/browser.ts'
import { show } from './support/browser.ts'
import { playRandomly, seatTwo } from './support/play.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { visitors, come } = visitorsOfEachTest(() => site)

/** Someone at the table of their first game. */
async function begin(size?: Size): Promise<Visitor> {
  const visitor = await come('/', size)
  await visitor.page.click('[data-use="play-now"]')
  await visitor.page.waitForSelector('.table[data-state="yours"]')
  return visitor
}

/** The page of someone who is told of a card. In some games nobody is: then there is another one. */
async function toldOfCard(): Promise<Page> {
  for (;;) {
    const visitor = await begin()
    const { page } = visitor
    // All that is told before is known.
    await page.evaluate(() =>
      localStorage.setItem(
        'curia.notes',
        JSON.stringify(['draft', 'first-turn', 'opponent', 'pawn', 'loot', 'revealed', 'age']),
      ),
    )
    for (let version = 9; (await page.locator('.table[data-state="ended"]').count()) === 0; version += 1) {
      await playRandomly([visitor], seededRandom(version), version)
      await page.waitForSelector('.table[data-state="yours"], .table[data-state="ended"]')
      if ((await page.locator('.slip.shown[data-at^="slot:"]').count()) > 0) return page
      if ((await page.locator('.slip.shown').count()) > 0) await page.click('[data-use="got-it"]')
    }
  }
}

const note = (page: Page): Promise<string> => page.locator('.slip .text').innerText()

/** What can be acted on and is not hit where it is in sight: something lies over it. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const slip = document.querySelector('.slip')!
    return [...document.querySelectorAll<HTMLElement>('.table [data-open], .dock')].flatMap((thing) => {
      const { left, top, right, bottom } = thing.getBoundingClientRect()
      const box = slip.getBoundingClientRect()
      const apart = box.right <= left + 1 || box.left >= right - 1 || box.bottom <= top + 1 || box.top >= bottom - 1
      return apart ? [] : [thing.outerHTML.slice(0, 80)]
    })
  })

describe('the notes of a first game', () => {
  it.each(drawn(['desktop', 'phone', 'tablet', 'landscape'] as const, 2))(
    'on a %s begin with the draft, and cover nothing that can be acted on',
    async (size) => {
      const { page } = await begin(size)
      await page.waitForSelector('.slip.shown[data-at="region:draft"][data-of="you"]')
      expect(await note(page)).toMatch(/These four wonders are up for grabs\. .*Novice bot.* takes two/)
      expect(await covered(page)).toEqual([])
      await playRandomly(visitors, seededRandom(7), 9)
      await page.waitForSelector('.table[data-state="yours"]')
      await page.keyboard.press('Escape')
      expect(await covered(page)).toEqual([])
    },
  )

  it('come once each: what was understood is not said again, also in another game', async () => {
    const visitor = await begin()
    const { page } = visitor
    await page.waitForSelector('.slip.shown[data-at="region:draft"]')
    await page.click('[data-use="got-it"]')
    await page.waitForSelector('.slip:not(.shown)', { state: 'attached' })
    const told = new Set<string>()
    for (let version = 2; told.size < 3 && version < 80; version += 4) {
      await playRandomly([visitor], seededRandom(version), version)
      await page.waitForSelector('.table[data-state="yours"], .table[data-state="ended"]')
      if ((await page.locator('.slip.shown').count()) === 0) continue
      const said = await note(page)
      expect(told).not.toContain(said)
      told.add(said)
      await page.click('[data-use="got-it"]')
    }
    // The first turn, what the opponent did, and more.
    expect(told.size).toBe(3)
    expect([...told].some((said) => said.startsWith('These four wonders'))).toBe(false)
  })

  it('point at the card that they speak of', async () => {
    const page = await toldOfCard()
    const at = (await page.getAttribute('.slip', 'data-at'))!.split(':')[1]!
    await page.waitForSelector(`[data-slot="${at}"][data-open]`)
    const end = await page.locator('.pointer circle').boundingBox()
    const card = await page.locator(`[data-slot="${at}"]`).boundingBox()
    const x = end!.x + end!.width / 2
    expect(x).toBeGreaterThan(card!.x)
    expect(x).toBeLessThan(card!.x + card!.width)
  })

  it('can be switched off at the table, and on again in the settings', async () => {
    const visitor = await begin()
    const { page } = visitor
    const table = new URL(page.url()).pathname
    await page.click('[data-use="no-notes"]')
    await page.waitForSelector('.slip:not(.shown)', { state: 'attached' })
    await show(visitor, '/settings')
    const setting = page.locator('[role="switch"]:has-text("Explain the game")')
    expect(await setting.getAttribute('aria-checked')).toBe('false')
    await setting.click()
    await show(visitor, table)
    await page.waitForSelector('.slip.shown[data-at="region:draft"]')
  })

  it('are read out by screen readers after what they read, and take no focus', async () => {
    const { page } = await begin()
    await page.waitForSelector('.slip .text[role="status"]:has-text("up for grabs")')
    expect(await page.evaluate(() => document.activeElement?.closest('.slip') ?? null)).toBeNull()
  })

  it('are not there in a game between two people', async () => {
    const seats = await seatTwo(site.browser, site.server.url, 'Base game')
    visitors.push(...seats)
    await Promise.all(seats.map(({ page }) => page.waitForSelector('.dock h2')))
    for (const { page } of seats) expect(await page.locator('.slip.shown').count()).toBe(0)
  })
})
