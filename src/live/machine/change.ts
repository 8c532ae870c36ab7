import type { ChatLine, ChatRoom } from '../../protocol/index.ts'
import type { Entry } from '../../record/index.ts'
import { CHAT_LINES_KEPT } from '../port.ts'
import type { Match, StoredMatch } from './match.ts'
import { requireNext, restored } from './match.ts'
import type { State, Undo } from './state.ts'

/** The fields of a match that a change can set. */
export type Settings = Partial<Omit<Match, 'header' | 'createdAt' | 'entries' | 'chat'>>

/**
 * A fact that outlives the process, as plain JSON. `at` is the machine's time (ms since 1970). All changes, applied in
 * order to an empty state, give the present state.
 */
export type Change = { readonly at: number } &
  /** A match was created. In a checkpoint: the match as it is now. */
  (
    | { readonly is: 'match'; readonly match: StoredMatch }
    /** An entry or a line was appended to a match, or fields of it were set. */
    | {
        readonly is: 'change'
        readonly id: string
        readonly entry?: Entry
        readonly line?: SaidLine
        readonly set?: Settings
      }
    /** A match has expired. */
    | { readonly is: 'expired'; readonly id: string }
    /** Matches could be played at that time. */
    | { readonly is: 'alive' }
  )

interface SaidLine {
  readonly room: ChatRoom
  readonly line: ChatLine
}

/** The id of the match that a change is about. */
export function subjectOf(change: Change): string | null {
  if (change.is === 'alive') return null
  return change.is === 'match' ? change.match.header.id : change.id
}

/** Applies a change to the state. Returns a function that undoes it. @throws Error if a change before it is missing */
export function apply(state: State, change: Change): Undo {
  state.time = Math.max(state.time, change.at)
  switch (change.is) {
    case 'match':
      return state.matches.put(change.match.header.id, restored(change.match))
    case 'change': {
      const match = changed(state.matches.get(change.id), change)
      const undoAlive = change.entry ? state.setAlive(change.at) : null
      const undoMatch = state.matches.put(change.id, match)
      return () => {
        undoMatch()
        undoAlive?.()
      }
    }
    case 'expired': {
      const undoPresence = state.presences.put(change.id, undefined)
      const undoMatch = state.matches.put(change.id, undefined)
      return () => {
        undoMatch()
        undoPresence()
      }
    }
    case 'alive':
      return state.setAlive(change.at)
  }
}

function changed(match: Match | undefined, { id, entry, line, set }: Extract<Change, { is: 'change' }>): Match {
  if (!match) throw new Error(`match ${id} is changed, but its beginning is missing`)
  if (entry) requireNext(id, match.entries.length, entry)
  return {
    ...match,
    ...set,
    ...(entry && { entries: match.entries.with(entry) }),
    ...(line && { chat: withLine(match.chat, line) }),
  }
}

const withLine = (chat: Match['chat'], { room, line }: SaidLine): Match['chat'] => ({
  ...chat,
  [room]: [...chat[room], line].slice(-CHAT_LINES_KEPT),
})
