import type { PlayerRef } from '../protocol/index.ts'
import { deal, reduce, start } from '../rules/index.ts'
import type { MatchEvent, MatchState, Seat, Viewer } from '../rules/index.ts'
import type { Entry, MatchHeader, MatchRecord, Outcome } from './types.ts'

/** A match as its log says it stands at one version. A value: advancing gives a new one. */
export interface Fold {
  header: MatchHeader
  createdAt: number
  version: number
  players: [PlayerRef | null, PlayerRef | null]
  /** Null while a seat is free. */
  state: MatchState | null
  outcome: Outcome | null
  /** When the match began and ended (ms since 1970), null before that. */
  startedAt: number | null
  endedAt: number | null
  /** What was committed under which action id; keys are made by `commitKey`. */
  commits: ReadonlyMap<string, { version: number; at: number }>
}

export const commitKey = (seat: Seat, actionId: string): string => `${seat}:${actionId}`

/** The match before its first entry. */
export function openFold(header: MatchHeader, createdAt: number): Fold {
  const { seat, player } = header.host
  return {
    header,
    createdAt,
    version: 0,
    players: seat === 0 ? [player, null] : [null, player],
    state: null,
    outcome: null,
    startedAt: null,
    endedAt: null,
    commits: new Map(),
  }
}

/**
 * The match after one more entry, and what happened by it.
 * @throws RuleViolation if the entry's action is not legal; Error if the entry does not follow or does not fit the match.
 */
export function advance(fold: Fold, entry: Entry): { fold: Fold; events: MatchEvent[] } {
  if (entry.version !== fold.version + 1) throw new Error(`entry ${entry.version} does not follow version ${fold.version}`)
  if (fold.outcome) throw new Error('the match has ended')
  const { changes, events } = consequences(fold, entry)
  const commits = new Map(fold.commits)
  if (entry.actionId !== undefined) commits.set(commitKey(entry.body.seat, entry.actionId), { version: entry.version, at: entry.at })
  const next: Fold = { ...fold, ...changes, version: entry.version, commits }
  if (next.outcome) next.endedAt = entry.at
  return { fold: next, events }
}

function consequences(fold: Fold, { at, body }: Entry): { changes: Partial<Fold>; events: MatchEvent[] } {
  switch (body.type) {
    case 'join': {
      if (fold.players[body.seat]) throw new Error('the seat is taken')
      const players: Fold['players'] = [...fold.players]
      players[body.seat] = body.player
      const { options, seed } = fold.header
      return { changes: { players, state: start(options, deal(seed, options)), startedAt: at }, events: [] }
    }
    case 'act': {
      if (!fold.state) throw new Error('the match has not started')
      if (fold.state.toAct !== body.seat) throw new Error('the other seat decides')
      const { state, events } = reduce(fold.state, body.action)
      return { changes: { state, outcome: state.result }, events }
    }
    case 'resign':
      return { changes: { outcome: { winner: body.seat === 0 ? 1 : 0, by: 'resignation' } }, events: [] }
  }
}

/** The match at a version, by default its last. */
export function foldRecord(record: MatchRecord, version = record.entries.length): Fold {
  let fold = openFold(record.header, record.createdAt)
  for (const entry of record.entries.slice(0, version)) fold = advance(fold, entry).fold
  return fold
}

/** The seat of a player in this match, null if he has none. */
export function seatOf(fold: Fold, player: string): Seat | null {
  if (fold.players[0]?.id === player) return 0
  return fold.players[1]?.id === player ? 1 : null
}

/** As whom somebody looks at this match. */
export const viewerOf = (fold: Fold, player: string | null): Viewer =>
  (player === null ? null : seatOf(fold, player)) ?? 'spectator'
