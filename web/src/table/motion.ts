import { painted } from '../lib/painted.ts'
import { moves, preferences } from '../lib/preferences.svelte.ts'
import type { Seat } from '@curia/client'
import type { MatchEvent, Step } from '../lib/steps.ts'

// What a version did, as movement from where things were to where they are. The state is shown at once and can be used
// at once: motion only follows, changes nothing but transforms and opacities, and may be cut off at any time.

/** How long things take, in ms. */
const TRAVEL = 320
const TURN = 180
const STEP = 260
const PULSE = 200
const FADE = 120
/** Cards that turn up begin one after the other. */
const TURN_DELAY = 60

/** Runs what was prepared, once the new state is on the page. */
export type Motion = () => void

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
const strip = (seat: unknown): HTMLElement | null => find(`[data-seat="${String(seat)}"]`)

/**
 * Notes where things are before a new state is shown. Several steps at once, after a lost connection, are shown without
 * motion.
 */
export function prepareMotion(steps: readonly Step[]): Motion {
  if (steps.length !== 1 || !moves() || document.hidden) return () => undefined
  const { events } = steps[0]!
  const prepared = events.flatMap((event) => {
    const from = originOf(event)?.getBoundingClientRect()
    return from ? [{ event, from }] : []
  })
  return () => {
    // All places are measured before anything moves: each change makes the browser lay out the page before it measures.
    const journeys = prepared.flatMap(({ event, from }) => {
      const element = destinationOf(event)
      return element ? [{ element, from, to: element.getBoundingClientRect() }] : []
    })
    for (const { element, from, to } of journeys) travel(element, from, to)
    for (const [index, element] of revealedIn(events).entries()) turnUp(element, (index + 1) * TURN_DELAY)
    // What only pulses begins as it is: so it may follow the frame of the move.
    void painted().then(() => pulseAll(events))
  }
}

/**
 * Shows once more what some steps did, one after the other, on the table as it is now: what was taken flies from where it
 * lay to where it is. Where nothing may move, both ends fade in.
 */
export async function replayMotion(steps: readonly Step[]): Promise<void> {
  const run = (replaying += 1)
  for (const { events } of steps) {
    const journeys = events.flatMap((event) => {
      const element = destinationOf(event)
      const start = formerPlaceOf(event)
      return element && start ? [{ element, start }] : []
    })
    const places = journeys.map(({ element, start }) => [start.getBoundingClientRect(), element.getBoundingClientRect()] as const)
    const motions = moves()
      ? [
          ...journeys.map(({ element }, index) => travel(element, ...places[index]!)),
          ...revealedIn(events).map((element, index) => turnUp(element, (index + 1) * TURN_DELAY)),
        ]
      : [...journeys.flatMap(({ element, start }) => [start, element]), ...revealedIn(events)].map(fadeIn)
    // One that is cut off by the next move is over, too.
    await Promise.allSettled(motions.flatMap((motion) => (motion ? [motion.finished] : [])))
    if (run !== replaying) return
  }
}

/** Counts the replays: a new one ends the one before. */
let replaying = 0

/** What marks the place from which something was taken. */
function formerPlaceOf(event: MatchEvent): HTMLElement | null {
  if (event.type === 'pawn-moved') return find(`[data-at="${String(event.from)}"]`)
  if (typeof event.slot === 'number' && event.type !== 'card-revealed') return find(`[data-left="${event.slot}"]`)
  if (event.from === 'discard') return find('[data-region="discard"]')
  return null
}

const revealedIn = (events: readonly MatchEvent[]): HTMLElement[] =>
  events.flatMap(({ type, slot }) => (type === 'card-revealed' ? (find(`[data-slot="${String(slot)}"]`) ?? []) : []))

const fadeIn = (element: HTMLElement): Animation => element.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: FADE })

