import type { ChatLine, GameKind, GameResult, MatchOrigin, PlayerRef, RatingKind, TimeControlId } from '../protocol/index.ts'
import { kindOf, openFold, originOf, ratedKind, termsOf, transitions } from '../record/index.ts'
import type { MatchRecord, Outcome } from '../record/index.ts'
import { score } from '../rules/index.ts'
import type { MatchEvent, Score, Seat } from '../rules/index.ts'

/** A match that has ended: its record and what follows from it. Times are ms since 1970. */
export interface FinishedGame {
  record: MatchRecord
  /** By seat. */
  players: [PlayerRef, PlayerRef]
  outcome: Outcome & { by: GameResult }
  /** By seat, as the game stood at its end, however it ended. */
  scores: [Score, Score]
  kind: GameKind
  clock: TimeControlId
  origin: MatchOrigin
  /** Which ratings it changes; null if none. */
  ratingKind: RatingKind | null
  wonders: DraftedWonder[]
  startedAt: number
  endedAt: number
  /** What its players said in their room, so far. */
  chat: ChatLine[]
}

/** A wonder, who drafted it, and whether he constructed it himself. */
export interface DraftedWonder {
  seat: Seat
  wonder: string
  constructed: boolean
}

/**
 * Plays a record again to say how it ended.
 * @throws Error if its log does not end the match, or is not that of a legal match; if the match was aborted.
 */
export function finishedGame(record: MatchRecord, chat: ChatLine[] = []): FinishedGame {
  const events: MatchEvent[] = []
  let fold = openFold(record.header, record.createdAt)
  for (const transition of transitions(record)) {
    fold = transition.after
    events.push(...transition.events)
  }
  const { header, players, state, outcome, startedAt, endedAt } = fold
  const [first, second] = players
  if (!first || !second || !state || !outcome || startedAt === null || endedAt === null) {
    throw new Error(`match ${header.id} has not ended`)
  }
  const { winner, by } = outcome
  if (by === 'aborted') throw new Error(`match ${header.id} was aborted`)
  return {
    record,
    players: [first, second],
    outcome: { winner, by },
    scores: score(state),
    kind: kindOf(header),
    clock: termsOf(header).clock,
    origin: originOf(header),
    ratingKind: ratedKind(fold),
    wonders: draftedWonders(events),
    startedAt,
    endedAt,
    chat,
  }
}

/** Wonders that were given out without a draft are not among them. */
function draftedWonders(events: readonly MatchEvent[]): DraftedWonder[] {
  const constructed = new Set<string>()
  for (const event of events) if (event.type === 'wonder-constructed') constructed.add(`${event.seat} ${event.wonder}`)
  return events.flatMap((event) => {
    if (event.type !== 'wonder-drafted') return []
    const { seat, wonder } = event
    return [{ seat, wonder, constructed: constructed.has(`${seat} ${wonder}`) }]
  })
}
