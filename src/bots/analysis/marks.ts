/** What an action cost that is marked, from small to great. */
export type Mark = 'inaccuracy' | 'mistake' | 'blunder'

/** From how much of the probability of winning an action gets each mark; the greatest one counts. */
const FROM: readonly (readonly [mark: Mark, loss: number])[] = [
  ['blunder', 0.2],
  ['mistake', 0.12],
  ['inaccuracy', 0.06],
]

/** The mark of an action. @param loss the probability of winning that it cost, from 0 to 1. */
export const markOf = (loss: number): Mark | null => FROM.find(([, from]) => loss >= from)?.[0] ?? null
