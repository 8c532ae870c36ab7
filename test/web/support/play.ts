import { vi } from 'vitest'
import { pick } from '../../support/random.ts'
import { enter, shoot, visit } from './browser.ts'
import type { Size, Visitor } from './browser.ts'
import type { Browser, Page } from 'playwright-core'

/** A place on the screen that does or selects something that is offered. */
interface Spot {
  x: number
  y: number
  /** A button of the dock, which does something. */
  does: boolean
}

/** Where the table stands: changes with every move, every selection and every question. */
export const describeTable = (): string => {
  const table = document.querySelector<HTMLElement>('.table')
  const uses = document.querySelector<HTMLElement>('.uses')
  return [table?.dataset.version, table?.dataset.state, table?.dataset.picks, uses?.innerText].join('|')
}

/** Whatever is offered, not yet selected, and can be hit where it lies; nothing while the table does not have to decide. */
const findSpots = (): { state: string | undefined; spots: Spot[] } => {
  const places = [
    [0.5, 0.5],
    [0.5, 0.08],
    [0.08, 0.08],
    [0.92, 0.08],
    [0.08, 0.92],
  ] as const
  const state = document.querySelector<HTMLElement>('.table')?.dataset.state
  if (state !== 'yours') return { state, spots: [] }
  const offered = '[data-open]:not([aria-pressed="true"]), .uses .use:not([aria-disabled="true"])'
  const spots = [...document.querySelectorAll(offered)].flatMap((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    for (const [across, down] of places) {
      const [x, y] = [left + across * width, top + down * height]
      if (element.contains(document.elementFromPoint(x, y))) return [{ x, y, does: element.classList.contains('use') }]
    }
    return []
  })
  return { state, spots }
}

export type TableState = 'yours' | 'theirs' | 'sending' | 'ended'

export const stateOf = async (page: Page): Promise<TableState> =>
  (await page.getAttribute('.table', 'data-state')) as TableState
export const versionOf = async (page: Page): Promise<number> =>
  Number(await page.getAttribute('.table', 'data-version'))

/** Two players, each at a browser of their own, at a table that has just begun; the first one was the host. */
export async function seatTwo(
  browser: Browser,
  url: string,
  kind: string,
  sizes: readonly [Size, Size] = ['desktop', 'desktop'],
): Promise<[Visitor, Visitor]> {
  const host = await visit(browser, url, sizes[0])
  await enter(host, 'Ada')
  await host.page.click(`label:text-is("${kind}")`)
  await host.page.click('[data-use="invite"]')
  const link = await host.page.inputValue('input[readonly]')
  const guest = await visit(browser, link, sizes[1])
  await guest.page.fill('#player-name', 'Ben')
  await guest.page.click('form .button.main')
  await Promise.all([host, guest].map(({ page }) => page.waitForSelector('.table')))
  return [host, guest]
}

/** A loaded machine is slow, ms. */
const PATIENCE_MS = 60_000
/** How often a button of the dock is preferred to another selection. */
const DECIDES = 0.8

/**
 * Clicks on random things that are offered, at whichever table has to decide, until a version is reached or the match
 * is over.
 * @throws Error if a table that has to decide offers nothing that can be hit, or a click changes nothing.
 */
export async function playRandomly(
  visitors: readonly Visitor[],
  random: () => number,
  until = Infinity,
): Promise<void> {
  for (;;) {
    const turn = await whoseTurn(visitors)
    if (!turn || (await versionOf(turn.page)) >= until) return
    await clickSomething(turn, random)
  }
}

/** Waits until somebody has to decide; null once the match is over for everybody. */
async function whoseTurn(visitors: readonly Visitor[]): Promise<Visitor | null> {
  let turn: Visitor | null = null
  await vi.waitUntil(
    async () => {
      const states = await Promise.all(visitors.map(({ page }) => stateOf(page)))
      turn = visitors[states.indexOf('yours')] ?? null
      return turn !== null || states.every((state) => state === 'ended')
    },
    { timeout: PATIENCE_MS, interval: 20 },
  )
  return turn
}

async function clickSomething(visitor: Visitor, random: () => number): Promise<void> {
  const { page, touched } = visitor
  let [before, spots] = ['', [] as Spot[]]
  // A card that is turning over can hardly be hit for a moment.
  await vi
    .waitUntil(
      async () => {
        before = await page.evaluate(describeTable)
        const found = await page.evaluate(findSpots)
        spots = found.spots
        return spots.length > 0 || found.state !== 'yours'
      },
      { timeout: PATIENCE_MS, interval: 20 },
    )
    .catch(async () => {
      await shoot(visitor, 'nothing-can-be-clicked')
      throw new Error(`nothing can be clicked: ${before}`)
    })
  if (spots.length === 0) return
  const doing = spots.filter(({ does }) => does)
  const spot = pick(doing.length > 0 && random() < DECIDES ? doing : spots, random)
  await (touched ? page.touchscreen.tap(spot.x, spot.y) : page.mouse.click(spot.x, spot.y))
  await page
    .waitForFunction(`(${describeTable.toString()})() !== ${JSON.stringify(before)}`, null, { timeout: PATIENCE_MS })
    .catch(async () => {
      await shoot(visitor, 'a-click-changes-nothing')
      throw new Error(`a click at ${spot.x}, ${spot.y} changes nothing: ${before}`)
    })
}
