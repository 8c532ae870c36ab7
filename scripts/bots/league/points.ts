import type { Player } from '../../../src/bots/index.ts'
import { valueOfResult } from '../../../src/bots/index.ts'
import type { MatchState, Seat } from '../../../src/rules/index.ts'
import { legalActions, reduce, score } from '../../../src/rules/index.ts'

/** More than any lead in points. */
const WON = 1_000

/** The lead of a seat in points if the match ended now. */
function leadOf(seat: Seat, state: MatchState): number {
  const ended = valueOfResult(state)
  if (ended !== null) return WON * (seat === 0 ? 2 * ended - 1 : 1 - 2 * ended)
  const points = score(state)
  return points[seat].total - points[seat === 0 ? 1 : 0].total
}

/**
 * Takes the action after which its lead in points is greatest, in one sampled world; of several such actions any. It has
 * learned nothing, so other players can be measured by it whatever they have learned.
 */
export const points: Player = {
  decide(_, knowledge, random) {
    const world = knowledge.sample(random)
    const leads = legalActions(world).map((action) => ({
      action,
      lead: leadOf(knowledge.seat, reduce(world, action).state),
    }))
    const most = Math.max(...leads.map(({ lead }) => lead))
    return random.pick(leads.filter(({ lead }) => lead === most)).action
  },
}
