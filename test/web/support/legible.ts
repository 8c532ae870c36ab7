import type { Page } from 'playwright-core'

/** Words in smaller letters than this cannot be read, CSS pixels. */
const LEAST_LETTERS = 12
/** Digits and symbols of the game are not smaller, CSS pixels: on phones, and on screens that are wider. */
const LEAST_FIGURE = { phone: 14, wide: 16 }
/** What is told about the game in tables and sentences is a text. */
const TOLD = '.details, .points'
/** The parts of the table that they are looked for in: structure, cities, tokens, decrees and niches. */
const GAME = '[data-slot], [data-seat], [data-token], [data-space], .military, .senate, .cells, .draft'

/** What needs no look: texts for screen readers, and on a phone the cause of a long question, which its sheet tells. */
const UNSEEN = '.hidden, .skip, script, style, noscript, option, .or, .equals'
/** Words that a line must not end within. */
const WHOLE =
  '七\u2060?不\u2060?思\u2060?議|捨\u2060?て\u2060?札|元老院|進歩トークン|第\u2060?[IVX]+世代|議場\u2060?\\d'
/** Parts without words that nothing must cut off: prices. */
const SHAPES = '.pill, .coin'
/** Parts that words must not leave. */
const FRAMES = '.panel, dialog, button, label, .entry, .dock, aside'
/** Parts that lie over each other, as cards do: within one of them no text lies over another. */
const LAYERS = '.panel, dialog, .dock, .details, .senate, [data-slot], .mini, nav, header, main'
/** Parts that symbols must not leave. */
const PLATES = '.plate, .token-hex'

type Selectors = 'unseen' | 'whole' | 'shapes' | 'frames' | 'layers' | 'plates' | 'game' | 'told'

/**
 * Looks at all texts of a page as they are drawn, from within the page: what is cut off, is covered, leaves its frame,
 * lies over another text, or has too small letters. Symbols must stay within their frames, too.
 */
