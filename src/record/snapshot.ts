import { gameOptionsOf } from '../protocol/index.ts'
import type { Snapshot } from '../protocol/index.ts'
import { score, view } from '../rules/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Fold } from './fold.ts'
import type { Clocks } from './clock.ts'
import { mayDo } from './may-do.ts'
import { kindOf, originOf, termsOf } from './types.ts'
import type { Outcome } from './types.ts'

/** An outcome in the form of the wire, where nothing is null. */
export const wireOutcome = ({ by, winner }: Outcome): NonNullable<Snapshot['outcome']> =>
  winner === null ? { by } : { by, winner }

/** The points of both cities in the form of the wire; undefined before the match has begun. */
export function wireScores(fold: Fold): NonNullable<Snapshot['scores']> | undefined {
  if (!fold.state) return undefined
  const [first, second] = score(fold.state)
  return { 0: first, 1: second }
}

/**
 * Everything that one viewer may know of a match at this version. It is built by naming what the viewer may know, never
 * by deleting from the whole.
 * @param hasEnded Whether the match has ended by now. Of an ended match anybody may see every version, as any viewer.
 */
export function snapshot(fold: Fold, viewer: Viewer, hasEnded = fold.outcome !== null): Snapshot {
  const { header, players, state, outcome, clocks, drawOffer } = fold
  const may = viewer === 'spectator' ? {} : mayDo(fold, viewer)
  return {
    match: header.id,
    you: viewer,
    status: outcome ? 'ended' : state ? 'playing' : 'waiting',
    kind: kindOf(header),
    options: gameOptionsOf(header.options),
    rules: header.rules,
    terms: termsOf(header),
    origin: originOf(header),
    players: { ...(players[0] && { 0: players[0] }), ...(players[1] && { 1: players[1] }) },
    seedHash: header.seedHash,
    createdAt: fold.createdAt,
    ...(!hasEnded && seesCode(fold, viewer) && { code: header.code }),
    ...(clocks && { clocks: wireClocks(clocks) }),
    ...(drawOffer !== null && { drawOffer }),
    ...(Object.keys(may).length > 0 && { mayDo: may }),
    ...(state && { board: board(fold, viewer) }),
    ...(outcome && { outcome: wireOutcome(outcome), ...(state && { scores: wireScores(fold)! }), seed: header.seed }),
  }
}

/** The code lets the second player in, and later, in a private match, spectators. */
function seesCode({ header, state }: Fold, viewer: Viewer): boolean {
  if (!state) return viewer === header.host.seat
  return viewer !== 'spectator' && termsOf(header).visibility === 'private'
}

const wireClocks = ({ remaining: [first, second], running, since }: Clocks): NonNullable<Snapshot['clocks']> => ({
  0: first,
  1: second,
  ...(running !== null && { running }),
  since,
})

/**
 * The rules know nothing of resignations: once the match has an outcome, nobody has anything to decide. A missing field
 * is left out and never undefined, because a patch would not remove an undefined field.
 */
function board(fold: Fold, viewer: Viewer): Snapshot['board'] {
  const seen = view(fold.state!, viewer)
  if (fold.outcome) for (const key of ['toAct', 'decision', 'legal', 'prices'] as const) delete seen[key]
  return seen
}