function pulseAll(events: readonly MatchEvent[]): void {
  for (const event of events) {
    if (event.type === 'coins-gained' || event.type === 'coins-lost')
      pulse(strip(event.seat)?.querySelector('.coins') ?? null)
    if (event.type === 'influence-placed' || event.type === 'influence-removed' || event.type === 'control-changed') {
      pulse(find(`[data-chamber="${String(event.chamber)}"]`)?.parentElement ?? null)
    }
  }
}

/** What moves, as it lies before. */
function originOf(event: MatchEvent): HTMLElement | null {
  switch (event.type) {
    case 'building-constructed':
    case 'card-discarded':
    case 'wonder-constructed':
    case 'senator-recruited':
    case 'conspiracy-prepared':
      return typeof event.slot === 'number' ? find(`[data-slot="${event.slot}"]`) : find('[data-region="discard"]')
    case 'building-destroyed':
    case 'building-taken':
      return find(`[data-building="${String(event.building)}"]`)
    case 'progress-token-taken':
      return find(`[data-token="${String(event.token)}"]`)
    case 'pawn-moved':
      return find('.pawn')
    default:
      return null
  }
}

/** Where it lies afterwards; on tables that do not show that, with its owner. */
function destinationOf(event: MatchEvent): HTMLElement | null {
  const seat = event.seat as Seat
  switch (event.type) {
    case 'building-constructed':
    case 'building-taken':
      return find(`[data-building="${String(event.building)}"]`) ?? strip(seat)
    case 'card-discarded':
    case 'building-destroyed':
      return find('[data-region="discard"]')
    case 'wonder-constructed':
      return find(`[data-wonder="${String(event.wonder)}"]`) ?? strip(seat)
    case 'senator-recruited':
    case 'conspiracy-prepared':
      return strip(seat)?.querySelector<HTMLElement>('.more') ?? strip(seat)
    case 'progress-token-taken':
      return find(`[data-token="${String(event.token)}"]`) ?? strip(seat)
    case 'pawn-moved':
      return find('.pawn')
    default:
      return null
  }
}

const lasting = (ms: number): number => (preferences.animation === 'short' ? ms / 2 : ms)

/**
 * Lets a picture of what was there fly to where it is now. A strip is too large to fly: there the picture shrinks away.
 */
function travel(element: HTMLElement, from: DOMRect, to: DOMRect): Animation | null {
  if (from.width === 0 || to.width === 0) return null
  const [dx, dy] = [
    from.left + from.width / 2 - (to.left + to.width / 2),
    from.top + from.height / 2 - (to.top + to.height / 2),
  ]
  const small = to.width < 2 * from.width
  const motion = element.animate(
    small
      ? [{ translate: `${dx}px ${dy}px`, scale: `${from.width / to.width}` }, { translate: '0 0', scale: '1' }]
      : [{ opacity: 0.4 }, { opacity: 1 }],
    { duration: lasting(small ? TRAVEL : STEP), easing: 'cubic-bezier(.2,.7,.2,1)' },
  )
  if (!small) return motion
  // Above all else on its way. It is no part of the motion: that would be drawn by the page instead of the compositor.
  const raised = withPartsAround(element)
  for (const part of raised) part.dataset.moving = ''
  const arrive = (): void => {
    for (const part of raised) delete part.dataset.moving
  }
  motion.finished.then(arrive, arrive)
  return motion
}

/** An element with all parts of the table around it that are drawn apart. */
function withPartsAround(element: HTMLElement): HTMLElement[] {
  const around = element.parentElement?.closest<HTMLElement>('.panel, .apart')
  return around ? [element, ...withPartsAround(around)] : [element]
}

function turnUp(element: HTMLElement, delay: number): Animation {
  return element.animate([{ transform: 'rotateY(90deg)' }, { transform: 'rotateY(0)' }], {
    duration: lasting(TURN),
    delay: lasting(delay),
    fill: 'backwards',
  })
}

function pulse(element: Element | null): void {
  element?.animate([{ scale: '1' }, { scale: '1.06' }, { scale: '1' }], { duration: lasting(PULSE) })
}
