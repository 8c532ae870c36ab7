import { gameOptionsOf } from '../protocol/index.ts'
import type { Game, Replay, ViewerStep } from '../protocol/index.ts'
import { advance, foldRecord, openFold } from './fold.ts'
import type { Fold } from './fold.ts'
import { noticesOf } from './notices.ts'
import { ratedKind } from './rated.ts'
import { wireOutcome, wireScores } from './snapshot.ts'
import { kindOf, originOf, termsOf } from './types.ts'
import type { MatchRecord } from './types.ts'

/** All of an ended match, every event as it was, for anybody. @throws Error if the log does not end the match. */
export function wholeReplay(record: MatchRecord): Replay {
  const steps: ViewerStep[] = []
  let fold = openFold(record.header, record.createdAt)
  for (const entry of record.entries) {
    const next = advance(fold, entry)
    fold = next.fold
    steps.push({ version: entry.version, at: entry.at, events: [...noticesOf(entry.body), ...next.events] })
  }
  return { complete: true, record, ...ending(fold), steps }
}

/** An ended match as the history shows it. @throws Error if the log does not end the match. */
export function gameOf(record: MatchRecord): Game {
  const fold = foldRecord(record)
  const { id, options, rules, seed, seedHash } = record.header
  const [first, second] = fold.players
  return {
    id,
    kind: kindOf(record.header),
    options: gameOptionsOf(options),
    rules,
    clock: termsOf(record.header).clock,
    rated: ratedKind(fold) !== null,
    origin: originOf(record.header),
    players: { 0: first!, 1: second! },
    ...ending(fold),
    versions: fold.version,
    startedAt: fold.startedAt!,
    endedAt: fold.endedAt!,
    seed,
    seedHash,
  }
}

function ending(fold: Fold): Pick<Game, 'outcome' | 'scores'> {
  if (!fold.outcome) throw new Error('the log does not end the match')
  return { outcome: wireOutcome(fold.outcome), scores: wireScores(fold)! }
}
