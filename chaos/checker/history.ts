import { gameOf, verifyRecord, wholeReplay } from '../../src/record/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { differences, isSame, without } from './equal.ts'
import type { Evidence, Fault } from './evidence.ts'
import { folded } from './folded.ts'

/** Whether a log ends a game. */
const isFinished = (record: MatchRecord | null): record is MatchRecord => {
  const by = record && folded(record)?.outcome?.by
  return by !== null && by !== undefined && by !== 'aborted'
}

/**
 * Compares the history with the logs: every finished game is stored exactly once, as its log has it, and its replay
 * folds to the same result.
 */
export function checkHistory({ records, listed, games }: Pick<Evidence, 'records' | 'listed' | 'games'>): Fault[] {
  const faults: Fault[] = []
  const fault = (of: string, text: string): void => void faults.push({ about: 'history', of, text })
  for (const [match, record] of Object.entries(records)) {
    const count = listed.filter(({ id }) => id === match).length
    const expected = isFinished(record) ? 1 : 0
    if (count !== expected) fault(match, `the history has the game ${count} times, instead of ${expected}`)
  }
  for (const summary of listed) {
    const { id } = summary
    const record = records[id]
    if (record === undefined) {
      fault(id, 'nobody has played this game')
      continue
    }
    const stored = games[id]
    if (!stored) {
      fault(id, 'the game is listed, and cannot be read')
      continue
    }
    const { game, replay } = stored
    const rest = without(game, 'seed', 'seedHash')
    if (!isSame(rest, summary)) fault(id, `the list has another game; different: ${differences(rest, summary)}`)
    if (!replay.complete) {
      fault(id, 'the replay is that of a match in play')
      continue
    }
    for (const { what, found } of verifyRecord(replay.record, replay).filter(({ ok }) => !ok)) {
      fault(id, `the replay does not pass its check: ${what}: ${found}`)
    }
    if (!isFinished(record)) continue
    if (!isSame(replay, wholeReplay(record))) fault(id, 'the replay is not that of the log')
    const [unrated, ofLog] = [without(game, 'ratings'), gameOf(record)]
    if (!isSame(unrated, ofLog)) fault(id, `the game is not that of the log; different: ${differences(unrated, ofLog)}`)
  }
  return faults
}
