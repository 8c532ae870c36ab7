/** Compares what a swarm has journaled with everything that a server has. All that it reads is plain JSON. */
import { checkChats } from './chats.ts'
import type { Evidence, Fault } from './evidence.ts'
import { checkHistory } from './history.ts'
import { checkLogs } from './logs.ts'
import { checkRatings } from './ratings.ts'
import { checkViews } from './views.ts'

export type { Evidence, Fault, Promised, SeenView } from './evidence.ts'
export { checkRatings } from './ratings.ts'

/** What was found. */
export interface Findings {
  faults: Fault[]
  /**
   * What was lost, as is permitted by what was promised: acknowledged moves, lines of chat, and the ends of games that
   * the history has.
   */
  lost: { moves: number; lines: number; ends: number }
  /** Lines of chat that are there twice, as is permitted. */
  repeated: number
}

export function check(evidence: Evidence): Findings {
  const logs = checkLogs(evidence)
  const chats = checkChats(evidence)
  const history = checkHistory(evidence)
  return {
    faults: [...logs.faults, ...chats.faults, ...checkViews(evidence), ...history.faults, ...checkRatings(evidence)],
    lost: { moves: logs.lost, lines: chats.lost, ends: history.revived },
    repeated: chats.repeated,
  }
}
