import type { Step } from '../events.ts'
import { stepOf } from '../events.ts'
import { applyPatch, replaceShared } from '../merge-patch.ts'
import type { Ended, Snapshot, Update, ViewAnswer } from '../protocol.ts'
import type { MatchState } from './state.ts'

/** Steps that a state retains. */
const MOST_STEPS = 50

/** The state of a match that was just entered. */
export function stateOf({ version, snapshot, missed = [] }: ViewAnswer): MatchState {
  return {
    match: snapshot.match,
    version,
    snapshot,
    lastSteps: missed.slice(-MOST_STEPS).map(stepOf),
    presence: null,
    rematch: null,
    next: null,
    chat: null,
    ended: endedOf(version, snapshot),
    live: true,
    lost: null,
  }
}

/** The state after an update of the next version. */
export function afterUpdate(state: MatchState, { patch, ...step }: Update): MatchState {
  return after(state, step.version, applyPatch(state.snapshot, patch), [stepOf(step)])
}

/** The state that a view of the same or a later version shows, and that these steps led to. */
export function afterView(state: MatchState, { version, snapshot }: ViewAnswer, steps: readonly Step[]): MatchState {
  return after(state, version, replaceShared(state.snapshot, snapshot), steps)
}

/**
 * The state that a view shows of a match that did not get there by any steps from the one before: versions were
 * lost.
 */
export function afterReset(state: MatchState, view: ViewAnswer): MatchState {
  const snapshot = replaceShared(state.snapshot, view.snapshot)
  const lastSteps = state.lastSteps.filter(({ version }) => version <= view.version)
  return { ...state, version: view.version, snapshot, lastSteps, ended: endedOf(view.version, snapshot) }
}

function after(state: MatchState, version: number, snapshot: Snapshot, steps: readonly Step[]): MatchState {
  const lastSteps = steps.length === 0 ? state.lastSteps : [...state.lastSteps, ...steps].slice(-MOST_STEPS)
  return { ...state, version, snapshot, lastSteps, ended: state.ended ?? endedOf(version, snapshot) }
}

/** The end of a match. The seed of a sealed deal, or of a pair, is not told yet: it is empty, as in the event. */
function endedOf(version: number, { match, outcome, scores, seed = '' }: Snapshot): Ended | null {
  if (!outcome) return null
  return { match, version, outcome, ...(scores && { scores }), seed }
}
