import type {
  ChatLine,
  GameEnding,
  GameKind,
  GameOptions,
  MatchOrigin,
  PlayerRef,
  RatingKind,
  TimeControlId,
} from '../protocol/index.ts'
import { hasBot } from '../protocol/index.ts'
import type { Folded, MatchRecord, Outcome } from '../record/index.ts'
import { endedRecord, folded, isListed, kindOf, originOf, playedOptions, ratedKind, termsOf } from '../record/index.ts'
import type { MatchEvent, Score, Seat } from '../rules/index.ts'
import { score } from '../rules/index.ts'
import type { Facts } from './statistics/facts.ts'
import { factsOf } from './statistics/facts.ts'

/** A match that has ended: its record and what follows from it. Times are in ms since 1970. */
export interface FinishedGame {
  record: MatchRecord
  /** By seat. */
  players: [PlayerRef, PlayerRef]
  outcome: Outcome & { by: GameEnding }
  /** By seat, from the last state of the game, however it ended. */
  scores: [Score, Score]
  kind: GameKind
  options: GameOptions
  clock: TimeControlId
  origin: MatchOrigin
  /** The kind of the ratings that the game changes; null if it is not rated. */
  ratingKind: RatingKind | null
  /** Whether at least one of the players is a bot. */
  bots: boolean
  /** Whether lists of all games have it. */
  listed: boolean
  wonders: DraftedWonder[]
  /** What statistics count. */
  facts: Facts
  startedAt: number
  endedAt: number
  /** The chat of the players, so far. */
  chat: ChatLine[]
}

/** A wonder that a seat has drafted, and whether the same seat has constructed it. */
export interface DraftedWonder {
  seat: Seat
  wonder: string
  constructed: boolean
}

/**
 * Folds a record and says how the game ended.
 * @throws Error if the log does not end the match or is not legal, or if the match was aborted.
 */
export const finishedGame = (record: MatchRecord, chat: ChatLine[] = []): FinishedGame =>
  finishedGameOf(folded(record), chat)

/** The same for a log that is folded already. @throws Error if it does not end the match, or if the match was aborted. */
export function finishedGameOf({ record, fold, events }: Folded, chat: ChatLine[]): FinishedGame {
  const { header, players, state, outcome, startedAt, endedAt } = fold
  const [first, second] = players
  if (!first || !second || !state || !outcome || startedAt === null || endedAt === null) {
    throw new Error(`match ${header.id} has not ended`)
  }
  const { winner, by } = outcome
  if (by === 'aborted') throw new Error(`match ${header.id} was aborted`)
  return {
    record: endedRecord(record, fold),
    players: [first, second],
    outcome: { winner, by },
    scores: score(state),
    kind: kindOf(header),
    options: playedOptions(fold),
    clock: termsOf(header).clock,
    origin: originOf(header),
    ratingKind: ratedKind(fold),
    bots: hasBot(players),
    listed: isListed(header),
    wonders: draftedWonders(events),
    facts: factsOf(fold, events),
    startedAt,
    endedAt,
    chat,
  }
}

/** The wonders of a first game, which are dealt without a draft, are not among them. */
function draftedWonders(events: readonly MatchEvent[]): DraftedWonder[] {
  const constructed = new Set<string>()
  for (const event of events) {
    if (event.type === 'wonder-constructed') constructed.add(`${event.seat} ${event.wonder}`)
  }
  return events.flatMap((event) => {
    if (event.type !== 'wonder-drafted') return []
    const { seat, wonder } = event
    return [{ seat, wonder, constructed: constructed.has(`${seat} ${wonder}`) }]
  })
}
