import type { Chance, Evaluation } from '../bots/index.ts'
import { advise as adviseAfter } from '../bots/index.ts'
import type { MatchRecord } from '../record/index.ts'
import { foldRecord } from '../record/index.ts'
import { movesOf } from './judge.ts'

/** Worlds that are sampled for a hint at most. */
const SAMPLES = 600

/**
 * The best actions of the seat that decides at the end of a record, best first, from what this seat knows. The same
 * record gives the same advice, if there is time enough.
 * @param isOver whether the time is over; asked after each sampled world.
 * @throws CodedError `other-rules`; Error if nobody decides.
 */
export function advise(record: MatchRecord, evaluate: Evaluation, isOver: () => boolean): Chance[] {
  const { state, version, header } = foldRecord(record)
  if (!state || state.toAct === null) throw new Error(`nobody decides in match ${header.id}`)
  const seed = `${header.id} ${version}`
  const budget = { samples: SAMPLES, isOver }
  return adviseAfter(state.options, { moves: movesOf(record), now: state }, evaluate, { seed, budget })
}
