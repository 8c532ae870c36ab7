import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/guest.ts'
import { shoot, show } from './support/browser.ts'
import { openSite } from './support/site.ts'
import { tooWide } from './support/sizes.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { comeAs } = visitorsOfEachTest(() => site)

describe('the lobby', () => {
  it.each(['en-GB', 'de-DE', 'fr-FR'])('in %s is no wider than the window, whatever its size', async (language) => {
    const { page } = await comeAs('Ada', language)
    await page.waitForSelector('#about')
    expect(await tooWide(page)).toEqual([])
  })

  it('begins with the two actions: both are in sight on a phone', async () => {
    const { page } = await comeAs('Ada')
    await page.setViewportSize({ width: 390, height: 844 })
    for (const action of ['find', 'play-bot']) {
      const { y, height } = (await page.locator(`[data-use="${action}"]`).boundingBox())!
      expect(y + height).toBeLessThan(600)
    }
  })

  it('keeps the kind of game, the time and the level that were chosen last', async () => {
    const visitor = await comeAs('Ada')
    const { page } = visitor
    const choices = ['text-is("Pantheon")', 'text-is("30 + 20")', 'is([title="Master"])']
    for (const choice of choices) await page.click(`label:${choice}`)
    await page.reload()
    for (const choice of choices) await page.waitForSelector(`label:has(input:checked):${choice}`)
    await page.waitForSelector('[data-use="find"]:has-text("Pantheon · 30 min + 20 s")')
    await page.waitForSelector('[data-use="play-bot"]:has-text("Play the Master bot")')
  })

  it('has what nobody used this week behind one button, but not what the player has chosen', async () => {
    const waiting = await clientOf(site.server.url, 'Wim')
    try {
      const visitor = await comeAs('Ada')
      const { page } = visitor
      const labels = (): Promise<string[]> =>
        page.locator('.lobby .segments label').evaluateAll((all) => all.map((label) => label.textContent.trim()))
      const everything = ['Base game', 'Agora', 'Pantheon', 'Agora and Pantheon', '5 + 5', '15 + 10', '30 + 20']
      const known = page.waitForResponse((response) => response.url().endsWith('/v1/pools'))
      await page.reload()
      await known
      await page.waitForSelector('.waiting:has-text("nobody")')
      // Nobody has used any: they are all the same.
      expect(await labels()).toEqual(expect.arrayContaining(everything))
      expect(await page.locator('[data-use="all-pools"]').count()).toBe(0)

      await waiting.queue.join({ kind: 'agora', clock: 'slow', rated: false })
      await page.click('label:text-is("5 + 5")')
      await page.reload()
      await page.waitForSelector('[data-use="all-pools"]')
      expect(await labels()).toEqual(['Base game', 'Agora', '5 + 5', 'no clock'])
      await shoot(visitor, 'lobby-fewer')
      await page.click('label:text-is("Agora")')
      await expect.poll(labels).toEqual(['Base game', 'Agora', '5 + 5', '30 + 20', 'no clock'])
      await page.click('[data-use="all-pools"]')
      await expect.poll(labels).toEqual(expect.arrayContaining(everything))
      expect(await page.locator('[data-use="all-pools"]').count()).toBe(0)
    } finally {
      await waiting.queue.leave()
      waiting.close()
    }
  })

  it('says what starts what: only the quick game is laurel, and without a clock it says why there is none', async () => {
    const { page } = await comeAs('Ada')
    await page.waitForSelector('[data-use="find"]:not([disabled])')
    expect(await page.locator('.lobby .button.main').count()).toBe(1)
    await page.click('label:text-is("no clock")')
    await page.waitForSelector('[data-use="find"][disabled]:has-text("send a link")')
  })

  it('is whole on an evening without any game: each list says so, and the page offers what there is', async () => {
    const visitor = await comeAs('Ada')
    const { page } = visitor
    await show(visitor, '/')
    for (const heading of ['Your games', 'Open tables', 'Live now', 'About']) {
      const list = page.locator(`.listed:has(h2:text-is("${heading}"))`)
      await list.waitFor()
      expect(await list.locator('p').count()).toBeGreaterThan(0)
    }
  })
})
