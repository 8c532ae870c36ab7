/** Compares what a swarm has journaled with everything that a server has. All that it reads is plain JSON. */
import { checkChats } from './chats.ts'
import type { Evidence, Fault } from './evidence.ts'
import { checkHistory } from './history.ts'
import { checkLogs } from './logs.ts'
import { checkRatings } from './ratings.ts'
import { checkViews } from './views.ts'

export type { Evidence, Fault, Promised, SeenView } from './evidence.ts'
export { checkHistory } from './history.ts'
export { checkRatings } from './ratings.ts'

/** What was found. */
export interface Findings {
  faults: Fault[]
  /** Acknowledged moves and lines of chat that were lost, as is permitted by what was promised. */
  lost: { moves: number; lines: number }
  /** Lines of chat that are there twice, as is permitted. */
  repeated: number
}

export function check(evidence: Evidence): Findings {
  const logs = checkLogs(evidence)
  const chats = checkChats(evidence)
  return {
    faults: [
      ...logs.faults, ...chats.faults, ...checkViews(evidence), ...checkHistory(evidence), ...checkRatings(evidence),
    ],
    lost: { moves: logs.lost, lines: chats.lost },
    repeated: chats.repeated,
  }
}
