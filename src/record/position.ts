import type { PositionAnswer } from '../protocol/index.ts'
import type { Viewer } from '../rules/index.ts'
import { ledgers } from '../rules/index.ts'
import { shownState, snapshot } from './snapshot.ts'
import { foldRecord, momentOf } from './transitions.ts'
import type { MatchRecord } from './types.ts'

/**
 * A match at one of its versions, as one viewer may see it now.
 * @param hasEnded Whether the match has ended by now.
 */
export function positionOf(record: MatchRecord, version: number, viewer: Viewer, hasEnded: boolean): PositionAnswer {
  const fold = foldRecord(record, version)
  const state = shownState(fold)
  return {
    version,
    snapshot: snapshot(fold, viewer, hasEnded),
    ...(state && { ledger: ledgers(state) }),
    now: momentOf(record, version),
  }
}
