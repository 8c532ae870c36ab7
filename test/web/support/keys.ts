import type { ElementHandle, Page } from 'playwright-core'
import { pick } from '../../support/random.ts'
import { isBehindMore } from './browser.ts'

export type Target = ElementHandle<HTMLElement>

/** The keys that bring the focus to a region, as the help of the page lists them. */
const KEYS_OF_REGIONS: Record<string, string> = {
  dock: 'u',
  structure: 'g',
  draft: 'g',
  below: 'y',
  above: 'o',
  military: 'm',
  progress: 'p',
  senate: 's',
  pantheon: 'h',
}
/** Whatever is offered on the table and in its dock, and not yet selected. */
export const OFFERED =
  '[data-open]:not([aria-pressed="true"]), .dock .use:not([aria-disabled="true"], [aria-pressed="true"])'
/** Presses after which something cannot be reached. The table has fewer stops for Tab, and a region fewer buttons. */
const MOST_PRESSES = 60
/** How often a selection is cancelled, or decided by pressing Enter on it again. */
const CANCELS = 0.1
const REPEATS = 0.3

/** When the document was loaded on which a key was pressed last: from then on the focus is somewhere. */
const begun = new WeakMap<Page, number>()

/**
 * Does one random thing that is offered with the keyboard alone: goes there and presses Enter. A selection is also
 * cancelled with Escape, or confirmed by Enter.
 * @param decides - how often a button of the dock is preferred to another selection
 * @returns whether there was something to do
 * @throws Error if the page has lost the focus since the last key, or the keyboard does not reach what is offered.
 */
export async function useWithKeys(page: Page, random: () => number, decides: number): Promise<boolean> {
  const where = await page.evaluate(() => {
    const on = document.activeElement
    return {
      lost: on === document.body,
      selected: on?.matches('.table [aria-pressed="true"]') ?? false,
      loaded: performance.timeOrigin,
    }
  })
  if (where.lost && begun.get(page) === where.loaded) throw new Error('the focus was lost')
  if (where.selected && random() < CANCELS) return press(page, 'Escape')
  if (where.selected && random() < REPEATS && (await page.$('.use.main:not([aria-disabled="true"])')))
    return press(page, 'Enter')
  const offered = await offers(page)
  // Nothing of the table is drawn yet: no key is pressed.
  if (offered.length === 0) return false
  begun.set(page, where.loaded)
  const uses = offered.filter(({ does }) => does)
  const { element } = pick(uses.length > 0 && random() < decides ? uses : offered, random)
  return (await goTo(page, element)) && press(page, 'Enter')
}

/** Presses Tab until an element is focused that a selector finds. @throws Error if Tab does not reach it. */
async function tabTo(page: Page, selector: string): Promise<void> {
  // A page that is loaded may not be drawn yet.
  await page.waitForSelector(selector, { state: 'attached' })
  for (let pressed = 0; pressed < MOST_PRESSES; pressed += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await press(page, 'Tab')
  }
  throw new Error(`Tab does not reach ${selector}`)
}

/** Becomes a guest on the lobby and makes an invitation to a match of a kind. */
export async function inviteWithKeys(page: Page, name: string, kind: string): Promise<void> {
  await tabTo(page, '#player-name')
  await page.keyboard.type(name)
  await tabTo(page, '[data-use="enter"]')
  await press(page, 'Enter')
  await page.waitForSelector('[data-use="invite"]')
  if (await isBehindMore(page, kind)) {
    await tabTo(page, '[data-use="all-pools"]')
    await press(page, 'Enter')
  }
  await tabTo(page, 'fieldset input')
  const chosen = `label:has(:focus):text-is("${kind}")`
  for (let pressed = 0; pressed < MOST_PRESSES && !(await page.$(chosen)); pressed += 1) await press(page, 'ArrowRight')
  await tabTo(page, '[data-use="invite"]')
  await press(page, 'Enter')
}

async function press(page: Page, key: string): Promise<true> {
  await page.keyboard.press(key)
  return true
}

/** What is offered and can be focused: while a sheet is open, only what lies on it. */
async function offers(page: Page): Promise<{ element: Target; does: boolean }[]> {
  const all = (await page.$$(OFFERED)) as Target[]
  const found = await Promise.all(
    all.map(async (element) => {
      const { usable, does } = await element.evaluate((node) => ({
        usable: node.checkVisibility() && (document.querySelector('dialog[open]')?.contains(node) ?? true),
        does: node.classList.contains('use'),
      }))
      return usable ? [{ element, does }] : []
    }),
  )
  return found.flat()
}

/**
 * Moves the focus to an element: first to its region by a letter or with Tab, then with arrows. False: the table has
 * changed meanwhile, and no longer draws the element.
 */
export async function goTo(page: Page, target: Target): Promise<boolean> {
  const region = await target.evaluate(
    (node) => (node.closest('dialog') ? null : node.closest<HTMLElement>('[data-region]')?.dataset.region) ?? '',
  )
  if (KEYS_OF_REGIONS[region]) await press(page, KEYS_OF_REGIONS[region])
  /** By place, how often the focus was there: what was pressed before has led nowhere, or in a circle. */
  const visits = new Map<string, number>()
  for (let pressed = 0; pressed < MOST_PRESSES; pressed += 1) {
    if (!(await target.evaluate((node) => node.isConnected))) return false
    const { keys, at } = await target.evaluate(wayTo)
    if (keys.length === 0) return true
    const visited = visits.get(at) ?? 0
    visits.set(at, visited + 1)
    await press(page, keys[visited % keys.length]!)
  }
  throw new Error(`cannot be reached with keys: ${await target.evaluate((node) => node.outerHTML.slice(0, 160))}`)
}

/** The keys that lead from the focus towards an element, the best one first; none once it is reached. */
function wayTo(target: HTMLElement): { keys: string[]; at: string } {
  const focused = document.activeElement ?? document.body
  if (focused === target) return { keys: [], at: '' }
  const middle = (node: Element): [number, number] => {
    const { left, top, width, height } = node.getBoundingClientRect()
    return [left + width / 2, top + height / 2]
  }
  const at = `${focused.tagName} ${middle(focused).join(' ')} ${focused.id}`
  // A group of buttons is one stop for Tab, among which arrows go.
  let group: Element | null = target.tabIndex === -1 ? target.parentElement : null
  while (group && !group.querySelector('button[tabindex="0"]')) group = group.parentElement
  if (!group?.contains(focused) || focused === group) return { keys: ['Tab'], at }
  const [[x, y], [fromX, fromY]] = [middle(target), middle(focused)]
  const [across, down] = [x - fromX, y - fromY]
  const isLevel = Math.abs(across) < 1
  const level = across > 0 ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const upright = down > 0 ? ['ArrowDown', 'ArrowUp'] : ['ArrowUp', 'ArrowDown']
  // The arrows to the sides visit all of these in turn, also those that are one above the other, from the top down.
  if (target.dataset.side !== undefined) {
    const inTurn = isLevel && down > 0 ? ['ArrowRight', 'ArrowLeft'] : level
    return { keys: [...inTurn, ...upright], at }
  }
  return { keys: Math.abs(across) > Math.abs(down) ? [...level, ...upright] : [...upright, ...level], at }
}
