import { describe, expect, it } from 'vitest'
import type { Visitor } from './support/browser.ts'
import { visit } from './support/browser.ts'
import { openLesson, showAsLessons } from './support/lessons.ts'
import { EVERY_DECISION, positionsOf } from './support/positions.ts'
import { openSite } from './support/site.ts'

const positions = positionsOf(...EVERY_DECISION)
const site = openSite()

/** What is told apart from the page by its colour or its shape alone: everything that is no text. */
const THINGS = [
  '.military li',
  '.military .wall',
  '.military .pawn path',
  '.military .token',
  '.military .owl',
  '.structure .card',
  '.back',
  '.back .numeral',
  '.face .band',
  '.token-hex .glass',
  '.coin',
  'i.mark',
  '.resource',
  '.decree',
  '.mythology',
  '.offering',
  '.niche .arch',
]
/** The same of cities, which a phone has in its sheets. */
const THINGS_OF_CITIES = ['.mini', '.owned']

/** Runs in the page: things on it that cannot be told apart from the page, and what is offered without a sign of it. */
function lost(selectors: readonly string[]): { seen: string[]; lost: string[] } {
  const probe = document.createElement('i')
  probe.style.backgroundColor = 'Canvas'
  document.body.append(probe)
  const canvas = getComputedStyle(probe).backgroundColor
  probe.remove()
  const shows = (colour: string): boolean => colour !== canvas && !/^(transparent|rgba\(.*, 0(\.0*)?\))$/.test(colour)
  const isDrawn = (element: Element): boolean => {
    const style = getComputedStyle(element)
    const isLine = (kind: string, width: string, colour: string): boolean =>
      kind !== 'none' && parseFloat(width) >= 1 && shows(colour)
    const hasBorder = isLine(style.borderTopStyle, style.borderTopWidth, style.borderTopColor)
    const hasOutline = isLine(style.outlineStyle, style.outlineWidth, style.outlineColor)
    const isFilled = element instanceof SVGElement && (shows(style.fill) || shows(style.stroke))
    return hasBorder || hasOutline || isFilled || shows(style.backgroundColor) || style.backgroundImage !== 'none'
  }
  const seen = new Set<string>()
  const missing = new Set<string>()
  for (const selector of selectors) {
    for (const element of document.querySelectorAll(selector)) {
      if (!element.checkVisibility()) continue
      seen.add(selector)
      if (!isDrawn(element)) missing.add(selector)
    }
  }
  for (const element of document.querySelectorAll('[data-open]')) {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const isOutlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    if (!isOutlined) missing.add(`offered: ${element.outerHTML.slice(0, 120)}`)
  }
  return { seen: [...seen], lost: [...missing] }
}

const come = async (size: 'desktop' | 'phone', path = '/settings'): Promise<Visitor> =>
  visit(site.browser, `${site.server.url}${path}`, size, 'en-GB', { forcedColors: 'active' })

describe.each(['light', 'dark'] as const)('where the browser forces colours (%s)', (colorScheme) => {
  it.each(['desktop', 'phone'] as const)('all on the table is told apart, and what is offered (%s)', async (size) => {
    const visitor = await come(size)
    const { page } = visitor
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    await showAsLessons(
      visitor,
      positions.map(({ lesson }) => lesson),
    )
    const things = size === 'phone' ? THINGS : [...THINGS, ...THINGS_OF_CITIES]
    const seen = new Set<string>()
    for (const [index, { name, lesson }] of positions.entries()) {
      await openLesson(visitor, index, lesson)
      await page.waitForSelector('.military .pawn')
      const found = await page.evaluate(lost, things)
      for (const thing of found.seen) seen.add(thing)
      expect([name, found.lost]).toEqual([name, []])
    }
    expect(things.filter((thing) => !seen.has(thing))).toEqual([])
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })

  it('the track keeps the colours of its zones, and the backs those of their ages', async () => {
    const visitor = await come('desktop')
    const { page } = visitor
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    await showAsLessons(
      visitor,
      positions.map(({ lesson }) => lesson),
    )
    const colours = (selector: string): Promise<string[]> =>
      page.$$eval(selector, (all) => [...new Set(all.map((element) => getComputedStyle(element).backgroundColor))])
    const backs = new Set<string>()
    for (const age of [1, 2, 3]) {
      const index = positions.findIndex(({ name }) => name.endsWith(`turn of age ${age}`))
      await openLesson(visitor, index, positions[index]!.lesson)
      await page.waitForSelector('.military .pawn')
      expect((await colours('.military li')).length).toBe(4)
      for (const colour of await colours('.back:not(.senator)')) backs.add(colour)
    }
    expect(backs.size).toBeGreaterThanOrEqual(2)
    await visitor.close()
  })

  it('a switch that is on looks different from one that is off, and a chosen tab from the others', async () => {
    const visitor = await come('desktop')
    const { page } = visitor
    await page.emulateMedia({ colorScheme, forcedColors: 'active' })
    const track = page.locator('[role="switch"] .track').first()
    const look = (): Promise<string> => track.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await look()
    await track.click()
    expect(await look()).not.toBe(before)
    await page.click('header a.brand')
    const borders = await page.$$eval('nav a', (links) =>
      links.map((link) => {
        const { borderBottomWidth } = getComputedStyle(link)
        return [link.hasAttribute('aria-current'), parseFloat(borderBottomWidth) > 0]
      }),
    )
    expect(borders.filter(([current]) => current)).toEqual([[true, true]])
    expect(borders.filter(([current, bordered]) => !current && bordered)).toEqual([])
    await visitor.close()
  })
})
