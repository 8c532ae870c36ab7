import type { Player } from './player.ts'
import { actionsOf } from './player.ts'

/** Picks any legal action, all with the same probability. */
export const uniform: Player = {
  decide: ({ legal = [] }, _knowledge, random) => random.pick(actionsOf(legal)),
}
