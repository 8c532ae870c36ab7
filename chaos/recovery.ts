import type { Line } from './swarm/lines.ts'
import { linesOf } from './swarm/lines.ts'

/** How long after a disturbance the swarm moved again, ms. */
export interface Recovery {
  /** Until the first move was acknowledged that was asked for after the disturbance. */
  first: number
  /** Until a move of every pair of players was acknowledged. */
  all: number
}

/**
 * @param journals of all players; both players of a pair come one after the other.
 * @param end of the disturbance, ms since 1970.
 * @returns null if a pair has not moved again.
 */
export function recoveryIn(journals: readonly Line[][], end: number): Recovery | null {
  const firsts = journals.flatMap((journal, index) => {
    if (index % 2 > 0) return []
    const pair = [journal, journals[index + 1] ?? []]
    return Math.min(...pair.flatMap((one) => movesAfter(one, end)).map((at) => at - end))
  })
  const [first, all] = [Math.min(...firsts), Math.max(...firsts)]
  return Number.isFinite(all) ? { first, all } : null
}

/** When the moves were acknowledged that a player asked for after a moment. */
function movesAfter(journal: readonly Line[], moment: number): number[] {
  const asked = new Set(
    linesOf(journal, 'wished')
      .filter(({ at }) => at >= moment)
      .map(({ ask }) => ask),
  )
  return linesOf(journal, 'acknowledged')
    .filter(({ ask }) => asked.has(ask))
    .map(({ at }) => at)
}
