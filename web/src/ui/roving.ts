import type { Attachment } from 'svelte/attachments'

type Direction = 'left' | 'right' | 'up' | 'down'

const DIRECTIONS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
/** How much a step to the side weighs against one ahead. */
const SIDEWAYS = 0.4

/**
 * Makes the buttons of a group one stop for the Tab key, among which arrows go to the next one in their direction as it
 * is on the screen. If some have `data-side`, left and right visit each of these in turn, as they lie from left to
 * right.
 */
export const roving: Attachment<HTMLElement> = (group) => {
  let current: HTMLButtonElement | null = null

  const items = (): HTMLButtonElement[] =>
    [...group.querySelectorAll<HTMLButtonElement>('button')].filter((button) => !button.disabled)
  /** From left to right, and from the top down where two are one above the other. */
  const inOrder = (all: readonly HTMLButtonElement[]): HTMLButtonElement[] =>
    all
      .map((button) => ({ button, box: button.getBoundingClientRect() }))
      .sort((a, b) => a.box.left - b.box.left || a.box.top - b.box.top)
      .map(({ button }) => button)

  const refresh = (): void => {
    const all = items()
    if (!current || !all.includes(current)) {
      current = all.find(({ dataset }) => dataset.side !== undefined) ?? all[0] ?? null
    }
    for (const button of all) {
      const stop = button === current ? 0 : -1
      // Writing an attribute makes the browser compute styles again, even with the same value.
      if (button.tabIndex !== stop || !button.hasAttribute('tabindex')) button.tabIndex = stop
    }
  }

  const onFocus = (event: FocusEvent): void => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button && group.contains(button)) {
      current = button
      refresh()
    }
  }

  const onKey = (event: KeyboardEvent): void => {
    const all = items()
    const sides = all.filter(({ dataset }) => dataset.side !== undefined)
    const direction = DIRECTIONS[event.key]
    let target: HTMLButtonElement | undefined
    if (direction && current) {
      const level = direction === 'left' || direction === 'right'
      target =
        level && sides.length > 0
          ? neighbour(inOrder([...new Set([...sides, current])]), current, direction)
          : next(current, all, direction)
    } else if (event.key === 'Home') target = inOrder(sides.length > 0 ? sides : all)[0]
    else if (event.key === 'End') target = inOrder(sides.length > 0 ? sides : all).at(-1)
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    target.focus()
  }

  const observer = new MutationObserver(refresh)
  observer.observe(group, { childList: true, subtree: true })
  group.addEventListener('focusin', onFocus)
  group.addEventListener('keydown', onKey)
  refresh()
  return () => {
    observer.disconnect()
    group.removeEventListener('focusin', onFocus)
    group.removeEventListener('keydown', onKey)
  }
}

function neighbour(
  ordered: readonly HTMLButtonElement[],
  from: HTMLButtonElement,
  direction: Direction,
): HTMLButtonElement | undefined {
  return ordered[ordered.indexOf(from) + (direction === 'left' ? -1 : 1)]
}

function next(
  from: HTMLButtonElement,
  all: readonly HTMLButtonElement[],
  direction: Direction,
): HTMLButtonElement | undefined {
  const middle = (button: HTMLButtonElement): { x: number; y: number } => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }
  const start = middle(from)
  const distances = all
    .filter((button) => button !== from)
    .map((button) => {
      const { x, y } = middle(button)
      const [ahead, aside] = {
        left: [start.x - x, y - start.y],
        right: [x - start.x, y - start.y],
        up: [start.y - y, x - start.x],
        down: [y - start.y, x - start.x],
      }[direction] as [number, number]
      return { button, distance: ahead > 2 ? ahead + Math.abs(aside) * SIDEWAYS : Infinity }
    })
  const nearest = distances.sort((a, b) => a.distance - b.distance)[0]
  return nearest && nearest.distance < Infinity ? nearest.button : undefined
}
