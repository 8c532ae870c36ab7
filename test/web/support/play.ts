import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { pick } from '../../support/random.ts'
import type { Hand, Size, Visitor } from './browser.ts'
import { enter, isBehindMore, shoot, visit } from './browser.ts'
import { inviteWithKeys, OFFERED, useWithKeys } from './keys.ts'

export type TableState = 'yours' | 'theirs' | 'sending' | 'ended'

/** A place on the screen that does or selects something that is offered. */
interface Spot {
  x: number
  y: number
  /** A button of the dock, which does something. */
  does: boolean
}

/** What can be seen of a table at one moment. */
interface Look {
  state: TableState
  version: number
  /** Changes with every move, every selection and every question. */
  stands: string
  /** Whatever is offered, not yet selected, and can be hit where it lies. */
  spots: Spot[]
}

/** Looks at the table of a page, from within the page. Nothing can be hit while the table does not have to decide. */
const lookAtTable = (offered: string): Look | null => {
  const places = [
    [0.5, 0.5],
    [0.5, 0.08],
    [0.08, 0.08],
    [0.92, 0.08],
    [0.08, 0.92],
  ] as const
  const table = document.querySelector<HTMLElement>('.table')
  if (!table) return null
  const dock = document.querySelector<HTMLElement>('.dock')
  const { version, state, picks } = table.dataset
  const spotsOf = (selector: string): Spot[] =>
    [...document.querySelectorAll(selector)].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      for (const [across, down] of places) {
        const [x, y] = [left + across * width, top + down * height]
        if (element.contains(document.elementFromPoint(x, y)))
          return [{ x, y, does: element.classList.contains('use') }]
      }
      return []
    })
  const spots = state === 'yours' ? spotsOf(offered) : []
  // A sheet that only explains may lie over all of it, as of a card that was hit while an age was dealt: it is closed.
  if (state === 'yours' && spots.length === 0) spots.push(...spotsOf('.dock.raised:not(:has(.use)) .closer'))
  return {
    state: state as 'yours',
    version: Number(version),
    stands: [version, state, picks, dock?.innerText].join('|'),
    spots,
  }
}

export const stateOf = async (page: Page): Promise<TableState> =>
  (await page.getAttribute('.table', 'data-state')) as TableState
export const versionOf = async (page: Page): Promise<number> =>
  Number(await page.getAttribute('.table', 'data-version'))

/**
 * Two players, each at a browser of their own, at a table that has just begun; the first one was the host.
 * @param hand - what the host plays with, if it is not what suits the size
 */
export async function seatTwo(
  browser: Browser,
  url: string,
  kind: string,
  sizes: readonly [Size, Size] = ['desktop', 'desktop'],
  hand?: Hand,
): Promise<[Visitor, Visitor]> {
  const host = await visit(browser, url, sizes[0], 'en-GB', hand ? { hand } : {})
  if (hand === 'keys') await inviteWithKeys(host.page, 'Ada', kind)
  else {
    await enter(host, 'Ada')
    if (await isBehindMore(host.page, kind)) await host.page.click('[data-use="all-pools"]')
    await host.page.click(`label:text-is("${kind}")`)
    await host.page.click('[data-use="invite"]')
  }
  const link = await host.page.inputValue('input[readonly]')
  const guest = await visit(browser, link, sizes[1])
  await guest.page.fill('#player-name', 'Ben')
  await guest.page.click('form .button.main')
  await Promise.all([host, guest].map(({ page }) => page.waitForSelector('.table')))
  return [host, guest]
}

/** A loaded machine is slow, ms. */
const PATIENCE_MS = 60_000
const POLL_MS = 50
/** After so long (ms) something is used again, as a person does whose tap was lost. */
const AGAIN_MS = 5_000
/** How often a button of the dock is preferred to another selection. */
const DECIDES = 0.8

/**
 * Uses random things that are offered, with the mouse, by touch or with keys, at whichever table has to decide, until all
 * of them have reached a version or the match is over.
 * @throws Error if a table that has to decide offers nothing that can be used, or its use changes nothing.
 */
