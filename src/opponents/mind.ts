import type { Budget, Considered, Evaluation, Level, LevelName, Player } from '../bots/index.ts'
import { consider, Knowledge, LEVELS, mostVisited, playerOf, Random } from '../bots/index.ts'
import type { Action, MatchEvent, MatchOptions, MatchView, Seat } from '../rules/index.ts'
import { learnedEvaluation } from './weights.ts'

/** Worlds in which a position is valued. */
const WORLDS_OF_A_VALUE = 40
/** With less than this probability of winning, a match is as good as lost. */
const LOST_BELOW = 0.015

/** What a mind begins with. `seed` makes its decisions repeatable. */
export interface Beginning {
  level: LevelName
  options: MatchOptions
  seat: Seat
  /** The seat's view of the first version with a board. */
  first: MatchView
  seed: string
}

/** A version as a seat saw it: the events of the rules, and the view after them. */
export interface SeenStep {
  events: MatchEvent[]
  after: MatchView
}

/** A decision, and after how many decisions in a row (this one included) the seat has been as good as lost. */
export interface Decided {
  action: Action
  lost: number
  /** What the search found of each legal action, at a level that others help. */
  considered?: Considered[]
}

/**
 * How much a mind may think about a decision. It samples at most so many worlds, and never more than its level has; by
 * default as many. With `random`, the name of its random numbers, it samples all of them whatever the time, and what it
 * decided before plays no part: equal positions have equal answers.
 */
export type Effort = Timed | { random: string }

/** Effort that has a limit in time (ms). */
export interface Timed {
  timeMs: number
  samples?: number | undefined
  random?: undefined
}

/** Thinks for one seat of one match. It knows what the seat has seen. */
export class Mind {
  readonly #level: LevelName
  readonly #evaluate: Evaluation
  readonly #player: Player
  readonly #knowledge: Knowledge
  readonly #random: Random
  #lost = 0

  constructor({ level, options, seat, first, seed }: Beginning) {
    this.#level = level
    this.#evaluate = learnedEvaluation(options)
    this.#player = playerOf(LEVELS[level], this.#evaluate)
    this.#knowledge = new Knowledge(options, seat, first)
    this.#random = new Random(seed)
  }

  /** Learns from the next version. @throws Error if no legal action explains it. */
  observe({ events, after }: SeenStep): void {
    this.#knowledge.observe(events, after)
  }

  /** Picks a legal action of a view, which is that of the last version observed. */
  decide(view: MatchView, effort: Effort): Decided {
    const { player, samples, isHelped }: Level = LEVELS[this.#level]
    if (effort.random !== undefined) {
      const budget = { samples, isOver: () => false }
      return { action: this.#player.decide(view, this.#knowledge, new Random(effort.random), budget), lost: 0 }
    }
    const considered = isHelped ? this.ponder(effort) : undefined
    const action = considered
      ? mostVisited(considered).action
      : this.#player.decide(view, this.#knowledge, this.#random, this.#budget(effort))
    // Only a level that searches knows that it cannot win any more.
    this.#lost = player === 'search' && this.chance() < LOST_BELOW ? this.#lost + 1 : 0
    return { action, lost: this.#lost, ...(considered && { considered }) }
  }

  /** What a search finds of each legal action at the last version observed. */
  ponder(effort: Timed): Considered[] {
    return consider(this.#evaluate, this.#knowledge, this.#random, this.#budget(effort), { endsEarly: true })
  }

  #budget({ timeMs, samples: most = Infinity }: Timed): Budget {
    const end = performance.now() + timeMs
    return { samples: Math.min(LEVELS[this.#level].samples, most), isOver: () => performance.now() >= end }
  }

  /** How likely the seat is to win, from 0 to 1: the mean over some worlds. */
  chance(): number {
    const { seat } = this.#knowledge
    let sum = 0
    for (let world = 0; world < WORLDS_OF_A_VALUE; world++) sum += this.#evaluate(this.#knowledge.sample(this.#random))
    return seat === 0 ? sum / WORLDS_OF_A_VALUE : 1 - sum / WORLDS_OF_A_VALUE
  }
}
