import { snapshot, updateOf, viewerStep, wireOutcome, wireScores } from '../record/index.ts'
import type { Entry, Fold, Outcome } from '../record/index.ts'
import type { Ended, Snapshot, Update } from '../protocol/index.ts'
import type { MatchEvent, Viewer } from '../rules/index.ts'

/** A match at one version, with each audience's snapshot made at most once. */
export class Position {
  readonly fold: Fold
  readonly #snapshots = new Map<Viewer, Snapshot>()

  constructor(fold: Fold) {
    this.fold = fold
  }

  snapshot(viewer: Viewer): Snapshot {
    let made = this.#snapshots.get(viewer)
    if (!made) this.#snapshots.set(viewer, (made = snapshot(this.fold, viewer)))
    return made
  }
}

/** What one entry did to a match, with each audience's update made at most once, however many watch. */
export class Step {
  readonly before: Position
  readonly after: Position
  /** What everybody is told when this entry ended the match, else null. */
  readonly ended: Ended | null
  readonly #entry: Entry
  readonly #events: readonly MatchEvent[]
  readonly #updates = new Map<string, Update>()

  constructor(before: Position, after: Position, entry: Entry, events: readonly MatchEvent[]) {
    this.before = before
    this.after = after
    this.#entry = entry
    this.#events = events
    this.ended = after.fold.outcome ? endedMessage(after.fold, after.fold.outcome) : null
  }

  /** The update for somebody who was `from` before and is `to` now: a spectator who joins takes a seat. Shared: not to be changed. */
  update(from: Viewer, to: Viewer): Update {
    const audience = `${from} ${to}`
    let made = this.#updates.get(audience)
    if (!made) {
      made = updateOf(this.before.snapshot(from), this.after.snapshot(to), viewerStep(this.#entry, this.#events, to))
      this.#updates.set(audience, made)
    }
    return made
  }
}

function endedMessage(fold: Fold, outcome: Outcome): Ended {
  const { header, version, state } = fold
  return { match: header.id, version, outcome: wireOutcome(outcome), ...(state && { scores: wireScores(fold)! }), seed: header.seed }
}
