import type { MatchState } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'

const sorted = (action: object): string => JSON.stringify(Object.entries(action).sort())

/** Whether an action is one of the legal ones. */
export const isLegal = (state: MatchState, action: object): boolean =>
  legalActions(state).some((legal) => sorted(legal) === sorted(action))
