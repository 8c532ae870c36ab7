/**
 * Conspiracies that a viewer has not seen change names, and what others kept in secret changes places with what they
 * put back.
 */
import type { Action, ConspiracyId } from '../../../src/rules/index.ts'
import type { Past } from './past.ts'
import { eventsOf } from './past.ts'
import type { Random } from './random.ts'

/** The deck and the actions so far, in which others keep, prepare and trigger what could as well have been theirs. */
export function redealPlots(
  past: Past,
  actions: readonly Action[],
  random: Random,
): { conspiracies: ConspiracyId[]; actions: Action[] } {
  const { history, viewer } = past
  const deck = history.deal.conspiracies
  const seen = [
    ...eventsOf(past, 'conspiracies-drawn').flatMap(({ at, seat, drawn }) =>
      seat === viewer ? drawn!.map((id) => ({ id, at })) : [],
    ),
    ...eventsOf(past, 'conspiracy-triggered').map(({ at, conspiracy }) => ({ id: conspiracy, at })),
  ]
  const isSeen = (id: ConspiracyId, from: number): boolean => seen.some((sight) => sight.id === id && sight.at >= from)

  /** By conspiracy, the one that is in its place in the other world, as things stand. */
  const instead = new Map(deck.map((id) => [id, id]))
  const unseen = deck.filter((id) => !isSeen(id, 0))
  for (const [index, id] of random.shuffled(unseen).entries()) instead.set(unseen[index]!, id)
  const conspiracies = deck.map((id) => instead.get(id)!)

  const redone = actions.map((action, at): Action => {
    if (history.states[at]!.toAct === viewer || !('conspiracy' in action)) return action
    const step = history.states[at]!.stack.at(-1)!
    if (action.type !== 'keep-conspiracy' || step.kind !== 'keep-conspiracy')
      return { ...action, conspiracy: instead.get(action.conspiracy)! }
    const [first, second] = step.drawn as [ConspiracyId, ConspiracyId]
    if (random.onceIn(2) && !isSeen(first, at) && !isSeen(second, at)) {
      // In the other world they keep the other one: from now on the two have changed places.
      const [one, two] = [instead.get(first)!, instead.get(second)!]
      instead.set(first, two)
      instead.set(second, one)
    }
    return { ...action, conspiracy: instead.get(action.conspiracy)! }
  })
  return { conspiracies, actions: redone }
}
