import type { Notice, RulesEvent, ViewerStep } from './protocol.ts'

/** Something that happened in a match. A newer server may send events of other types: ignore what you do not know. */
export type MatchEvent = RulesEvent | Notice

/** What happened in one version of a match, as its viewer may know it; possibly nothing. `at`: ms since 1970. */
export interface Step {
  readonly version: number
  readonly at: number
  readonly events: readonly MatchEvent[]
}

/** A step as the server sends it, with its events by their types. */
export const stepOf = ({ version, at, events }: ViewerStep): Step => ({
  version,
  at,
  events: events as unknown as MatchEvent[],
})
