import { beforeAll, describe, expect, it } from 'vitest'
import type { Lesson } from '../../scripts/lessons/games.ts'
import { lessonBefore, playGame } from '../../scripts/lessons/games.ts'
import { pick, seededRandom } from '../support/random.ts'
import { atRest } from './support/at-rest.ts'
import type { Size, Visitor } from './support/browser.ts'
import { shoot, SIZES, visit } from './support/browser.ts'
import type { Target } from './support/keys.ts'
import { goTo } from './support/keys.ts'
import { TRANSLATIONS } from './support/languages.ts'
import { openLesson, showAsLessons, TASK_STRIP } from './support/lessons.ts'
import { playToATurn, seatTwo, stateOf, tap, versionOf } from './support/play.ts'
import { positionsOf } from './support/positions.ts'
import { seatTwoAt } from './support/session.ts'
import { openSite } from './support/site.ts'

/** Of the eight that are drafted: a few may have been destroyed. */
const LEAST_WONDERS = 5

/** Zeus lets discard any card of the structure, also one that is covered: here almost all cards of an age lie there. */
const MANY_CARDS = 14
const ANY_CARD = [1, 2, 3] as const

/** Before the choice of Zeus, in a game of random actions that comes to it early in an age. */
function lessonOfAnyCard(age: (typeof ANY_CARD)[number]): Lesson {
  for (let game = 0; ; game += 1) {
    const random = seededRandom(game)
    for (const played of playGame('pantheon', `any card ${game}`, (legal) => pick(legal, random))) {
      const state = played.before.state!
      const isWanted = state.age === age && state.stack.at(-1)?.kind === 'discard-any'
      if (isWanted && state.structure.filter((card) => card !== null).length > MANY_CARDS)
        return lessonBefore(played, 'take', [played.action])
    }
  }
}

/** After the draft, where cards are taken. */
const CARDS = 12
const seatAtCards = (size: Size): Promise<[Visitor, Visitor]> =>
  seatTwoAt(site.browser, site.server.url, 'base', { version: CARDS, random: seededRandom(33), sizes: [size, size] })

const site = openSite()
let table: [Visitor, Visitor]
beforeAll(async () => {
  const sizes = ['desktop', 'phone'] as const
  table = await seatTwoAt(site.browser, site.server.url, 'agora', { version: 30, random: seededRandom(31), sizes })
})