const look = (selectors: Record<Selectors, string> & { least: number; leastFigure: number }): string[] => {
  const { least, leastFigure, unseen, whole, shapes, frames, layers, plates, game, told } = selectors
  interface Drawn {
    element: Element
    box: DOMRect
  }
  interface Line extends Drawn {
    text: string
    layer: Element | null
    /** Whether it stays in sight while what lies under it is scrolled. */
    sticks: boolean
  }
  /** Boxes of lines are higher than their letters, and rounded. */
  const ROUNDED = 1.5
  const SPARE = 0.3
  /** Sizes that follow from others are not whole, CSS pixels. */
  const ROUNDING = 0.3
  /** What stands next to the text of a list of choices, CSS pixels. */
  const ARROW = 16
  /** A text of so few characters, such as a number, has one line. */
  const SHORT = 4
  const faults = new Set<string>()
  const say = (fault: string, { text, element }: { text: string; element: Element }): void => {
    const path: string[] = []
    for (let at: Element | null = element; at && path.length < 4; at = at.parentElement)
      path.unshift(at.classList[0]?.startsWith('svelte') === false ? `.${at.classList[0]}` : at.localName)
    faults.add(`${fault}: "${text}" in ${path.join(' ')}`)
  }

  const linesIn = (boxes: readonly DOMRect[]): number => new Set(boxes.map(({ top }) => Math.round(top))).size

  const sticks = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).position === 'sticky') return true
    return false
  }

  const fades = (element: Element): boolean => getComputedStyle(element, '::after').position === 'sticky'

  /** Whether something can be scrolled into view, which the dock must show, or is cut off. */
  const whatHides = ({ element, box }: Drawn, spare = SPARE * box.height): 'nothing' | 'scrolling' | 'cutting' => {
    let fixed = false
    for (let at: Element | null = element; at && !fixed; at = at.parentElement) {
      if (at === document.documentElement) break
      const style = getComputedStyle(at)
      fixed = style.position === 'fixed'
      if (style.overflowX === 'visible' && !/paint|strict|content/.test(style.contain)) continue
      const frame = at.getBoundingClientRect()
      if (box.left < frame.left - ROUNDED || box.right > frame.right + ROUNDED) return 'cutting'
      if (box.top < frame.top - spare || box.bottom > frame.bottom + spare) {
        const shown = at.closest('.dock') === null || style.backgroundAttachment.includes('local') || fades(at)
        return /auto|scroll/.test(style.overflowY) && shown ? 'scrolling' : 'cutting'
      }
    }
    return 'nothing'
  }

  /** What is drawn as a part of a symbol has no text of its own. */
  const textOf = (element: Element): string =>
    element.textContent.trim() || (element.querySelector<HTMLElement>('[data-figure]')?.dataset.figure ?? '')

  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })

  for (const element of document.querySelectorAll(shapes)) {
    const box = element.getBoundingClientRect()
    if (isVisible(element) && whatHides({ element, box }, ROUNDED) === 'cutting')
      say('cut off', { text: textOf(element), element })
  }

  const lines: Line[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const figure = node instanceof HTMLElement ? node.dataset.figure : undefined
    if (node instanceof Element && figure === undefined) continue
    const element = node instanceof Element ? node : node.parentElement!
    const text = figure ?? node.textContent!.trim()
    if (text === '' || element.closest(unseen)) continue
    if (!isVisible(element)) continue
    if (getComputedStyle(element).clipPath !== 'none') continue
    const about = { text, element, layer: element.closest(layers), sticks: sticks(element) }
    const range = document.createRange()
    range.selectNodeContents(node)
    const drawn = figure === undefined ? range : element
    const boxes = [...drawn.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const isWord = /\p{L}{3}|[\p{Script=Han}\p{Script=Hira}\p{Script=Kana}]{2}/u.test(text)
    const size = Number.parseFloat(getComputedStyle(element).fontSize)
    if (isWord && boxes.length > 0 && size < least - ROUNDING)
      say(`letters of ${size.toFixed(1)} px`, { text, element })
    if (
      /\d/.test(text) &&
      boxes.length > 0 &&
      element.closest(game) &&
      !element.closest(told) &&
      !isWord &&
      size < leastFigure - ROUNDING
    )
      say(`digits of ${size.toFixed(1)} px`, { text, element })
    for (const { 0: word, index } of node.textContent!.matchAll(new RegExp(whole, 'g'))) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      if (linesIn([...range.getClientRects()]) > 1) say(`"${word}" is broken`, { text, element })
    }
    if (text.length <= SHORT && !/\s/.test(text) && linesIn(boxes) > 1) say('broken', { text, element })
    for (const box of boxes) {
      const line = { ...about, box }
      const hidden = whatHides(line)
      if (hidden === 'cutting') say('cut off', line)
      if (hidden !== 'nothing') continue
      lines.push(line)
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      const related = top === null || top.contains(element) || element.contains(top)
      if (!related && about.layer?.matches('.dock') && about.layer.contains(top)) say('is covered', line)
      if (box.left < -ROUNDED || box.right > document.documentElement.clientWidth + ROUNDED)
        say('outside the screen', line)
      const frame = element.closest(frames)?.getBoundingClientRect()
      if (!frame) continue
      const beside = Math.max(frame.left - box.left, box.right - frame.right)
      const beyond = Math.max(frame.top - box.top, box.bottom - frame.bottom)
      if (beside > ROUNDED || beyond > SPARE * box.height) say('leaves its frame', line)
    }
  }

  const pen = document.createElement('canvas').getContext('2d')!
  for (const select of document.querySelectorAll('select')) {
    if (!select.checkVisibility()) continue
    const text = select.selectedOptions[0]!.text
    pen.font = getComputedStyle(select).font
    if (pen.measureText(text).width + ARROW > select.clientWidth) say('cut off', { text, element: select })
  }

  for (const symbol of document.querySelectorAll('.glyphs :is(svg, .resource), .cost :is(svg, .resource)')) {
    const { width, height } = symbol.getBoundingClientRect()
    if (
      width > 0 &&
      symbol.closest(game) &&
      !symbol.closest(told) &&
      isVisible(symbol) &&
      Math.max(width, height) < leastFigure - ROUNDING
    )
      say(`a symbol of ${Math.max(width, height).toFixed(1)} px`, {
        text: symbol.querySelector('use')?.getAttribute('href') ?? symbol.className.toString(),
        element: symbol,
      })
  }

  for (const plate of document.querySelectorAll(plates)) {
    const frame = plate.getBoundingClientRect()
    for (const symbol of plate.querySelectorAll('svg, i, .disc')) {
      const box = symbol.getBoundingClientRect()
      const beside = Math.max(frame.left - box.left, box.right - frame.right)
      const beyond = Math.max(frame.top - box.top, box.bottom - frame.bottom)
      if (Math.max(beside, beyond) > ROUNDED) say('leaves its frame', { text: 'a symbol', element: symbol })
    }
  }

  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      if (one.element === other.element || one.layer !== other.layer || one.sticks !== other.sticks) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across > ROUNDED && down > SPARE * Math.min(one.box.height, other.box.height))
        say(`lies over "${other.text}"`, one)
    }
  })
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
    faults.add('the page scrolls sideways')
  return [...faults]
}

/**
 * Faults of the texts on a page.
 * @param table - the kind of table it is designed for at this size, of which digits and symbols are examined, too
 */
export const illegible = (page: Page, table?: keyof typeof LEAST_FIGURE): Promise<string[]> =>
  page.evaluate(look, {
    least: LEAST_LETTERS,
    leastFigure: table ? LEAST_FIGURE[table] : 0,
    game: GAME,
    told: TOLD,
    unseen: UNSEEN,
    whole: WHOLE,
    shapes: SHAPES,
    frames: FRAMES,
    layers: LAYERS,
    plates: PLATES,
  })
