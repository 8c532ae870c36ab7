/** What a viewer has experienced in a match. */
import type { MatchEvent, Viewer } from '../../../src/rules/index.ts'
import type { History } from './history.ts'

type Of<T extends MatchEvent['type']> = Extract<MatchEvent, { type: T }> & {
  /** The action that brought it about. */ at: number
}

/** A history up to a moment, as one viewer experiences it. */
export interface Past {
  history: History
  /** How many actions have been played. */
  moment: number
  viewer: Viewer
}

/** Events of one type so far, with the action that brought them about. */
export function eventsOf<T extends MatchEvent['type']>({ history, moment }: Past, type: T): Of<T>[] {
  return history.events
    .slice(0, moment)
    .flatMap((events, at) => events.flatMap((event) => (event.type === type ? [{ ...event, at } as Of<T>] : [])))
}

/** The moments at which the viewer had to decide a step of one of these kinds. */
export function decided({ history, moment, viewer }: Past, ...kinds: readonly string[]): number[] {
  return history.states
    .slice(0, moment + 1)
    .flatMap(({ toAct, stack }, at) => (toAct === viewer && kinds.includes(stack.at(-1)!.kind) ? [at] : []))
}