describe('with a finger', () => {
  it('a tap counts also if what it has hit is drawn again by it, and a tap next to a sheet hits nothing below', async () => {
    const [ada, ben] = await seatAtCards('phone')
    const page = await playToATurn([ada, ben], seededRandom(33), CARDS)
    // It runs after the page has handled the click, and before the click has left the document.
    await page.evaluate(() => {
      document.addEventListener('click', ({ target }) => (target as Element).closest('[data-slot] *')?.remove())
    })
    const card = page.locator('[data-slot][data-open] .top').last()
    const box = (await card.boundingBox())!
    await tap(page, box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForSelector('[data-slot][aria-pressed="true"]')
    expect(await page.getAttribute('.table', 'data-picks')).toMatch(/^slot/)

    await page.click('.closer')
    await page.click('nav.tabs button:last-child')
    await page.waitForSelector('dialog[open]')
    const bar = (await page.locator('.bar a').first().boundingBox())!
    await tap(page, bar.x + bar.width / 2, bar.y + bar.height / 2)
    await page.waitForSelector('dialog[open]', { state: 'detached' })
    expect(await page.locator('.table').count()).toBe(1)
    expect([...ada.problems, ...ben.problems]).toEqual([])
    await Promise.all([ada.close(), ben.close()])
  })
})

it('a decision in the Senate leaves half of a phone to the table, and tells how many coins its player has', async () => {
  const visitor = await visit(site.browser, site.server.url, 'phone')
  const { page } = visitor
  const [width, height] = SIZES.phone
  await page.setViewportSize({ width, height: height + TASK_STRIP })
  const { lesson } = positionsOf('agora', 1, 35).find(({ name }) => name === 'agora: senate')!
  await showAsLessons(visitor, [lesson])
  await openLesson(visitor, 0, lesson)
  const [dock, chambers] = [page.locator('.dock'), page.locator('.dock .chamber')]
  await expect.poll(() => chambers.count()).toBe(6)
  const { y, height: high } = (await dock.boundingBox())!
  expect(y - TASK_STRIP).toBeGreaterThan(290)
  for (const chamber of await chambers.all()) {
    const box = (await chamber.boundingBox())!
    expect(box.height).toBeGreaterThanOrEqual(44)
    expect(box.y + box.height).toBeLessThanOrEqual(y + high)
  }
  expect(await dock.locator('.purse').innerText()).toBe(await page.locator('[data-region="below"] .coins').innerText())
  await visitor.close()
})

describe('everything is explained', () => {
  it('by a finger that rests on it, which does nothing else', async () => {
    const [ada, ben] = await seatAtCards('phone')
    const page = await playToATurn([ada, ben], seededRandom(33), CARDS)
    const card = (await page.locator('[data-slot][data-open] .top').last().boundingBox())!
    await tap(page, card.x + card.width / 2, card.y + card.height / 2)
    await page.locator('[data-use="further"]').tap()
    // A card that cannot be built is closed, too.
    const wonder = page
      .locator('.uses [data-use="construct-wonder"], .uses [data-use="closed"]')
      .filter({ has: page.locator('.art') })
      .last()
    await wonder.waitFor()
    await wonder.scrollIntoViewIfNeeded()
    await atRest(page)
    const [version, picks] = [await versionOf(page), await page.getAttribute('.table', 'data-picks')]
    const name = await wonder.locator('span:not(.art)').first().innerText()
    const { x, y, width, height } = (await wonder.boundingBox())!
    const session = await page.context().newCDPSession(page)
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [{ x: x + width / 2, y: y + height / 2 }],
    })
    await page.waitForSelector(`.raised h3:text-is("${name}")`)
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    expect([await versionOf(page), await page.getAttribute('.table', 'data-picks')]).toEqual([version, picks])
    expect(await stateOf(page)).toBe('yours')
    expect(await page.locator('.dock [role="alert"]').count()).toBe(0)
    await Promise.all([ada.close(), ben.close()])
  })

  it('by the focus that keys have moved there', async () => {
    const { page } = table[0]
    const isExplained = (): Promise<boolean> =>
      page.evaluate(() => {
        const title = document.querySelector('[data-region="details"] h3')?.textContent
        const focused = document.activeElement
        // The points of a player are called by their name.
        if (focused?.matches('[data-score]')) return title === 'Points so far'
        return title !== undefined && title !== null && (focused?.getAttribute('aria-label') ?? '').startsWith(title)
      })
    await page.keyboard.press('y')
    await expect.poll(isExplained).toBe(true)
    await page.keyboard.press('g')
    await page.keyboard.press('End')
    await expect.poll(isExplained).toBe(true)
  })
})

it('a wonder in the row of a phone has its price within its tile, in digits that can be read', async () => {
  const { page } = table[1]
  await page.setViewportSize({ width: 360, height: 740 })
  await page.waitForSelector('.city .wonder.form-picture')
  await atRest(page)
  const tiles = await page.evaluate(() =>
    [...document.querySelectorAll('.city .wonder.form-picture')].map((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect()
      return [...tile.querySelectorAll('.coin')].map((coin) => {
        const box = coin.getBoundingClientRect()
        const isWithin = box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom
        return { isWithin, digits: Number.parseFloat(getComputedStyle(coin.querySelector('b')!).fontSize) }
      })
    }),
  )
  await page.setViewportSize({ width: 360, height: 640 })
  expect(tiles.length).toBeGreaterThanOrEqual(LEAST_WONDERS)
  expect(tiles.flat().filter(({ isWithin, digits }) => !isWithin || digits < 13.9)).toEqual([])
})

