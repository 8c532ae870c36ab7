import type { MatchOptions, Seat } from '../../rules/index.ts'
import { redact, view } from '../../rules/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { Knowledge } from '../knowledge/knowledge.ts'
import { actionsOf } from '../players/player.ts'
import type { Considered } from '../players/search.ts'
import { consider, mostVisited } from '../players/search.ts'
import { together } from '../players/together.ts'
import { Random } from '../random.ts'
import type { Chance, Move } from './analysis.ts'

/** A decision of a match, and how it is searched. */
export interface Weighed {
  version: number
  seat: Seat
  /** Worlds that each search samples. */
  samples: number
  /** So many searches are done. */
  from: number
  /** The same seed gives the same searches. */
  seed: string
}

/**
 * Searches one decision of a finished match again and again, each time with other worlds and from nothing. It yields what
 * each search found of every legal action, from what the seat knew then.
 * @param moves all actions of the match, in order.
 * @param evaluate of the kind of game.
 * @throws Error if the match has no such decision, or what the seat saw does not follow from legal actions.
 */
export function* weigh(
  options: MatchOptions,
  moves: Iterable<Move>,
  evaluate: Evaluation,
  { version, seat, samples, from, seed }: Weighed,
): Generator<Considered[], never> {
  let knowledge: Knowledge | null = null
  for (const { version: at, before, after, events } of moves) {
    knowledge ??= new Knowledge(options, seat, view(before, seat))
    if (at === version) {
      const actions = actionsOf(view(before, seat).legal ?? [])
      for (let search = from; ; search++) {
        const random = new Random(`${seed} ${version} ${search}`)
        yield consider(evaluate, knowledge, random, { samples, isOver: () => false }, { asked: actions })
      }
    }
    knowledge.observe(
      events.map((event) => redact(event, seat)!),
      view(after, seat),
    )
  }
  throw new Error(`nobody decides at version ${version}`)
}

/**
 * What several searches of one decision found of all legal actions, added up, best first. As in an analysis, none has a
 * better chance than the one that was tried most often.
 */
export function pooled(searches: readonly (readonly Considered[])[]): Chance[] {
  const found = together(searches)
  const best = mostVisited(found)
  return found
    .map(({ action, chance }) => ({ action, chance: Math.min(chance, best.chance), isBest: action === best.action }))
    .sort((one, other) => other.chance - one.chance || Number(other.isBest) - Number(one.isBest))
    .map(({ action, chance }) => ({ action, chance }))
}
