import type { MatchState, StepKind } from '../../rules/index.ts'

/** Decisions whose legal actions depend on nothing but what everybody sees. Any other decision may be left out here. */
const SEEN: ReadonlySet<StepKind> = new Set([
  'draft',
  'turn',
  'first-player',
  'progress-token',
  'destroy-building',
  'revive',
  'senate',
  'conspirator',
  'place',
  'move',
  'remove',
  'move-decree',
  'discard-available',
  'choose-divinity',
  'place-minerva',
])

/**
 * Whether everybody who sees a match could list the legal actions: so they are the same in all worlds that look alike.
 * In a turn they also depend on conspiracies that are secret.
 */
export function areKnownToAll({ stack, cities }: MatchState): boolean {
  const step = stack.at(-1)
  if (!step || !SEEN.has(step.kind)) return false
  if (step.kind !== 'turn') return true
  for (const { state } of cities[step.seat].conspiracies) if (state !== 'triggered') return false
  return true
}
