import { beforeAll, expect, it, vi } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import { clipped, fittingSize, longestWordOf, widthOf } from '../../web/src/lib/text-width.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { atRest } from './support/at-rest.ts'
import type { Visitor } from './support/browser.ts'
import { visit } from './support/browser.ts'
import { openSite } from './support/site.ts'

/** As long as names may be: of several words, of one word of broad letters, and of broad characters. */
const NAMES = [
  ['Maximiliane v. Hohenberg', 'WMWMWMWMWMWMWMWMWMWMWMWM'],
  ['Ada', '千代田区立図書館友の会会長補佐代理見習佐藤花子さん'.slice(0, 24)],
] as const
const VIEWPORTS = [
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [360, 640],
  [390, 844],
  [640, 360],
] as const

const site = openSite()
const games: string[] = []
beforeAll(async () => {
  const { url } = site.server
  for (const [one, other] of NAMES) {
    const [first, second] = [await HttpPlayer.guest(url, one), await HttpPlayer.guest(url, other)]
    const { snapshot } = await first.create({ kind: 'agora-pantheon', seat: 0 })
    await second.join(snapshot.code!)
    await Promise.all([first.playOn(snapshot.match, pickAny), second.playOn(snapshot.match, pickAny)])
    await vi.waitUntil(async () => (await fetch(`${url}/v1/games/${snapshot.match}`)).ok, { timeout: 60_000 })
    games.push(snapshot.match)
  }
})

/** A page that shows a position of the middle of a game. */
async function replay(game: string): Promise<Visitor> {
  const visitor = await visit(site.browser, `${site.server.url}/games/${game}#v30-spectator`)
  await visitor.page.waitForSelector('.table')
  return visitor
}

it.each([0, 1])('long names are read in whole in the cities (%s)', async (index) => {
  const visitor = await replay(games[index]!)
  const { page } = visitor
  for (const [width, height] of VIEWPORTS) {
    await page.setViewportSize({ width, height })
    await page.waitForFunction((wide) => innerWidth === wide, width)
    await atRest(page)
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.city h2')].flatMap((place) => {
        const text = document.createRange()
        text.selectNodeContents(place)
        const { left, right, top, bottom } = place.closest('section')!.getBoundingClientRect()
        const beside = [...(place.closest('.head')?.querySelectorAll('.clock, .score') ?? [])]
        const out = [text, ...beside]
          .map((part) => part.getBoundingClientRect())
          .some((box) => box.left < left || box.right > right || box.top < top || box.bottom > bottom)
        const dotted = getComputedStyle(place).textOverflow === 'ellipsis'
        return out || dotted ? [place.outerHTML.slice(0, 200)] : []
      }),
    )
    expect([width, height, cut]).toEqual([width, height, []])
  }
  expect(visitor.problems).toEqual([])
  await visitor.close()
})

it('a size that fits keeps the words of a name whole, and is null if none does', () => {
  const limits = { width: 58, lines: 2, least: 9, largest: 11 }
  expect(fittingSize('Ada', limits)).toBe(11)
  for (const name of ['Ben van Dam', 'Cornelius', 'Ana Lucia', 'Ottokar II']) {
    const size = fittingSize(name, limits)!
    expect(size * longestWordOf(name)).toBeLessThanOrEqual(limits.width)
    expect(size * widthOf(name)).toBeLessThanOrEqual(limits.width * limits.lines)
  }
  expect(fittingSize('Donaudampfschiff', limits)).toBeNull()
})

it('what follows a thing in the log stands after its last word, also if that takes two lines', async () => {
  const visitor = await replay(games[0]!)
  const { page } = visitor
  // A high screen draws many lines of the log.
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.locator('.controls [role="slider"]').press('End')
  await page.waitForFunction(() => !location.hash.startsWith('#v30-'))
  await page.waitForFunction(() => document.querySelectorAll('.log .thing').length > 50)
  const apart = await page.evaluate(() => {
    document.querySelector<HTMLElement>('.log .lines')!.style.width = '90px'
    // Lines out of sight are laid out, too.
    for (const list of document.querySelectorAll<HTMLElement>('.log ol')) list.style.contentVisibility = 'visible'
    const things = [...document.querySelectorAll<HTMLElement>('.log .thing')]
    const signs = things.flatMap((thing) => {
      let next = thing.nextSibling
      while (next && !(next instanceof Text && next.length > 0)) next = next.nextSibling
      if (!(next instanceof Text) || !/^[.,:;]/.test(next.data)) return []
      const sign = document.createRange()
      sign.setStart(next, 0)
      sign.setEnd(next, 1)
      const last = [...thing.getClientRects()].at(-1)!
      const box = sign.getBoundingClientRect()
      return [
        {
          far: Math.abs(box.left - last.right),
          low: Math.abs(box.bottom - last.bottom),
          lines: thing.getClientRects().length,
        },
      ]
    })
    return {
      broken: signs.filter(({ lines }) => lines > 1).length,
      far: signs.filter(({ far, low }) => far > 1 || low > 4),
    }
  })
  expect(apart.broken).toBeGreaterThan(0)
  expect(apart.far).toEqual([])
  await visitor.close()
})

it('a name is cut off between characters where it would be too wide, and is left alone elsewhere', () => {
  expect(clipped('Ada', 14)).toBe('Ada')
  for (const name of ['W'.repeat(24), 'i'.repeat(40), '👩🏽‍🚀'.repeat(24), '千代田区立図書館友の会会長補佐代理']) {
    const shown = clipped(name, 14)
    expect(shown).toMatch(/…$/)
    expect(widthOf(shown)).toBeLessThanOrEqual(14)
    expect(name.startsWith(shown.slice(0, -1))).toBe(true)
  }
  expect(clipped('👩🏽‍🚀'.repeat(24), 14)).toMatch(/^(👩🏽‍🚀)+…$/u)
})
