import type { Table } from '../lib/table.svelte.ts'

/** How long a finger rests on something until that is explained, ms. */
const HOLD_MS = 500
/** Farther away, in pixels, a finger scrolls. */
const REST = 10

/**
 * What the mouse explains when it points at something, the focus explains when keys have moved it there, and a finger
 * that rests there: that only explains, whatever a tap would do. Returns how to stop.
 */
export function explaining(table: () => Table): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let down: { x: number; y: number } | null = null
  let held = false

  const point = (target: EventTarget | null, type: 'pointerenter' | 'pointerleave'): void => {
    if (!(target instanceof Element)) return
    target.closest('button')?.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse' }))
  }

  function hold(target: EventTarget | null): void {
    point(target, 'pointerenter')
    const thing = table().pointed
    if (!thing) return
    held = true
    table().pinned = thing
    table().pointed = null
  }

  const listeners: { [Type in keyof DocumentEventMap]?: (event: DocumentEventMap[Type]) => void } = {
    focusin: ({ target }) => {
      if (target instanceof Element && target.matches(':focus-visible')) point(target, 'pointerenter')
    },
    focusout: ({ target }) => point(target, 'pointerleave'),
    pointerdown: ({ target, pointerType, x, y }) => {
      clearTimeout(timer)
      held = false
      if (pointerType !== 'touch') return
      down = { x, y }
      timer = setTimeout(() => hold(target), HOLD_MS)
    },
    pointermove: ({ x, y }) => {
      if (down && Math.hypot(x - down.x, y - down.y) > REST) clearTimeout(timer)
    },
    pointerup: () => clearTimeout(timer),
    pointercancel: () => clearTimeout(timer),
    // The menu of the browser, and the click at the end, are not what the finger rested for.
    contextmenu: (event) => {
      if (held) event.preventDefault()
    },
    click: (event) => {
      // A key that clicks has no detail.
      if (!held || event.detail === 0) return
      held = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
  const all = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of all) document.addEventListener(type, listener, true)
  return () => {
    clearTimeout(timer)
    for (const [type, listener] of all) document.removeEventListener(type, listener, true)
  }
}
