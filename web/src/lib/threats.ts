import type { Seat } from '@curia/client'
import { otherSeat } from './board.ts'
import { tally } from './catalogue.ts'
import { t } from './i18n.svelte.ts'
import type { ShownTable } from './shown-table.ts'

// Who is about to win at once, as far as everyone can see it.

/** How far a capital is from the centre of the track, and from where on it is in danger. */
const CAPITAL = 9
const NEAR_CAPITAL = 3
/** How many different symbols, and how many chambers, win; with one less they threaten to. */
const NEEDED = 6

/** One player threatens the other with a supremacy. */
export interface Threat {
  kind: 'military' | 'science' | 'politics'
  against: Seat
  /** What the sign says next to its symbol: the steps that are left, or how much of what is needed there is. */
  figure: string
  /** In words. */
  text: string
}

/** What threatens the players in the position that is shown; nothing once the match has ended. */
export function threatsOf(table: ShownTable): Threat[] {
  const { board, catalogue, snapshot, mine } = table
  if (!board || (snapshot.status === 'ended' && !table.past)) return []
  const threats: Threat[] = []
  const add = (kind: Threat['kind'], against: Seat, n: number, figure: string): void => {
    const by = otherSeat(against)
    const values = { n, name: table.nameOf(against), p: table.nameOf(by) }
    const who = mine === null ? 'other' : against === mine ? 'me' : 'them'
    threats.push({ kind, against, figure, text: t(`threat.${kind}`, { ...values, who }) })
  }
  const left = CAPITAL - Math.abs(board.pawn)
  if (left <= NEAR_CAPITAL && left > 0) add('military', board.pawn > 0 ? 1 : 0, left, String(left))
  for (const by of [0, 1] as const) {
    const city = board.cities[by]
    const symbols = board.ledger?.[by].science ?? Object.fromEntries(tally(catalogue, city).science)
    const different = Object.values(symbols).filter((count) => count !== undefined && count > 0).length
    if (different === NEEDED - 1) add('science', otherSeat(by), different, `${different}/${NEEDED}`)
    const chambers = Object.values(board.senate ?? {}).filter(({ controller }) => controller === by).length
    if (chambers === NEEDED - 1) add('politics', otherSeat(by), chambers, `${chambers}/${NEEDED}`)
  }
  return threats
}
