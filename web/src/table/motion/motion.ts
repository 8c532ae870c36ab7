import { choreographyOf } from '../../lib/choreographies.ts'
import { painted } from '../../lib/painted.ts'
import { moves } from '../../lib/preferences.svelte.ts'
import type { MatchEvent, Step } from '../../lib/steps.ts'
import type { Scene } from './movers.ts'
import { fadeIn, MOVERS, TURN_APART } from './movers.ts'
import { destinationOf, find, formerPlaceOf, originOf, slotOf } from './places.ts'
import { endMotion, endMotionWithInput, pictureLike, untilEnded } from './stage.ts'
import { paced } from './tokens.ts'

// What a version did, as movement from where things were to where they are. The state is shown and can be used at once:
// motion only follows, changes nothing but transforms and opacities, and ends with the next version, a press or a key.

/** Runs what was prepared, once the new state is on the page. */
export type Motion = () => void

const STILL: Motion = () => undefined
let listening = false

/**
 * Notes where things are before a new state is shown. Several steps at once, after a lost connection, are shown without
 * motion. Where nothing may move, what is new fades in.
 * @param mine - the seat on this side; null for those who watch
 */
export function prepareMotion(steps: readonly Step[], mine: number | null = null): Motion {
  if (!listening) endMotionWithInput()
  listening = true
  endMotion()
  if (steps.length !== 1 || document.hidden) return STILL
  const { events } = steps[0]!
  if (!moves()) return () => fadeAll(events)
  const lying = events.map((event) => originOf(event))
  const origins = lying.map((element) => element?.getBoundingClientRect())
  // What goes where it is not seen any more is shown as it was, on its way.
  const pictures = events.map(({ type }, index) => {
    const element = lying[index]
    return element && (type === 'card-discarded' || type === 'wonder-constructed') ? pictureLike(element) : undefined
  })
  return () => {
    // All places are measured before anything moves: each change makes the browser lay out the page before it measures.
    const ends = events.map((event) => destinationOf(event))
    const places = ends.map((element) => element?.getBoundingClientRect())
    const scenes = events.map((event, index): Scene => ({
      event,
      from: origins[index],
      picture: pictures[index],
      to: ends[index]!,
      at: places[index],
      delay: 0,
      theirs: mine !== null && (event.seat === 0 || event.seat === 1) && event.seat !== mine,
    }))
    // What flies from its place does so in the frame of the move; what only follows may come with the next one.
    const [first, rest] = [scenes.filter(({ from }) => from), scenes.filter(({ from }) => !from)]
    play(first)
    const goesOn = untilEnded()
    if (rest.length > 0) void painted().then(() => goesOn() && play(rest, first.length > 0 ? FOLLOWS_MS : 0))
  }
}
/** What follows a move begins so long after it, ms. */
const FOLLOWS_MS = 160

/** Of the same motion, one begins after the other. */
function play(scenes: readonly Scene[], delay = 0): (Animation | null)[] {
  const counts = new Map<string, number>()
  return scenes.map((scene) => {
    const { motion } = choreographyOf(scene.event)
    const earlier = counts.get(motion) ?? 0
    counts.set(motion, earlier + 1)
    return MOVERS[motion]({ ...scene, delay: paced(delay + earlier * TURN_APART) })
  })
}

function fadeAll(events: readonly MatchEvent[]): void {
  const ends = events.flatMap((event) => [
    event.type === 'card-revealed' ? slotOf(event.slot) : null,
    originOf(event) === null ? null : destinationOf(event),
  ])
  for (const element of new Set(ends)) if (element) fadeIn(element)
}

/**
 * Shows once more what some steps did, one after the other, on the table as it is now: what was taken flies from where
 * it lay to where it is. Where nothing may move, both ends fade in.
 */
export async function replayMotion(steps: readonly Step[]): Promise<void> {
  endMotion()
  const goesOn = untilEnded()
  for (const { events } of steps) {
    const scenes = events.flatMap((event): Scene[] => {
      const start = formerPlaceOf(event)
      const revealed = event.type === 'card-revealed'
      if (!start && !revealed) return []
      const to = revealed ? slotOf(event.slot) : destinationOf(event)
      const [from, at] = [start?.getBoundingClientRect(), to?.getBoundingClientRect()]
      return [{ event, from, to, at, delay: 0, theirs: false }]
    })
    const animations = moves()
      ? play(scenes)
      : scenes.flatMap(({ event, to }) => [formerPlaceOf(event), to].flatMap((one) => (one ? [fadeIn(one)] : [])))
    // One that is cut off is over, too.
    await Promise.allSettled(animations.flatMap((animation) => (animation ? [animation.finished] : [])))
    if (!goesOn() || !find('.table')) return
  }
}
