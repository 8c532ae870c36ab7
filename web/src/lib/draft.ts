import type { Seat } from '@curia/client'
import type { Board } from './board.ts'

// The draft of wonders: in each group of four the first to choose takes one, the other one two, and the last one goes by
// itself. Source: rulebook, "Wonders".

/** One of the eight picks. */
export interface DraftPick {
  seat: Seat
  /** The wonder, once it was taken. */
  wonder: string | undefined
  isNow: boolean
  /** Whether it is the last of its group, which nobody chooses. */
  isLast: boolean
}

/** Who takes a wonder, in order. The second player begins the second group. */
const ORDER: readonly Seat[] = [0, 1, 1, 0, 1, 0, 0, 1]
export const GROUP = 4

/** All picks of a draft that has not ended, with those that were made. */
export function picksOfDraft({ cities }: Board): DraftPick[] {
  const taken = [Object.keys(cities[0].wonders), Object.keys(cities[1].wonders)] as const
  const made = taken[0].length + taken[1].length
  const count: Record<Seat, number> = { 0: 0, 1: 0 }
  return ORDER.map((seat, index) => {
    const wonder = taken[seat][count[seat]]
    count[seat] += 1
    return { seat, wonder, isNow: index === made, isLast: index % GROUP === GROUP - 1 }
  })
}

/** The group that lies on the table: what is left of it, and what was taken. Each wonder keeps its place. */
export function groupOfDraft(board: Board): string[] {
  const left = Object.keys(board.draft ?? {})
  const made = picksOfDraft(board).flatMap(({ wonder }) => wonder ?? [])
  return [...left, ...made.slice(made.length - (made.length % GROUP))].sort()
}
