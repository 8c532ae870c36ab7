import { browser } from './browser.ts'
import { preferences } from './preferences.svelte.ts'
import type { Sequence, Sound } from './sounds/plan.ts'
import { cuesOf, Planner } from './sounds/plan.ts'
import type { Output } from './sounds/voices.ts'
import { outputOf, render, setVolume } from './sounds/voices.ts'

let output: Output | null = null
let plays = false
const planner = new Planner()

/** Sounds begin with the first gesture on the page, as browsers want it, and one tab alone plays them. */
export function prepareSounds(): void {
  const begin = (): void => {
    output ??= outputOf(new AudioContext(), preferences.volume)
    removeEventListener('pointerdown', begin)
    removeEventListener('keydown', begin)
  }
  addEventListener('pointerdown', begin)
  addEventListener('keydown', begin)
  // The lock is held for as long as the tab lives; then the next one gets it. Without locks every tab plays.
  const start = (): void => {
    plays = true
  }
  const { locks } = browser
  if (!locks) start()
  else {
    const held = locks.request('curia.sounds', () => {
      start()
      return new Promise(() => undefined)
    })
    held.catch(start)
  }
}

/** The pitch varies by so much, so that repetitions are no machine gun. */
const VARIES = 0.03

/** Plays a sound or a sequence, from some ms on. */
export function play(name: Sound | Sequence, after = 0): void {
  if (!output || !plays || !preferences.sounds || preferences.volume === 0) return
  const { context } = output
  setVolume(output, preferences.volume)
  const now = context.currentTime * 1000
  for (const { sound, at, gain, pitch } of cuesOf(name)) {
    const from = now + after + at
    if (!planner.take(sound, from, now)) continue
    const varied = pitch * (1 - VARIES + 2 * VARIES * Math.random())
    render(output, sound, { from: from / 1000, gain, pitch: varied })
  }
}
