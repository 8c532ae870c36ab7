import type { Game, Replay, ViewerStep } from '../protocol/index.ts'
import { advance, foldRecord, openFold, wireOutcome, wireScores } from '../record/index.ts'
import type { Fold, MatchRecord } from '../record/index.ts'

/** All of an ended match, every event as it was, for anybody. */
export function wholeReplay(record: MatchRecord): Replay {
  const steps: ViewerStep[] = []
  let fold = openFold(record.header, record.createdAt)
  for (const entry of record.entries) {
    const next = advance(fold, entry)
    fold = next.fold
    steps.push({ version: entry.version, at: entry.at, events: next.events })
  }
  return { complete: true, record, ...ending(fold), steps }
}

/** An ended match as the history will show it. */
export function gameOf(record: MatchRecord): Game {
  const fold = foldRecord(record)
  const { id, options, rules, seed, seedHash } = record.header
  const [first, second] = fold.players
  return {
    id,
    options,
    rules,
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
