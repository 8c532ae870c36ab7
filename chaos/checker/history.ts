import type { GameSummary } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { endedRecord, gameOf, verifyRecord, wholeReplay } from '../../src/record/index.ts'
import { differences, isSame, without } from './equal.ts'
import type { Evidence, Fault, Promised } from './evidence.ts'
import { folded } from './folded.ts'

/** Whether a log ends a game. */
const isFinished = (record: MatchRecord | null): record is MatchRecord => {
  const by = record && folded(record)?.outcome?.by
  return by !== null && by !== undefined && by !== 'aborted'
}

/** The faults of the history, and how many of its games are in play again, as far as that is permitted. */
export interface HistoryFindings {
  faults: Fault[]
  revived: number
}

/**
 * Compares the history with the logs: every finished game is stored exactly once, as its log has it, and its replay
 * folds to the same result. Where a replica may take over, a log can lose its end when its game is stored already: the
 * history keeps the game, and the match is in play again.
 */
export function checkHistory({
  records,
  listed,
  games,
  promised,
}: Pick<Evidence, 'records' | 'listed' | 'games' | 'promised'>): HistoryFindings {
  const faults: Fault[] = []
  const fault = (of: string, text: string): void => void faults.push({ about: 'history', of, text })
  const revived = new Set(listed.filter((game) => isRevived(game, records[game.id], promised)).map(({ id }) => id))
  for (const [match, record] of Object.entries(records)) {
    if (revived.has(match)) continue
    const count = listed.filter(({ id }) => id === match).length
    const expected = isFinished(record) ? 1 : 0
    if (count !== expected) fault(match, `the history has the game ${count} times, instead of ${expected}`)
  }
  for (const summary of listed) {
    const { id } = summary
    if (revived.has(id)) continue
    for (const text of gameFaults(summary, records[id], games[id] ?? null)) fault(id, text)
  }
  return { faults, revived: revived.size }
}

/** Compares a game as it is listed with the game as it is read alone, with its replay, and with the log. */
function gameFaults(
  summary: GameSummary,
  record: MatchRecord | null | undefined,
  stored: Evidence['games'][string],
): string[] {
  if (record === undefined) return ['nobody has played this game']
  if (!stored) return ['the game is listed, and cannot be read']
  const { game, replay } = stored
  if (!replay.complete) return ['the replay is that of a match in play']
  const failed = verifyRecord(replay.record, replay).filter(({ ok }) => !ok)
  const faults = failed.map(({ what, found }) => `the replay does not pass its check: ${what}: ${found}`)
  const shown = without(game, 'seed', 'seedHash')
  if (!isSame(shown, summary)) faults.push(`the list has another game; different: ${differences(shown, summary)}`)
  const fold = record && folded(record)
  if (!fold || !isFinished(record)) return faults
  if (!isSame(replay, wholeReplay(endedRecord(record, fold)))) faults.push('the replay is not that of the log')
  const [unrated, ofLog] = [without(game, 'ratings'), gameOf(record)]
  if (!isSame(unrated, ofLog)) faults.push(`the game is not that of the log; different: ${differences(unrated, ofLog)}`)
  return faults
}

/** Whether a game ended before a replica took over, and its log has lost that end. */
function isRevived(
  { endedAt }: GameSummary,
  record: MatchRecord | null | undefined,
  { mayLoseUntil }: Promised,
): boolean {
  if (mayLoseUntil === null || endedAt > mayLoseUntil || record === undefined) return false
  return !isFinished(record) || gameOf(record).endedAt !== endedAt
}
