/** What the table tells of the last moves: in sentences, with marks at both ends, and once for those who listen. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Action, Curia, LiveMatch, Snapshot } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import { pickBy } from '../../scripts/demo/play.ts'
import type { Lesson } from '../../scripts/lessons/games.ts'
import { lessonBefore, playGame } from '../../scripts/lessons/games.ts'
import { clientOf } from '../support/guest.ts'
import { pick, seededRandom } from '../support/random.ts'
import type { Size, Visitor } from './support/browser.ts'
import { SIZES } from './support/browser.ts'
import { openLesson, showAsLessons, TASK_STRIP } from './support/lessons.ts'
import type { Guest } from './support/session.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'
import { visitorsOfEachTest } from './support/visitors.ts'

const site = openSite()
const { come, comeWith } = visitorsOfEachTest(() => site)
let ada: Guest
let ben: Curia
/** The match as Ada and Ben see it with other devices than the page. */
let own: LiveMatch
let others: LiveMatch
const random = seededRandom(71)

beforeAll(async () => {
  ada = await guestWithSession(site.server.url, 'Ada')
  ben = await clientOf(site.server.url, 'Ben')
})
afterAll(() => {
  ada?.curia.close()
  ben?.close()
})

/** Builds a card if that is possible, else takes one. */
const takesACard = ({ board }: Snapshot): Action | undefined => {
  const actions = expandOffers(board!.legal ?? [])
  return (
    actions.find(({ type }) => type === 'construct-building') ?? actions.find(({ type }) => type === 'discard-card')
  )
}

/**
 * Begins a match, and plays until Ben has taken a card and Ada has to take one. Returns the name of Ben's card.
 * `built`: he has built it; otherwise he may have discarded it, too.
 */
async function playToAda({ built = false } = {}): Promise<{ card: string; slot: number; version: number }> {
  own = await ada.curia.create({ kind: 'base', clock: 'none', visibility: 'public' })
  others = await ben.join({ code: own.value.snapshot.code! })
  let last: { card: string; slot: number } | null = null
  for (;;) {
    const { snapshot, version } = await own.until((state) => state.snapshot.board?.toAct !== undefined)
    const { toAct, decision, structure } = snapshot.board!
    const mine = toAct === snapshot.you
    if (mine && last && decision?.kind === 'turn') return { ...last, version }
    const acting = mine ? own : others
    const { snapshot: seen } = await acting.until((state) => state.version >= version)
    const action = (seen.board!.decision?.kind === 'turn' && takesACard(seen)) || pickBy(random, seen)
    last =
      !mine && 'slot' in action && typeof action.slot === 'number' && (!built || action.type === 'construct-building')
        ? { card: structure[String(action.slot)]!.card!, slot: action.slot }
        : null
    await acting.act(action, version)
    await own.until((state) => state.version > version)
  }
}

async function comeToTable(guest: Guest, size?: Size, moving = false): Promise<Visitor> {
  const visitor = await comeWith(guest, `/match/${own.id}`, size, 'en-GB', { moving })
  await visitor.page.waitForSelector('.table')
  return visitor
}

const newsText = ({ page }: Visitor): Promise<string> => page.locator('.dock .news').innerText()
const spoken = ({ page }: Visitor): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[aria-live="polite"], [role="status"]')]
      .map(({ textContent }) => textContent)
      .join(' '),
  )

it('the prompt tells what the opponent did until the player acts, also after a reload, and marks both ends', async () => {
  const { slot, version } = await playToAda()
  const seat = own.value.snapshot.you === 0 ? 1 : 0
  const visitor = await comeToTable(ada)
  const { page } = visitor
  for (const round of ['opened', 'reloaded']) {
    await page.waitForSelector('.dock .news')
    expect(await newsText(visitor), round).toMatch(/Ben (built|discarded) .+ (for|free).*\./)
    expect(await page.getAttribute(`[data-left="${slot}"]`, 'data-mark')).toBe(String(seat))
    const ends = page.locator(`[data-seat="${seat}"] [data-building][data-mark="${seat}"], .pile[data-mark="${seat}"]`)
    expect(await ends.count()).toBe(1)
    await expect.poll(() => spoken(visitor)).toMatch(/Ben (built|discarded)/)
    await page.reload()
    await page.waitForSelector('.table')
  }
  // What is selected has the line for itself; the news comes back.
  await page.locator('[data-slot][data-open]').last().click()
  await page.waitForSelector('.dock .news', { state: 'detached' })
  await page.keyboard.press('Escape')
  await page.waitForSelector('.dock .news')

  await own.act(takesACard(own.value.snapshot)!, version)
  await page.waitForSelector(`.table[data-version="${version + 1}"]`)
  expect(await page.locator('.dock .news').count()).toBe(0)
})