describe('with keys alone', () => {
  it('a card is chosen and built or discarded', async () => {
    const [ada, ben] = await seatAtCards('desktop')
    const page = await playToATurn([ada, ben], seededRandom(33), CARDS)
    const version = await versionOf(page)
    await page.keyboard.press('g')
    await page.keyboard.press('End')
    const last = await page.evaluate(() => document.activeElement?.getAttribute('data-slot'))
    await page.keyboard.press('ArrowLeft')
    const next = await page.evaluate(() => document.activeElement?.getAttribute('data-slot'))
    expect(Number(next)).not.toBe(Number(last))
    await page.keyboard.press('Enter')
    await page.waitForSelector(`[data-slot="${next}"][aria-pressed="true"]`)
    await page.keyboard.press('d')
    await page.waitForSelector(`.table:not([data-version="${version}"])`)
    // What happened is said once, politely; the prompt of the next turn is said to the other player.
    const said = await page.locator('[role="status"]').allInnerTexts()
    expect(said.join(' ')).toMatch(/You discarded .+/)
    // The card that had the focus is gone: the focus is on another one, or on the tray that has opened.
    const focused = await page.evaluate(() => document.activeElement!.closest('[data-region], dialog')!.outerHTML)
    expect(focused).toMatch(/^<(dialog|[^>]*data-region="structure")/)
    expect([...ada.problems, ...ben.problems]).toEqual([])
    await Promise.all([ada.close(), ben.close()])
  })

  it('arrows visit all cards in turn when any card may be discarded, and lead from each to each', async () => {
    const visitor = await visit(site.browser, site.server.url, 'desktop', 'en-GB', { hand: 'keys' })
    const { page } = visitor
    const lessons = ANY_CARD.map(lessonOfAnyCard)
    await showAsLessons(visitor, lessons)
    const random = seededRandom(36)
    for (const [index, lesson] of lessons.entries()) {
      await openLesson(visitor, index, lesson)
      // An age is dealt row by row.
      const cards = Object.keys(lesson.snapshot.board!.structure).length
      await expect.poll(() => page.locator('[data-slot][data-open]').count()).toBe(cards)
      const slots = (await page.$$('[data-slot][data-open]')) as Target[]
      await page.keyboard.press('g')
      await page.keyboard.press('Home')
      const visited = new Set<string>()
      for (let pressed = 0; pressed < slots.length; pressed += 1) {
        visited.add(await page.evaluate(() => document.activeElement!.getAttribute('data-slot')!))
        await page.keyboard.press('ArrowRight')
      }
      expect(visited.size).toBe(slots.length)
      for (let walked = 0; walked < 2 * slots.length; walked += 1)
        expect(await goTo(page, pick(slots, random))).toBe(true)
    }
    await visitor.close()
  })

  it('the focus stays at the question when a button of it was pressed', async () => {
    const [ada, ben] = await seatTwo(site.browser, site.server.url, 'Base game', ['desktop', 'desktop'], 'keys')
    const { page } = (await stateOf(ada.page)) === 'yours' ? ada : ben
    const region = (): Promise<string | undefined> =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region)
    // The wonders are drawn when the room for them has been measured.
    await page.waitForSelector('[data-region="draft"] [data-open]')
    await page.keyboard.press('g')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    expect(await region()).toBe('draft')
    await page.keyboard.press('Enter')
    await page.keyboard.press('u')
    await page.waitForSelector('.use:focus')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.table[data-state="theirs"]')
    expect(await region()).toBe('dock')
    await Promise.all([ada.close(), ben.close()])
  })

  it('help opens, keeps the focus within it, and gives it back', async () => {
    const { page } = table[0]
    await page.focus('[data-region="structure"] button')
    await page.keyboard.press('?')
    await page.waitForSelector('dialog[open]')
    for (let times = 0; times < 3; times += 1) {
      await page.keyboard.press('Tab')
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog[open]', { state: 'detached' })
    expect(
      await page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region')),
    ).toBe('structure')
  })
})

describe('everything that can be touched on a phone', () => {
  it('is at least 24 pixels in each direction, and 44 in one', async () => {
    const { page } = table[1]
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, a, input, select')]
        .filter(
          (element) =>
            element.offsetParent !== null && !element.closest('.hidden') && !element.classList.contains('hidden'),
        )
        .map((element) => ({
          html: element.outerHTML.slice(0, 100),
          ...(element.getBoundingClientRect().toJSON() as { width: number; height: number }),
        }))
        .filter(({ width, height }) => width > 0 && (Math.min(width, height) < 24 || Math.max(width, height) < 44))
        .map(({ html, width, height }) => `${Math.round(width)}x${Math.round(height)} ${html}`),
    )
    expect(small).toEqual([])
  })
})

describe('in other languages', () => {
  it.each(TRANSLATIONS)('%s: the page speaks it, and nothing is in English or empty', async (language) => {
    const visitor = await visit(site.browser, site.server.url, 'desktop', language)
    const { page } = visitor
    await page.waitForSelector(`html[lang="${language}"]`)
    await page.fill('#player-name', 'Ada')
    await page.click('[data-use="enter"]')
    await page.waitForSelector('[data-use="invite"]')
    await shoot(visitor, `lobby-${language}`)
    const match = new URL(table[0].page.url()).pathname
    await page.goto(`${site.server.url}${match}`)
    await page.waitForSelector('.table')
    await page.click('[data-slot]')
    await shoot(visitor, `table-${language}`)
    const text = await page.locator('body').innerText()
    expect(text).not.toMatch(/\b(coins?|cards?|the|chamber|turn)\b/i)
    expect(visitor.problems).toEqual([])
    await visitor.close()
  })
})
