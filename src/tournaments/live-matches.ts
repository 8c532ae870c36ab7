import type { Archive } from '../history/index.ts'
import type { LiveStore } from '../live/index.ts'
import type { Matches } from '../matches/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { CodedError, timeControl } from '../protocol/index.ts'
import type { Fold, MatchHeader } from '../record/index.ts'
import { foldRecord, gameAfter, matchOfSeries, otherSeat, scoreAfter, termsOf } from '../record/index.ts'
import type { Seat } from '../rules/index.ts'

/** How a pairing has ended: who has won it. Null: nobody has, also if a moderator has ended it. */
export interface Over {
  winner: string | null
  /** The players who lost without having done anything, because they were away or out of time. */
  absent: readonly string[]
}

/** Where a pairing stands: over, or in play; in play, whose players have not appeared although they have had the time to. */
export type Stand = { over: Over } | { over: null; match: string; missing: readonly Seat[] }

/** What tournaments need of the matches. All methods throw CodedError `unavailable`. */
export interface TournamentMatches {
  /** Creates a match and seats both. A repeated call changes nothing. */
  open(header: MatchHeader, guest: PlayerRef): Promise<void>
  /** Where a pairing stands; `match` is the first one of a series. */
  standOf(match: string): Promise<Stand>
  /** Ends a match whose player in a seat is away, in favour of the other one. */
  forfeit(match: string, seat: Seat): Promise<void>
  /** Ends a match as if it had not been. */
  annul(match: string): Promise<void>
  /** Calls with each match of a tournament that ends at this node. */
  onOver(listener: (fold: Fold) => void): void
}

interface Parts {
  matches: Pick<Matches, 'play' | 'endings' | 'lifecycle' | 'whole' | 'now'>
  live: Pick<LiveStore, 'attendance'>
  archive: Pick<Archive, 'record'>
}

/** How a match, or the series that it is a game of, has ended; null while it goes on. */
export function overOf({ outcome, header, players, moved }: Fold): Over | null {
  if (!outcome) return null
  if (outcome.by === 'aborted') return { winner: null, absent: [] }
  const score = header.series && scoreAfter(header.series, outcome)
  if (score && !score.isOver) return null
  const winner = score ? (score.winner ?? null) : outcome.winner
  const isAbsent = (outcome.by === 'absence' || outcome.by === 'time') && outcome.winner !== null
  const loser = isAbsent ? otherSeat(outcome.winner!) : null
  return {
    winner: winner === null ? null : players[winner]!.id,
    absent: loser !== null && !moved[loser] ? [players[loser]!.id] : [],
  }
}

/** The matches of this node, and those that the history has. */
export function liveMatches({ matches, live, archive }: Parts): TournamentMatches {
  /** A match as it is; null if there is none with this id (yet). */
  const foldOf = async (match: string): Promise<Fold | null> => {
    try {
      return (await matches.whole(match)).fold
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'unknown-match') throw error
      const record = await archive.record(match)
      return record && foldRecord(record)
    }
  }

  /** The seats whose players have not done anything and have been away for longer than the grace, where one of them decides. */
  const missingIn = async ({ header, state, moved, startedAt }: Fold): Promise<Seat[]> => {
    const control = timeControl(termsOf(header).clock)
    const toAct = state?.toAct ?? null
    if (control.pace !== 'real-time' || toAct === null || moved[toAct]) return []
    const before = matches.now() - control.graceMs
    if (startedAt! > before) return []
    const { away } = await live.attendance(header.id)
    const isMissing = (seat: Seat): boolean => !moved[seat] && (away[seat] ?? Infinity) <= before
    return isMissing(toAct) ? ([toAct, otherSeat(toAct)] as const).filter(isMissing) : []
  }

  return {
    open: (header, guest) => matches.play.open(header, guest),
    standOf: async (first) => {
      let match = first
      for (;;) {
        const fold = await foldOf(match)
        const over = fold && overOf(fold)
        if (over) return { over }
        const next = fold && gameAfter(fold.header, fold.outcome)
        if (!next) return { over: null, match, missing: fold ? await missingIn(fold) : [] }
        match = matchOfSeries(next)
      }
    },
    forfeit: async (match, seat) => {
      const { fold } = await matches.whole(match)
      const control = timeControl(termsOf(fold.header).clock)
      if (control.pace === 'real-time') await matches.endings.forfeit(match, seat, control.graceMs)
    },
    annul: (match) => matches.endings.annul(match),
    onOver: (listener) => {
      matches.lifecycle.subscribe({ over: (fold) => void (fold.header.tournament && listener(fold)) })
    },
  }
}
