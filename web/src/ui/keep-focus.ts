/** Where the focus is: enough to find what a person takes for the same place once the element is gone. */
interface Place {
  element: HTMLElement
  /** What the element is about, as a selector: the same thing may be drawn by another element later. */
  same: string | null
  /** The names of the regions around it, from the inside out. */
  regions: readonly string[]
  x: number
  y: number
}

/** What can be focused without side effects: a field of text would open the keyboard of a phone. */
const FOCUSABLE = 'button:not([disabled]), a[href]'
/** What the page is about: the question that is asked at a table, else the content of the screen. */
const MAIN = '#prompt, #content'

/** The sheets that are open, the last one on top. */
const sheets: HTMLDialogElement[] = []
let place: Place | null = null
/** The place was left by the page, not by the person, and is looked for. */
let lost = false

/**
 * From now on, the focus stays where a person expects it. When the page removes or disables the focused element, the
 * focus goes to the same thing where it is drawn now, else to the nearest button of the smallest region around it that
 * is left, else to that region, else to the main part of the screen. It never moves while its element is there.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) arriveAt(target)
  })
  document.addEventListener('focusout', () => {
    // Afterwards it is known why: the element was removed, another one is focused, or the person clicked elsewhere.
    queueMicrotask(() => {
      if (place && usable(place.element) && nothingFocused() && document.hasFocus()) place = null
    })
  })
  new MutationObserver(() => {
    if (place && !usable(place.element)) lost = true
    if (lost) find()
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
}

/** Lets a sheet have the focus until it closes: then call what this returns, and the focus goes back to its place. */
export function enterSheet(sheet: HTMLDialogElement): () => void {
  const noted = place
  sheets.push(sheet)
  return () => {
    sheets.splice(sheets.indexOf(sheet), 1)
    place = noted
    lost = true
    find()
  }
}

function arriveAt(element: HTMLElement): void {
  const { left, top, width, height } = element.getBoundingClientRect()
  place = {
    element,
    same: selectorOf(element),
    regions: regionsOf(element),
    x: left + width / 2,
    y: top + height / 2,
  }
  lost = false
}

function find(): void {
  if (!nothingFocused() && document.activeElement?.closest('dialog') === modal()) {
    lost = false
    return
  }
  const target = place && usable(place.element) ? place.element : successorOf(place)
  // What is focused is noted as the place. Until there is something, the next change of the page is waited for.
  target?.focus({ preventScroll: !target.matches(FOCUSABLE) })
}

const nothingFocused = (): boolean => document.activeElement === null || document.activeElement === document.body
/** The sheet on top, if there is one. It is asked for with each change of the page, so it is not searched for. */
const modal = (): HTMLElement | null => sheets.at(-1) ?? null

function usable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && (modal()?.contains(element) ?? true)
}

function successorOf(from: Place | null): HTMLElement | null {
  const scope = modal() ?? document
  for (const name of from?.regions ?? []) {
    const region = scope.querySelector<HTMLElement>(`[data-region="${name}"]`)
    if (!region) continue
    const same = from!.same === null ? null : region.querySelector<HTMLElement>(`${from!.same}:not([disabled])`)
    const found = same ?? nearest(region, from!)
    if (found) return found
    if (region.tabIndex === -1 && region.hasAttribute('tabindex')) return region
  }
  return scope === document ? document.querySelector<HTMLElement>(MAIN) : null
}

/** Among what can be used now, if the region says which that is. */
function nearest(region: HTMLElement, { x, y }: Place): HTMLElement | null {
  const all = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.offsetParent !== null)
  const sides = all.filter(({ dataset }) => dataset.side !== undefined)
  const distances = (sides.length > 0 ? sides : all).map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { element, distance: Math.hypot(left + width / 2 - x, top + height / 2 - y) }
  })
  return distances.sort((a, b) => a.distance - b.distance)[0]?.element ?? null
}

/** The data of an element name its subject; `data-open` and the like only say how it stands. */
const SUBJECTS = [
  'slot',
  'wonder',
  'token',
  'building',
  'chamber',
  'from',
  'space',
  'position',
  'conspiracy',
  'use',
] as const

function selectorOf({ dataset }: HTMLElement): string | null {
  const subject = SUBJECTS.find((name) => dataset[name] !== undefined)
  return subject === undefined ? null : `[data-${subject}="${CSS.escape(dataset[subject]!)}"]`
}

function regionsOf(element: HTMLElement): string[] {
  const regions: string[] = []
  for (
    let region = element.closest<HTMLElement>('[data-region]');
    region;
    region = region.parentElement?.closest<HTMLElement>('[data-region]') ?? null
  )
    regions.push(region.dataset.region!)
  return regions
}
