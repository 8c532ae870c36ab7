import { tick } from 'svelte'
import { painted } from './painted.ts'

/** How long a frame may be prepared before the rest waits for the next one, ms. */
const BUDGET_MS = 8

let last = Promise.resolve()
let began = 0

/**
 * Resolves when a part of the page that can wait has its turn: after all that asked before, and in the next frame if
 * this one has been prepared for long. So a large screen comes part by part, and a tap is answered meanwhile.
 */
export function inTurn(): Promise<void> {
  last = last.then(tick).then(async () => {
    if (performance.now() - began < BUDGET_MS) return
    await painted()
    began = performance.now()
  })
  return last
}
