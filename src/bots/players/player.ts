import type { Action, MatchView, Offer } from '../../rules/index.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import type { Random } from '../random.ts'

/** How long a player may think. */
export interface Budget {
  /** The number of worlds that it may sample. */
  samples: number
  /** Whether its time is up. It is asked after each sample. */
  isOver: () => boolean
}

/** A player that is a program. */
export interface Player {
  /**
   * Picks one of the legal actions of the view, which is that of the seat to act.
   * @param knowledge what the seat knows at the version of the view.
   */
  decide(view: MatchView, knowledge: Knowledge, random: Random, budget: Budget): Action
}

/** Every action of some offers: each way to pick one value for each field. */
export function actionsOf(offers: readonly Offer[]): Action[] {
  return offers.flatMap(({ type, ...fields }) =>
    Object.entries<readonly unknown[]>(fields).reduce<object[]>(
      (actions, [field, values]) => actions.flatMap((action) => values.map((value) => ({ ...action, [field]: value }))),
      [{ type }],
    ),
  ) as Action[]
}