it('a press on the news shows the move once more where things may move, and only fades where they may not', async () => {
  // The discard pile is too large to fly there.
  await playToAda({ built: true })
  for (const moving of [true, false]) {
    const { page } = await comeToTable(ada, 'desktop', moving)
    const version = await page.getAttribute('.table', 'data-version')
    await page.waitForSelector('[data-left]')
    const animated = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('[data-use="replay"]')!.click()
      // The first of several moves may have moved nothing: then the next one begins at once.
      await new Promise((done) => setTimeout(done))
      const frames = document.getAnimations().flatMap((animation) =>
        // Not those of style sheets.
        animation.constructor === Animation ? (animation.effect as KeyframeEffect).getKeyframes() : [],
      )
      return ['translate', 'scale', 'transform', 'opacity'].filter((name) => frames.some((frame) => name in frame))
    })
    if (moving) expect(animated).toContain('translate')
    else expect(animated).toEqual(['opacity'])
    expect(await page.getAttribute('.table', 'data-version')).toBe(version)
  }
})

it('on a phone the news stands below the question, and the city that a card went to is marked', async () => {
  await playToAda()
  const seat = own.value.snapshot.you === 0 ? 1 : 0
  const visitor = await comeToTable(ada, 'phone')
  const { page } = visitor
  await page.waitForSelector('.dock .news')
  expect(await newsText(visitor)).toMatch(/Ben (built|discarded)/)
  expect(await page.getAttribute(`.city[data-seat="${seat}"]`, 'data-mark')).toBe(String(seat))
})

describe('the points so far', () => {
  it('stand next to both names as the server counts them, for players and spectators, with their parts', async () => {
    await playToAda()
    const { explanation } = await own.explain()
    const totals = [0, 1].map((seat) => String(explanation!.ledger[seat as 0].points.total))
    const cleo = await guestWithSession(site.server.url, 'Cleo')
    for (const guest of [ada, cleo]) {
      const { page } = await comeToTable(guest)
      await expect.poll(() => page.locator('[data-score="0"]').innerText()).toBe(totals[0])
      expect(await page.locator('[data-score="1"]').innerText()).toBe(totals[1])
      expect(await page.getAttribute('[data-score="0"]', 'aria-label')).toMatch(/: \d+ points? so far/)
      await page.click('[data-score="0"]')
      const parts = page.locator('[data-region="details"] tfoot .number')
      await expect.poll(() => parts.allInnerTexts()).toEqual(totals)
    }
    cleo.curia.close()
  })

  it('can be turned off in the settings', async () => {
    const { page } = await comeToTable(ada)
    await page.waitForSelector('[data-score]')
    await page.goto(`${site.server.url}/settings`)
    await page.click('[role="switch"]:has-text("Show the score")')
    await page.goto(`${site.server.url}/match/${own.id}`)
    await page.waitForSelector('.economy [role="img"], .economy li')
    await page.waitForSelector('.table')
    expect(await page.locator('[data-score]').count()).toBe(0)
  })
})

/** A turn with the pawn near a capital. */
function lessonOfDanger(): Lesson {
  for (let game = 0; ; game += 1) {
    const any = seededRandom(game)
    for (const played of playGame('base', `danger ${game}`, (legal) => pick(legal, any))) {
      const state = played.before.state!
      if (Math.abs(state.pawn) >= 7 && state.stack.at(-1)?.kind === 'turn')
        return lessonBefore(played, 'take', [played.action])
    }
  }
}

it.each(['desktop', 'phone'] as const)(
  'a light at the threatened player says in words how near the pawn is (%s)',
  async (size) => {
    const lesson = lessonOfDanger()
    const { pawn } = lesson.snapshot.board!
    const visitor = await come('/', size)
    const { page } = visitor
    const [width, height] = SIZES[size]
    await page.setViewportSize({ width, height: height + TASK_STRIP })
    await showAsLessons(visitor, [lesson])
    await openLesson(visitor, 0, lesson)
    const light = page.locator('[data-threat="military"]')
    await light.waitFor()
    expect(await light.count()).toBe(1)
    expect(await light.locator('xpath=ancestor::section').first().getAttribute('data-seat')).toBe(pawn > 0 ? '1' : '0')
    const steps = 9 - Math.abs(pawn)
    expect(await light.getAttribute('aria-label')).toContain(steps === 1 ? '1 step to' : `${steps} steps to`)
    expect(await light.innerText()).toBe(String(steps))
  },
)
