/** Something that happened in a match. The page shows what it knows of it, also of types that are newer than the page. */
export interface MatchEvent {
  readonly type: string
  readonly [field: string]: unknown
}

/** What happened in one version, from the live match or from a replay. */
export interface Step {
  readonly version: number
  readonly events: readonly MatchEvent[]
}
