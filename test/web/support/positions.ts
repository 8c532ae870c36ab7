import type { Lesson } from '../../../scripts/lessons/games.ts'
import { lessonBefore, playGame } from '../../../scripts/lessons/games.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import type { Fold } from '../../../src/record/index.ts'
import { BUILDINGS } from '../../../src/rules/catalogue/index.ts'
import type { Action } from '../../../src/rules/index.ts'
import { symbolCounts } from '../../../src/rules/symbols.ts'
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

/** A clock with as many digits as most show, ms: a table has the least room for all else next to it. */
const LEFT_MS = 1_229_000

/** A position as in a match with clocks. */
const withClocks = (lesson: Lesson): Lesson => {
  const { snapshot } = lesson
  return { ...lesson, snapshot: { ...snapshot, clocks: { 0: LEFT_MS, 1: LEFT_MS, since: snapshot.createdAt } } }
}

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
  return [...found].map(([name, lesson]) => ({ name, lesson: withClocks(lesson) }))
}

/** The first seat builds what threatens, and the second one lets it. */
function pickThreat(legal: readonly Action[], { state }: Fold): Action {
  const threatens = (action: Action): boolean => {
    if (action.type !== 'construct-building') return false
    const { science, shields } = BUILDINGS[state!.structure[action.slot] as keyof typeof BUILDINGS]
    return science !== undefined || shields !== undefined
  }
  const build = state!.toAct === 0 ? legal.find(threatens) : undefined
  return build ?? legal.find(({ type }) => type === 'discard-card') ?? legal[0]!
}

/** A position in which one player threatens with two supremacies at once, so that there are many signs next to a name. */
export function threatened(kind: GameKind): Position {
  for (let game = 0; ; game += 1) {
    for (const played of playGame(kind, `${kind} threat ${game}`, pickThreat)) {
      const { pawn, cities } = played.before.state!
      const symbols = symbolCounts(cities[0]).filter((count) => count > 0)
      if (pawn < 6 || symbols.length !== 5) continue
      const lesson = lessonBefore(played, 'take', [played.action])
      return { name: `${kind}: two threats, ${game}`, lesson: withClocks(lesson) }
    }
  }
}
