import type { Lesson } from '../../../scripts/lessons/games.ts'
import { lessonBefore, playGame } from '../../../scripts/lessons/games.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import type { Action } from '../../../src/rules/index.ts'
import { pick, seededRandom } from '../../support/random.ts'

/** A position with its name: the decision, and in a turn the age. */
export interface Position {
  name: string
  lesson: Lesson
}

/** Any type of action, and then any action of it: so more decisions are asked than if all actions were equally likely. */
function pickByType(legal: readonly Action[], random: () => number): Action {
  const type = pick([...new Set(legal.map((action) => action.type))], random)
  return pick(
    legal.filter((action) => action.type === type),
    random,
  )
}

/** The games of both expansions in which every decision is asked; a test counts them. */
export const EVERY_DECISION = ['agora-pantheon', 10, 4] as const

/**
 * One position for each kind of decision and each age, from games of random actions. They are lessons of the
 * introduction, so that a page shows them without a match.
 */
export function positionsOf(kind: GameKind, games: number, seed: number): Position[] {
  const random = seededRandom(seed)
  const found = new Map<string, Lesson>()
  for (let game = 0; game < games; game += 1) {
    for (const played of playGame(kind, `${kind} ${seed} ${game}`, (legal) => pickByType(legal, random))) {
      const state = played.before.state!
      const decision = state.stack.at(-1)?.kind ?? 'turn'
      const name = decision === 'turn' ? `${kind}: turn of age ${state.age}` : `${kind}: ${decision}`
      // Of turns the last one of each age: then there is most in the cities.
      if (decision === 'turn' || !found.has(name)) found.set(name, lessonBefore(played, 'take', [played.action]))
    }
  }
  return [...found].map(([name, lesson]) => ({ name, lesson }))
}
