import type { Action, MatchEvent, MatchOptions, MatchState, Seat } from '../../rules/index.ts'
import { redact, view } from '../../rules/index.ts'
import type { Evaluation } from '../evaluation/evaluation.ts'
import { Knowledge } from '../knowledge/knowledge.ts'
import { actionsOf } from '../players/player.ts'
import type { Considered } from '../players/search.ts'
import { consider, mostVisited } from '../players/search.ts'
import { Random } from '../random.ts'
import type { Mark } from './marks.ts'
import { markOf } from './marks.ts'

/** An action of a finished match, and what it did. */
export interface Move {
  /** The version of the match at which the seat decided. */
  version: number
  before: MatchState
  action: Action
  after: MatchState
  events: readonly MatchEvent[]
}

/** An action, and how likely the seat is to win after it, from 0 to 1. */
export interface Chance {
  action: Action
  chance: number
}

/** What an analysis says of a decision. All chances are those of its seat, from what the seat knew then. */
export interface Judgement {
  version: number
  seat: Seat
  action: Action
  /** The chance after the best action, and after the action that was chosen. */
  before: number
  after: number
  /** Null if the action cost little. */
  mark: Mark | null
  /** The best other actions, best first. */
  alternatives: Chance[]
}

/** What an analysis looks into. */
export interface Scope {
  /** The first actions of the match are followed, but not judged: so many. */
  from: number
  /** Worlds that are sampled for a decision. */
  samples: number
  /** How many other actions are listed at most. */
  alternatives: number
  /** The same seed gives the same analysis. */
  seed: string
}

/** An action is listed if at least this part of all simulations began with it: of the others too little is known. */
const LISTED_FROM = 0.04

/**
 * Judges the decisions of a finished match, in order. It yields one judgement for each action, or null if there was no
 * choice.
 * @param moves all actions of the match, in order.
 * @param evaluate of the kind of game.
 * @throws Error if what a seat saw does not follow from legal actions.
 */
export function* analyse(
  options: MatchOptions,
  moves: Iterable<Move>,
  evaluate: Evaluation,
  scope: Scope,
): Generator<Judgement | null, void> {
  let known: readonly [Knowledge, Knowledge] | null = null
  let followed = 0
  for (const move of moves) {
    const { before, after, events } = move
    known ??= [new Knowledge(options, 0, view(before, 0)), new Knowledge(options, 1, view(before, 1))]
    if (followed++ >= scope.from) yield judgementOf(move, known[before.toAct!], evaluate, scope)
    for (const each of known) {
      each.observe(
        events.map((event) => redact(event, each.seat)!),
        view(after, each.seat),
      )
    }
  }
}

function judgementOf(
  { version, before, action }: Move,
  knowledge: Knowledge,
  evaluate: Evaluation,
  { samples, alternatives, seed }: Scope,
): Judgement | null {
  const random = new Random(`${seed} ${version}`)
  const { seat } = knowledge
  const { legal = [] } = view(before, seat)
  const actions = actionsOf(legal)
  if (actions.length < 2) return null
  const asked = actions.find((each) => isSame(each, action))
  const considered = consider(
    evaluate,
    knowledge,
    random,
    { samples, isOver: () => false },
    { asked: asked && [asked] },
  )
  const best = mostVisited(considered)
  const taken = considered.find((each) => isSame(each.action, action))!
  const chance = Math.max(best.chance, taken.chance)
  const others = chancesOf(considered, samples).filter((each) => !isSame(each.action, action))
  return {
    version,
    seat,
    action,
    before: rounded(chance),
    after: rounded(taken.chance),
    mark: markOf(chance - taken.chance),
    alternatives: others.slice(0, alternatives),
  }
}

/**
 * The actions of which enough is known, best first. None is listed with a better chance than the one that the search
 * tried most often: with fewer simulations, a better chance is luck.
 * @param samples the number of all simulations.
 */
export function chancesOf(considered: readonly Considered[], samples: number): Chance[] {
  const best = mostVisited(considered)
  return considered
    .filter((each) => each === best || each.visits >= LISTED_FROM * samples)
    .map((each) => ({ ...each, chance: Math.min(each.chance, best.chance) }))
    .sort((one, other) => other.chance - one.chance || other.visits - one.visits)
    .map(({ action, chance }) => ({ action, chance: rounded(chance) }))
}

/** Whether two actions are the same, in whatever order their fields are. */
export function isSame(one: Action, other: Action): boolean {
  const fields = Object.entries(one)
  return fields.length === Object.keys(other).length && fields.every(([name, value]) => other[name as 'type'] === value)
}

/** To a thousandth: more would not be true. */
const rounded = (chance: number): number => Math.round(chance * 1000) / 1000
