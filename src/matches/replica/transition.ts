import type { Entry } from '../../record/index.ts'
import type { MatchEvent } from '../../rules/index.ts'
import type { Snapshots } from './snapshots.ts'

/** What one entry did to a match. */
export interface Transition {
  entry: Entry
  /** The events of the rules, with everything that only one seat may know. */
  events: readonly MatchEvent[]
  before: Snapshots
  after: Snapshots
}
