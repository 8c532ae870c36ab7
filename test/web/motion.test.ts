import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Curia, LiveMatch } from '../../client/src/index.ts'
import type { Picker } from '../../scripts/demo/play.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import { clientOf } from '../support/guest.ts'
import type { Visitor } from './support/browser.ts'
import { visit } from './support/browser.ts'
import { guestWithSession } from './support/session.ts'
import { openSite } from './support/site.ts'

const site = openSite()

/** Plays to the end, and lets the page show each move before the next one: when it is behind, it shows several at once. */
async function playInStep({ page }: Visitor, ...seats: LiveMatch[]): Promise<void> {
  const shown: Picker = async (snapshot, version) => {
    await page.waitForSelector(`.table[data-version="${version}"]`)
    return pickAny(snapshot)
  }
  await Promise.all(seats.map((seat) => playOn(seat, shown)))
  await page.waitForSelector('.table[data-state="ended"]')
}

/** Runs in the page: counts what flies, and notes what around it would cut it off. */
const observe = (): void => {
  const flights = { seen: 0, cut: [] as string[] }
  Object.assign(window, { flights })
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const flying = target as HTMLElement
      if (flying.dataset.moving === undefined) continue
      flights.seen += 1
      for (let around = flying.parentElement; around && !around.matches('.table'); around = around.parentElement) {
        // A part that can be scrolled cuts off what is in it: it would jump otherwise.
        if (around.matches('.clips') && around.scrollHeight > around.clientHeight) break
        if (getComputedStyle(around).overflowX !== 'visible')
          flights.cut.push(`${flying.className} in ${around.className}`)
      }
    }
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-moving'] })
}

it('what flies to its place is not cut off by the parts that it leaves and reaches', async () => {
  const ada = await guestWithSession(site.server.url, 'Ada')
  const ben = await clientOf(site.server.url, 'Ben')
  const match = await ada.curia.create({ kind: 'base', clock: 'none' })
  const other = await ben.join({ code: match.value.snapshot.code! })
  const visitor = await visit(site.browser, site.server.url, 'desktop', 'en-GB', { moving: true })
  await ada.lend(visitor)
  await visitor.page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await visitor.page.addInitScript(observe)
  await visitor.page.goto(`${site.server.url}/match/${match.id}`)
  await visitor.page.waitForSelector('.table')
  await playInStep(visitor, match, other)
  const { seen, cut } = await visitor.page.evaluate(
    () => (window as unknown as { flights: { seen: number; cut: string[] } }).flights,
  )
  expect(seen).toBeGreaterThan(10)
  expect([...new Set(cut)]).toEqual([])
  expect(visitor.problems).toEqual([])
  await visitor.close()
  ada.curia.close()
  ben.close()
})

/** Runs in the page: notes what every animation that a script begins changes, of what, and how long it takes. */
const note = (): void => {
  const noted: Noted[] = []
  Object.assign(window, { noted })
  const animate = Object.getOwnPropertyDescriptor(Element.prototype, 'animate')!.value as Element['animate']
  Element.prototype.animate = function (frames, options) {
    const list = Array.isArray(frames) ? frames : []
    noted.push({
      changes: [...new Set(list.flatMap((frame) => Object.keys(frame)))],
      ms: Number((options as KeyframeAnimationOptions).duration),
      of: this.className,
    })
    return animate.call(this, frames, options)
  }
}

interface Noted {
  changes: string[]
  ms: number
  of: string
}

/** A match of Ada, who has a page, against Ben, who has none. */
async function openMatch(
  moving: boolean,
): Promise<{ visitor: Visitor; match: LiveMatch; other: LiveMatch; close: () => Promise<void> }> {
  const ada = await guestWithSession(site.server.url, 'Ada')
  const ben: Curia = await clientOf(site.server.url, 'Ben')
  const match = await ada.curia.create({ kind: 'agora-pantheon', clock: 'none', seat: 0 })
  const other = await ben.join({ code: match.value.snapshot.code! })
  const visitor = await visit(site.browser, site.server.url, 'desktop', 'en-GB', { moving })
  await ada.lend(visitor)
  await visitor.page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await visitor.page.addInitScript(note)
  await visitor.page.goto(`${site.server.url}/match/${match.id}`)
  await visitor.page.waitForSelector('.table')
  const close = async (): Promise<void> => {
    expect(visitor.problems).toEqual([])
    await visitor.close()
    ada.curia.close()
    ben.close()
  }
  return { visitor, match, other, close }
}

