import { describe, expect, it } from 'vitest'
import type { LiveMatch } from '../../client/src/index.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { faultsOf } from './support/axe.ts'
import type { Visitor } from './support/browser.ts'
import { shoot } from './support/browser.ts'
import { endBy } from './support/endings.ts'
import type { Guest } from './support/session.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come } = visitorsOfEachTest(() => site)
const keep = clientsOfEachTest()

/** The first player, with a page of their own. */
async function player(moving: boolean): Promise<{ visitor: Visitor; guest: Guest }> {
  const guest = await guestWithSession(site.server.url, 'Ada')
  keep(guest.curia)
  const visitor = await come('/', 'desktop', 'en-GB', { moving })
  await guest.lend(visitor)
  return { visitor, guest }
}

/** Shows each match; its end stays until a key is pressed. */
const watching =
  ({ page }: Visitor) =>
  async (match: LiveMatch): Promise<void> => {
    await page.goto(`${site.server.url}/match/${match.id}`)
    await page.waitForSelector('.table')
    await page.evaluate(() => {
      for (const name of ['end', 'quiet-end']) document.documentElement.style.setProperty(`--ms-${name}`, '600000ms')
    })
  }

/** What the animations of the end change, once it is shown; and whether any of them still runs. */
const animationsOf = ({ page }: Visitor): Promise<{ changes: string[]; running: number }> =>
  page.evaluate(() => {
    const all = document
      .getAnimations()
      .filter(({ effect }) => (effect as KeyframeEffect).target?.closest('[data-end]'))
    const frames = all.flatMap(({ effect }) => (effect as KeyframeEffect).getKeyframes())
    const names = new Set(frames.flatMap((frame) => Object.keys(frame)))
    for (const name of ['offset', 'computedOffset', 'easing', 'composite']) names.delete(name)
    return { changes: [...names], running: all.filter(({ playState }) => playState === 'running').length }
  })

describe('the end of a game', () => {
  it.each([
    ['military', 'road', 'Military victory', "You stand in Ben's capital"],
    ['science', 'hexagon', 'Scientific victory', 'You have six different symbols'],
    ['politics', 'half-ring', 'Political victory', 'You rule all six chambers'],
    ['resignation', 'flag', 'You win!', 'Ben resigned'],
  ] as const)(
    'by %s is played on the table, and then the result has the same piece',
    async (by, piece, headline, why) => {
      const { visitor, guest } = await player(true)
      const { page } = visitor
      const { winner } = (await endBy(site.server.url, guest, by, watching(visitor))).value.snapshot.outcome!
      await page.waitForSelector(`[data-end="${by}"] [data-piece="${piece}"]`)
      const { changes } = await animationsOf(visitor)
      expect(changes.filter((one) => !['transform', 'translate', 'opacity'].includes(one))).toEqual([])
      await expect.poll(async () => (await animationsOf(visitor)).running).toBe(0)
      await shoot(visitor, `end-${by}`)
      await page.keyboard.press('Enter')
      const result = page.locator(`.result[data-result="${by}"]`)
      await result.waitFor()
      expect(await page.locator('[data-end]').count()).toBe(0)
      expect(winner).toBe(0)
      expect(await result.locator('h1').innerText()).toBe(headline)
      // A name is set apart from what is written around it.
      expect((await result.locator('.headline p').innerText()).replaceAll(/[\u2066-\u2069]/g, '')).toContain(why)
      expect(await result.locator(`[data-piece="${piece}"]`).count()).toBe(1)
      // Points have not decided: a table of them, in which the loser may lead, is shown only to those who ask.
      expect(await result.locator('table').isVisible()).toBe(false)
      await shoot(visitor, `result-${by}`)
      expect(await faultsOf(page)).toEqual([])
    },
  )

  it('by points is counted part by part, and the result has the table of them', async () => {
    const { visitor, guest } = await player(true)
    const { page } = visitor
    const match = await endBy(site.server.url, guest, 'civilian', watching(visitor))
    const { scores } = match.value.snapshot
    await page.waitForSelector('[data-end] [data-piece="columns"]')
    const sums = page.locator('[data-end] .sum')
    await expect.poll(() => sums.allInnerTexts()).toEqual([String(scores![0].total), String(scores![1].total)])
    await shoot(visitor, 'end-civilian')
    await page.locator('[data-end]').click()
    await page.waitForSelector('.result table')
    await shoot(visitor, 'result-civilian')
    expect(await faultsOf(page)).toEqual([])
  })

  it('is its last frame at once for those who want no motion', async () => {
    const { visitor, guest } = await player(false)
    await endBy(site.server.url, guest, 'resignation', watching(visitor))
    await visitor.page.waitForSelector('[data-end] .headline')
    const { changes } = await animationsOf(visitor)
    expect(changes.filter((one) => one !== 'opacity')).toEqual([])
    await expect.poll(async () => (await animationsOf(visitor)).running).toBe(0)
    expect(await visitor.page.locator('[data-end] svg.flag').isVisible()).toBe(true)
    expect(await faultsOf(visitor.page)).toEqual([])
    await visitor.page.keyboard.press(' ')
    await visitor.page.waitForSelector('.result')
  })
})
