import type { MatchTerms, PlayerRef, Snapshot } from '../protocol/index.ts'
import { admissionOf, playerRef } from '../protocol/index.ts'
import type { MatchState, OwnView, Patch, PublicView, Section, Viewer } from '../rules/index.ts'
import {
  joined,
  mergePatch,
  ownView,
  publicPatch,
  publicView,
  score,
  SectionedView,
  sectionsFrom,
} from '../rules/index.ts'
import type { Clocks } from './clock.ts'
import type { Fold } from './fold.ts'
import { hidesSeats, playedOptions } from './fold.ts'
import { mayDo } from './may-do.ts'
import { shownSeries } from './series.ts'
import type { MatchHeader, Outcome } from './types.ts'
import { kindOf, originOf, shownRound, termsOf } from './types.ts'

/** What depends on the viewer. */
export interface OwnSnapshot extends Pick<Snapshot, 'you' | 'code' | 'mayDo'> {
  board?: OwnView
}

/** What is the same for every viewer. */
export interface PublicSnapshot extends Omit<Snapshot, keyof OwnSnapshot> {
  board?: PublicView
}

/** An outcome in the form of the wire, where nothing is null. */
export const wireOutcome = ({ by, winner }: Outcome): NonNullable<Snapshot['outcome']> =>
  winner === null ? { by } : { by, winner }

/** The points of both cities in the form of the wire; undefined before the match has begun, and for one that was aborted. */
export function wireScores({ state, outcome }: Pick<Fold, 'state' | 'outcome'>): Snapshot['scores'] {
  if (!state || outcome?.by === 'aborted') return undefined
  const [first, second] = score(state)
  return { 0: first, 1: second }
}

/**
 * Everything that one viewer may know of a match at this version: what everybody may know, and what depends on the
 * viewer. Both are built by naming what may be known, never by deleting from the whole.
 * @param hasEnded Whether the match has ended by now. Of an ended match anyone may see every version, as any viewer.
 */
export const snapshot = (fold: Fold, viewer: Viewer, hasEnded = fold.outcome !== null): Snapshot =>
  joined(publicSnapshot(fold), ownSnapshot(fold, viewer, hasEnded))

const BOARD: Section<Fold, PublicView> = {
  view(fold) {
    const state = shownState(fold)
    return state ? publicView(state) : undefined
  },
  patch(before, after) {
    const [from, to] = [shownState(before), shownState(after)]
    return from && to ? publicPatch(from, to) : mergePatch(BOARD.view(before), BOARD.view(after))
  },
}

/** Whether a match waits for its second player, is being played, or has ended. */
export const statusOf = ({ state, outcome }: Pick<Fold, 'state' | 'outcome'>): Snapshot['status'] =>
  outcome ? 'ended' : state ? 'playing' : 'waiting'

const shownPlayer = ({ id, name, bot }: PlayerRef): PlayerRef => playerRef(id, name, bot === true)

/** The seed of a match that has ended; that of a sealed deal, or of a pair, is told with the deal, when it opens. */
export const shownSeed = ({ seed, sealedUntil, twin }: MatchHeader): string | undefined =>
  sealedUntil === undefined && twin === undefined ? seed : undefined

const shownTerms = ({ clock, rated, visibility }: MatchTerms): MatchTerms => ({ clock, rated, visibility })

const fromFold = sectionsFrom((fold: Fold) => fold)

/** What everybody may know of a match. Nothing here knows for whom a snapshot is made. */
const PUBLIC = new SectionedView<Fold, PublicSnapshot>({
  match: fromFold(['header'], ({ header }) => header.id),
  status: fromFold(['state', 'outcome'], statusOf),
  kind: fromFold(['header'], ({ header }) => kindOf(header)),
  options: fromFold(['header', 'bids'], playedOptions),
  rules: fromFold(['header'], ({ header }) => header.rules),
  terms: fromFold(['header'], ({ header }) => shownTerms(termsOf(header))),
  origin: fromFold(['header'], ({ header }) => originOf(header)),
  admits: fromFold(['header'], ({ header }) => header.admits && admissionOf(header.admits)),
  // Nobody is told the deal of a pair before both games have ended: the history has it.
  deal: fromFold(['header'], ({ header }) => (header.twin === undefined ? header.deal : undefined)),
  sealedUntil: fromFold(['header'], ({ header }) => header.sealedUntil),
  from: fromFold(['header'], ({ header }) => header.from),
  twin: fromFold(['header'], ({ header }) => header.twin),
  tournament: fromFold(['header'], ({ header }) => header.tournament && shownRound(header.tournament)),
  series: fromFold(['header', 'outcome'], shownSeries),
  host: fromFold(['header', 'state', 'outcome'], (fold) =>
    hidesSeats(fold) ? shownPlayer(fold.header.host.player) : undefined,
  ),
  players: fromFold(['header', 'players', 'state', 'outcome'], (fold) => {
    const [first, second] = hidesSeats(fold) ? [null, null] : fold.players
    return { ...(first && { 0: shownPlayer(first) }), ...(second && { 1: shownPlayer(second) }) }
  }),
  bids: fromFold(['header', 'bids'], ({ header, bids }) =>
    header.bid === undefined ? undefined : bids ? { 0: bids[0], 1: bids[1] } : {},
  ),
  seedHash: fromFold(['header'], ({ header }) => header.seedHash),
  logHash: fromFold(['logHash'], ({ logHash }) => logHash.value),
  createdAt: fromFold(['createdAt'], ({ createdAt }) => createdAt),
  clocks: fromFold(['clocks'], ({ clocks }) => (clocks ? wireClocks(clocks) : undefined)),
  drawOffer: fromFold(['drawOffer'], ({ drawOffer }) => drawOffer ?? undefined),
  board: BOARD,
  outcome: fromFold(['outcome'], ({ outcome }) => (outcome ? wireOutcome(outcome) : undefined)),
  scores: fromFold(['state', 'outcome'], ({ state, outcome }) =>
    outcome ? wireScores({ state, outcome }) : undefined,
  ),
  seed: fromFold(['header', 'outcome'], ({ header, outcome }) => (outcome ? shownSeed(header) : undefined)),
})

const publicSnapshot = (fold: Fold): PublicSnapshot => PUBLIC.view(fold)

/** The JSON Merge Patch between the public parts of the snapshots of two versions. Undefined: they are equal. */
export const publicChange = (before: Fold, after: Fold): Patch | undefined => PUBLIC.patch(before, after)

/** What depends on the viewer. */
export function ownSnapshot(fold: Fold, viewer: Viewer, hasEnded = fold.outcome !== null): OwnSnapshot {
  const may = viewer === 'spectator' ? {} : mayDo(fold, viewer)
  const state = shownState(fold)
  return {
    you: hidesSeats(fold) ? 'spectator' : viewer,
    ...(!hasEnded && seesCode(fold, viewer) && { code: fold.header.code }),
    ...(Object.keys(may).length > 0 && { mayDo: may }),
    ...(state && { board: ownView(state, viewer, fold.choices!) }),
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

/** The rules know nothing of resignations: once the match has an outcome, nobody has anything to decide. */
export const shownState = ({ state, outcome }: Fold): MatchState | null =>
  state && outcome ? { ...state, toAct: null } : state