export async function playRandomly(
  visitors: readonly Visitor[],
  random: () => number,
  until = Infinity,
): Promise<void> {
  const stood = new Map<Visitor, { stands: string; since: number; at: number }>()
  const mayUse = (visitor: Visitor, { stands }: Look): boolean => {
    const last = stood.get(visitor)
    if (last?.stands !== stands) return true
    return Date.now() > last.at + AGAIN_MS && Date.now() < last.since + PATIENCE_MS
  }
  for (;;) {
    let over = false
    let turn: { visitor: Visitor; look: Look } | undefined
    await pollUntil(async () => {
      const looks = await Promise.all(visitors.map(({ page }) => page.evaluate(lookAtTable, OFFERED)))
      const index = looks.findIndex((look) => look?.state === 'yours')
      const [visitor, look] = [visitors[index], looks[index]]
      turn = visitor && look && mayUse(visitor, look) ? { visitor, look } : undefined
      const isThere = turn !== undefined && turn.look.version >= until
      // Others may be a move behind.
      over = turn
        ? isThere && looks.every((look) => look?.version === turn!.look.version)
        : looks.every((look) => look?.state === 'ended')
      // A card that is turning over can hardly be hit for a moment.
      return over || (turn !== undefined && !isThere && (await use(turn.visitor, random)))
    }).catch(async (error: unknown) => {
      await Promise.all(visitors.map((visitor, index) => shoot(visitor, `nothing-goes-on-${index}`)))
      const why = error instanceof Error ? error.message : ''
      const used = [...stood.values()].map(({ stands }) => stands).join(' and ')
      throw new Error(`nothing can be used, or its use changes nothing: ${why}; used last at ${used}`)
    })
    if (over || !turn) return
    const {
      visitor,
      look: { stands },
    } = turn
    const last = stood.get(visitor)
    const at = Date.now()
    stood.set(visitor, { stands, since: last?.stands === stands ? last.since : at, at })
  }
}

/** Polls a condition until it is true. @throws Error if that takes too long */
async function pollUntil(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('it takes too long')
    await pause(POLL_MS)
  }
}

/** Uses something that is offered. Returns whether there was something. */
async function use({ page, hand }: Visitor, random: () => number): Promise<boolean> {
  if (hand === 'keys') return useWithKeys(page, random, DECIDES)
  // What was seen while the other page was asked, too, may have moved since.
  const spots = (await page.evaluate(lookAtTable, OFFERED))?.spots ?? []
  if (spots.length === 0) return false
  const doing = spots.filter(({ does }) => does)
  const spot = pick(doing.length > 0 && random() < DECIDES ? doing : spots, random)
  await (hand === 'touch' ? tap(page, spot.x, spot.y) : page.mouse.click(spot.x, spot.y))
  return true
}

const sessions = new WeakMap<Page, Promise<CDPSession>>()

/**
 * Taps with a finger. The end of the tap is sent with its beginning: one that is sent after the page has answered the
 * beginning comes so late on a loaded machine that the page sees a long press.
 */
export async function tap(page: Page, x: number, y: number): Promise<void> {
  const opening = sessions.get(page) ?? page.context().newCDPSession(page)
  sessions.set(page, opening)
  const session = await opening
  await Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
}

/** One turn has fewer versions than this. */
const MOST_VERSIONS = 20

/**
 * Plays until a version is reached, and until somebody has to decide about a card of the structure. Resolves with their
 * page.
 */
export async function playToATurn(visitors: readonly Visitor[], random: () => number, until: number): Promise<Page> {
  for (let version = until; version < until + MOST_VERSIONS; version += 1) {
    await playRandomly(visitors, random, version)
    for (const { page } of visitors) {
      const isTurn = (await stateOf(page)) === 'yours' && (await page.locator('[data-slot][data-open]').count()) > 0
      if (isTurn) return page
    }
  }
  throw new Error(`nobody takes a card between the versions ${until} and ${until + MOST_VERSIONS}`)
}
