import type { Attachment } from 'svelte/attachments'

/** What a swipe in each direction does. */
export type Swipes = Record<'left' | 'right' | 'up' | 'down', () => unknown>

/** A shorter way of a finger is no swipe, in pixels. */
const LEAST = 44
/** A swipe goes at least so many times farther in its direction than across it. */
const STRAIGHT = 1.6

/** Answers to swipes of one finger that begin on an element, unless what lies under the finger scrolls in their direction. */
export const swiped =
  (swipes: Swipes): Attachment<HTMLElement> =>
  (element) => {
    let start: Touch | null = null
    const onStart = (event: TouchEvent): void => {
      start = event.touches.length === 1 ? event.touches[0]! : null
    }
    const onEnd = (event: TouchEvent): void => {
      const end = event.changedTouches[0]
      if (!start || !end) return
      const [across, down] = [end.clientX - start.clientX, end.clientY - start.clientY]
      const target = start.target
      start = null
      if (Math.abs(across) >= LEAST && Math.abs(across) > STRAIGHT * Math.abs(down))
        swipes[across < 0 ? 'left' : 'right']()
      else if (Math.abs(down) >= LEAST && Math.abs(down) > STRAIGHT * Math.abs(across) && !scrolls(target, element))
        swipes[down < 0 ? 'up' : 'down']()
    }
    element.addEventListener('touchstart', onStart, { passive: true })
    element.addEventListener('touchend', onEnd, { passive: true })
    return () => {
      element.removeEventListener('touchstart', onStart)
      element.removeEventListener('touchend', onEnd)
    }
  }

/** Whether something between a target and an element has more than it shows. */
function scrolls(target: EventTarget, within: HTMLElement): boolean {
  for (let at = target instanceof Element ? target : null; at && at !== within; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return true
  return false
}
