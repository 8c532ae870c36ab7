import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import { CHAT_LINES_KEPT } from '../port.ts'
import type { Entry } from '../../record/index.ts'
import type { Match } from './match.ts'
import type { State, Undo } from './state.ts'

/** What a change can give a match, besides an entry and a line. */
export type Settings = Partial<Omit<Match, 'header' | 'createdAt' | 'entries' | 'chat'>>

/**
 * A fact that outlives the process: plain JSON. `at` is the machine's time (ms since 1970). A journal of changes, applied in
 * order to an empty state, gives the state again.
 */
export type Change = { readonly at: number } & (
  /** A match was created; or, in a snapshot, is as it is. */
  | { readonly is: 'match'; readonly match: Match }
  /** Something was appended to a match, or set. */
  | {
      readonly is: 'change'
      readonly id: string
      readonly entry?: Entry
      readonly line?: { readonly room: ChatRoom; readonly line: ChatLine }
      readonly set?: Settings
    }
  /** A match has expired. */
  | { readonly is: 'expired'; readonly id: string }
  /** Matches could be played at that time. */
  | { readonly is: 'alive' }
)

/** Makes a change, and returns what undoes it. */
export function apply(state: State, change: Change): Undo {
  state.time = Math.max(state.time, change.at)
  switch (change.is) {
    case 'match':
      return state.matches.put(change.match.header.id, change.match)
    case 'change': {
      const undoAlive = change.entry ? state.setAlive(change.at) : null
      const undoMatch = state.matches.put(change.id, changed(state.matches.get(change.id)!, change))
      return () => {
        undoMatch()
        undoAlive?.()
      }
    }
    case 'expired': {
      const undoPlace = state.places.put(change.id, undefined)
      const undoMatch = state.matches.put(change.id, undefined)
      return () => {
        undoMatch()
        undoPlace()
      }
    }
    case 'alive':
      return state.setAlive(change.at)
  }
}

function changed(match: Match, { entry, line, set }: Extract<Change, { is: 'change' }>): Match {
  return {
    ...match,
    ...set,
    ...(entry && { entries: [...match.entries, entry] }),
    ...(line && { chat: { ...match.chat, [line.room]: [...match.chat[line.room], line.line].slice(-CHAT_LINES_KEPT) } }),
  }
}
