import type { MatchOptions, MatchState } from '../../rules/index.ts'
import { redact, view } from '../../rules/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { Knowledge } from '../knowledge/knowledge.ts'
import type { Budget } from '../players/player.ts'
import { consider } from '../players/search.ts'
import { Random } from '../random.ts'
import type { Chance, Move } from './analysis.ts'
import { chancesOf } from './analysis.ts'

/**
 * The best actions for the seat that decides now, best first, from what this seat knows.
 * @param match all actions of the match so far, in order, and its state now.
 * @param evaluate of the kind of game.
 * @param how the same seed and budget give the same advice.
 * @throws Error if what the seat saw does not follow from legal actions.
 */
export function advise(
  options: MatchOptions,
  { moves, now }: { moves: Iterable<Move>; now: MatchState },
  evaluate: Evaluation,
  { seed, budget }: { seed: string; budget: Budget },
): Chance[] {
  const seat = now.toAct!
  let knowledge: Knowledge | null = null
  for (const { before, after, events } of moves) {
    knowledge ??= new Knowledge(options, seat, view(before, seat))
    knowledge.observe(
      events.map((event) => redact(event, seat)!),
      view(after, seat),
    )
  }
  knowledge ??= new Knowledge(options, seat, view(now, seat))
  const considered = consider(evaluate, knowledge, new Random(seed), budget)
  return chancesOf(
    considered,
    considered.reduce((sum, { visits }) => sum + visits, 0),
  )
}