const notedIn = ({ page }: Visitor): Promise<Noted[]> =>
  page.evaluate(() => (window as unknown as { noted: Noted[] }).noted)

const HARMLESS = ['transform', 'translate', 'scale', 'rotate', 'opacity', 'offset', 'easing']

describe('the motion of a whole game', () => {
  it('changes nothing but places and opacities, and leaves nothing behind', async () => {
    const { visitor, match, other, close } = await openMatch(true)
    const { page } = visitor
    await playInStep(visitor, match, other)
    const noted = await notedIn(visitor)
    expect(noted.length).toBeGreaterThan(50)
    expect([...new Set(noted.flatMap(({ changes }) => changes))].filter((one) => !HARMLESS.includes(one))).toEqual([])
    // Coins, cards and cubes fly in a layer of their own, which takes no room and no clicks.
    const pictures = new Set(noted.map(({ of }) => of.split(' ')[0]))
    for (const picture of ['coin-picture', 'copy', 'cube-picture']) expect(pictures).toContain(picture)
    await page.waitForFunction(() => document.querySelectorAll('.flights > *').length === 0)
    const layer = await page.evaluate(() => {
      const { position, pointerEvents, contain } = getComputedStyle(document.querySelector('.flights')!)
      return { position, pointerEvents, contain }
    })
    expect(layer).toEqual({ position: 'fixed', pointerEvents: 'none', contain: 'strict' })
    await close()
  })

  it('is nothing but short fades for those who want none', async () => {
    const { visitor, match, other, close } = await openMatch(false)
    await playInStep(visitor, match, other)
    const noted = await notedIn(visitor)
    expect(noted.length).toBeGreaterThan(0)
    expect([...new Set(noted.map(({ changes, ms }) => `${changes.join()} ${ms}`))]).toEqual(['opacity 120'])
    expect(await visitor.page.locator('.flights').count()).toBe(0)
    await close()
  })
})

/** A point of a card as it lies when nothing moves, once the table around it has got its size. */
const restingPlace = (card: Locator): Promise<{ x: number; y: number }> =>
  card.evaluate(async (element: HTMLElement) => {
    const FRAMES = 10
    const seen: string[] = []
    for (;;) {
      const { left, top } = element.offsetParent!.getBoundingClientRect()
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = element
      const place = { x: left + offsetLeft + offsetWidth / 2, y: top + offsetTop + offsetHeight / 4 }
      seen.push(JSON.stringify(place))
      if (seen.length >= FRAMES && new Set(seen.slice(-FRAMES)).size === 1) return place
      await new Promise(requestAnimationFrame)
    }
  })

it('a press ends what moves and does what it does: motion never keeps anyone waiting', async () => {
  const { visitor, match, other, close } = await openMatch(true)
  const { page } = visitor
  // Everything that moves takes a minute: nothing of it ends by itself.
  await page.evaluate(() => {
    for (const name of ['step', 'fly', 'hop', 'fall', 'crack'])
      document.documentElement.style.setProperty(`--ms-${name}`, '60000ms')
  })
  const board = (live: LiveMatch) => live.value.snapshot.board!
  const faceUp = (): string[] =>
    Object.entries(board(match).structure).flatMap(([slot, { card }]) => (card === undefined ? [] : [slot]))
  // To a turn of Ada's that begins with a move of Ben's, which turns up a card.
  let turned: string | undefined
  while (turned === undefined) {
    const mover = board(match).toAct === 0 ? match : other
    const before = match.value.version
    await mover.until(({ version }) => version >= before)
    const [seen, { age }] = [faceUp(), board(match)]
    await mover.act(pickAny(mover.value.snapshot))
    await match.until(({ version }) => version > before)
    const { toAct, decision, age: now } = board(match)
    if (mover === other && toAct === 0 && decision?.kind === 'turn' && age === now)
      turned = faceUp().find((slot) => !seen.includes(slot))
  }
  await page.waitForSelector(`.table[data-version="${match.value.version}"][data-state="yours"]`)
  const moving = page.locator('[data-moving], .flights > *')
  await moving.first().waitFor({ state: 'attached' })
  // The card stands on its edge: what meets the press is what lies below it.
  const place = await restingPlace(page.locator(`[data-slot="${turned}"][data-open]`))
  await page.mouse.click(place.x, place.y)
  await page.waitForSelector(`[data-slot="${turned}"][aria-pressed="true"]`)
  expect(await moving.count()).toBe(0)
  await close()
})
