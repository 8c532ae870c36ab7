import type { GameOptions, PlayerRef } from '../protocol/index.ts'
import { CodedError, gameOptionsOf, timeControl, withoutHandicap } from '../protocol/index.ts'
import type { MatchEvent, MatchState, Reduction, Seat, Viewer } from '../rules/index.ts'
import { Choices, deal, FOLDED_VERSIONS, reduce, start } from '../rules/index.ts'
import type { Clocks } from './clock.ts'
import { giveBack, giveTime, moveClocks, startClocks, stopClocks } from './clock.ts'
import { LogHash } from './log-hash.ts'
import { bidsOf, handicapOf, otherSeat } from './seating.ts'
import { isBinding } from './series.ts'
import type { Entry, EntryBody, MatchHeader, Outcome } from './types.ts'
import { optionsOf, termsOf } from './types.ts'

/** The time that one seat has given the other. */
export interface Gifts {
  count: number
  ms: number
}

const NO_GIFTS: Gifts = { count: 0, ms: 0 }

/** A match at one version, as its log gives it. It is a value: `advance` returns a new one. */
export interface Fold {
  header: MatchHeader
  createdAt: number
  version: number
  /** The hash of the entry with this version. */
  logHash: LogHash
  players: [PlayerRef | null, PlayerRef | null]
  /** What each seat bid for the first turn (coins); null before both have, and in a match without bids. */
  bids: readonly [number, number] | null
  /** Null while a seat is free. */
  state: MatchState | null
  /** What can be chosen in the state, computed when it is needed. */
  choices: Choices | null
  outcome: Outcome | null
  /** Null while a seat is free, and in a match without a clock. */
  clocks: Clocks | null
  /** Whether each seat has moved. */
  moved: readonly [boolean, boolean]
  /** Whether each seat has taken a turn, which nobody does before the end of the draft. */
  tookTurn: readonly [boolean, boolean]
  /** The seat whose offer of a draw is open, and how many offers each seat has made. */
  drawOffer: Seat | null
  drawOffers: readonly [number, number]
  /** How often each seat has given the other one time, and how much in all (ms). */
  gifts: readonly [Gifts, Gifts]
  /** The last version that changed the decision: an action that was chosen at this version or later is not stale. */
  decidedAt: number
  /** When the match began and ended (ms since 1970), null before that. */
  startedAt: number | null
  endedAt: number | null
}

/**
 * The match before its first entry.
 * @throws CodedError `other-rules` if these rules do not fold the match as it was played.
 */
export function openFold(header: MatchHeader, createdAt: number): Fold {
  const { rules } = header
  if (!FOLDED_VERSIONS.includes(rules)) throw new CodedError('other-rules', undefined, { rules })
  const { seat, player } = header.host
  return {
    header,
    createdAt,
    version: 0,
    logHash: LogHash.ofHeader(header, createdAt),
    players: seat === 0 ? [player, null] : [null, player],
    bids: null,
    state: null,
    choices: null,
    outcome: null,
    clocks: null,
    moved: [false, false],
    tookTurn: [false, false],
    drawOffer: null,
    drawOffers: [0, 0],
    gifts: [NO_GIFTS, NO_GIFTS],
    decidedAt: 0,
    startedAt: null,
    endedAt: null,
  }
}

/** An action, and what it did. */
export interface Deed {
  before: MatchState
  action: NonNullable<MatchHeader['opening']>[number]
  after: MatchState
  events: readonly MatchEvent[]
}

/** What is dealt in a match, and what is done before it begins. @throws RuleViolation if that is not legal. */
export function beginningOf({ header, bids }: Pick<Fold, 'header' | 'bids'>): { dealt: MatchState; moves: Deed[] } {
  const options = { ...optionsOf(header), ...(bids && { handicap: handicapOf(bids).handicap }) }
  const dealt = start(options, deal(header.seed, options))
  const moves: Deed[] = []
  for (const action of header.opening ?? []) {
    const before = moves.at(-1)?.after ?? dealt
    const { state: after, events } = reduce(before, action)
    moves.push({ before, action, after, events })
  }
  return { dealt, moves }
}

/**
 * What an entry that comes next does by the rules, whenever it is committed: an action changes the state, and the second
 * player starts the game. Null if the rules have no part in it.
 * @throws RuleViolation if the action is not legal; Error if it does not fit the match.
 */
export function reductionOf({ header, state, choices }: Fold, body: EntryBody): Reduction | null {
  if (body.type === 'join') {
    const both = bidsOf(header, body)
    const { dealt, moves } = beginningOf({ header, bids: both && [both.host, both.guest] })
    return { state: moves.at(-1)?.after ?? dealt, events: [] }
  }
  if (body.type !== 'act') return null
  if (!state) throw new Error('the match has not started')
  if (state.toAct !== body.seat) throw new Error('the other seat decides')
  return reduce(state, body.action, choices ?? undefined)
}

/**
 * The match after one more entry, and the events of the rules.
 * @param known what `reductionOf` has returned for this fold and the body of the entry, if it was called before.
 * @throws RuleViolation if the entry's action is not legal; Error if the entry does not follow or does not fit the
 * match.
 */
export function advance(fold: Fold, entry: Entry, known?: Reduction | null): { fold: Fold; events: MatchEvent[] } {
  const follows = entry.version === fold.version + 1
  if (!follows) throw new Error(`entry ${entry.version} does not follow version ${fold.version}`)
  if (fold.outcome) throw new Error('the match has ended')
  const reduction = known === undefined ? reductionOf(fold, entry.body) : known
  const { changes, events } = consequences(fold, entry, reduction)
  const next: Fold = { ...fold, ...changes, version: entry.version, logHash: fold.logHash.after(entry) }
  if (next.outcome) {
    next.endedAt = entry.at
    next.drawOffer = null
    if (next.clocks) next.clocks = stopClocks(next.clocks, entry.at)
  }
  return { fold: next, events }
}

type Consequences = { changes: Partial<Fold>; events: MatchEvent[] }

function consequences(fold: Fold, entry: Entry, reduction: Reduction | null): Consequences {
  const { body } = entry
  if (!fold.state && !BEFORE_THE_START.has(body.type)) throw new Error('the match has not started')
  switch (body.type) {
    case 'join':
      return joined(fold, entry, body, reduction!)
    case 'act':
      return acted(fold, entry, body, reduction!)
    case 'resign':
      return ended({ winner: otherSeat(body.seat), by: 'resignation' })
    case 'abort':
    case 'annul':
      return ended({ winner: null, by: 'aborted' })
    case 'offer-draw': {
      const [first, second] = fold.drawOffers
      const drawOffers: Fold['drawOffers'] = body.seat === 0 ? [first + 1, second] : [first, second + 1]
      return { changes: { drawOffer: body.seat, drawOffers }, events: [] }
    }
    case 'decline-draw':
      return { changes: { drawOffer: null }, events: [] }
    case 'accept-draw':
      return ended({ winner: null, by: 'agreement' })
    case 'flag':
      return ended(onceMoved(fold, { winner: otherSeat(body.seat), by: 'time' }))
    case 'claim':
      return ended(onceMoved(fold, { winner: body.seat, by: 'absence' }))
    case 'give-time':
      return gave(fold, body)
    case 'downtime':
      return { changes: { clocks: fold.clocks && giveBack(fold.clocks, body.ms) }, events: [] }
  }
}

const BEFORE_THE_START: ReadonlySet<EntryBody['type']> = new Set(['join', 'abort', 'annul'])

const ended = (outcome: Outcome): Consequences => ({ changes: { outcome }, events: [] })

/**
 * Time or absence win a match only if both seats have moved, or if it is a later game of a series; otherwise the match is
 * aborted.
 */
const onceMoved = ({ header, moved }: Fold, outcome: Outcome): Outcome =>
  (moved[0] && moved[1]) || isBinding(header) ? outcome : { winner: null, by: 'aborted' }

function joined(
  fold: Fold,
  { at, version }: Entry,
  body: EntryBody & { type: 'join' },
  { state }: Reduction,
): Consequences {
  const { seat, player, seatBy } = body
  const { host } = fold.header
  // Where the seats are decided only now, the host may change theirs.
  if (fold.state || (seat === host.seat && !seatBy)) throw new Error('the seat is taken')
  const players: Fold['players'] = seat === 0 ? [player, host.player] : [host.player, player]
  const clocks = startClocks(timeControl(termsOf(fold.header).clock), state.toAct, at)
  const choices = new Choices(state)
  const both = bidsOf(fold.header, body)
  const bids: Fold['bids'] = both && (seat === 0 ? [both.guest, both.host] : [both.host, both.guest])
  return { changes: { players, bids, state, choices, clocks, startedAt: at, decidedAt: version }, events: [] }
}

function acted(
  fold: Fold,
  { at, version }: Entry,
  { seat }: EntryBody & { type: 'act' },
  { state: after, events }: Reduction,
): Consequences {
  const before = fold.state!
  const control = timeControl(termsOf(fold.header).clock)
  const clocks = fold.clocks && moveClocks(control, fold.clocks, { at, before, after, events })
  const also = ([first, second]: Fold['moved']): Fold['moved'] => [seat === 0 || first, seat === 1 || second]
  const moved = also(fold.moved)
  const tookTurn = before.stack.at(-1)?.kind === 'turn' ? also(fold.tookTurn) : fold.tookTurn
  // A move declines the open offer of the other seat.
  const drawOffer = fold.drawOffer === otherSeat(seat) ? null : fold.drawOffer
  const choices = new Choices(after)
  const changes = {
    state: after,
    choices,
    outcome: after.result,
    clocks,
    moved,
    tookTurn,
    drawOffer,
    decidedAt: version,
  }
  return { changes, events }
}

function gave({ clocks, gifts }: Fold, { seat, ms }: EntryBody & { type: 'give-time' }): Consequences {
  if (!clocks) throw new Error('the match has no clock')
  const { count, ms: before } = gifts[seat]
  const next = { count: count + 1, ms: before + ms }
  const all: Fold['gifts'] = seat === 0 ? [next, gifts[1]] : [gifts[0], next]
  return { changes: { clocks: giveTime(clocks, otherSeat(seat), ms), gifts: all }, events: [] }
}

/** What the players of a match chose in addition to the kind of game, and the handicap that their bids gave. */
export function playedOptions({ header, bids }: Pick<Fold, 'header' | 'bids'>): GameOptions {
  const options = gameOptionsOf(header.options)
  return bids ? { ...withoutHandicap(options), ...handicapOf(bids) } : options
}

/**
 * Whether nobody may know yet which seat the host has: in a match that waits and is rated, so that nobody joins it, or
 * cancels it, because of who begins, or that is one with bids.
 */
export const hidesSeats = ({ header, state, outcome }: Pick<Fold, 'header' | 'state' | 'outcome'>): boolean =>
  (termsOf(header).rated || header.bid !== undefined) && !state && !outcome

/** Whether one player has both seats: they play alone, for both. */
export const isAlone = ({ players: [first, second] }: Pick<Fold, 'players'>): boolean =>
  first !== null && first.id === second?.id

/** Whether a match that has ended is a game of the history: one that was aborted is none, nor what someone played alone. */
export const isGame = (fold: Fold): boolean => fold.outcome?.by !== 'aborted' && !isAlone(fold)

/** The seat of a player in this match; null if the player has none. Whoever plays alone has the seat that decides now. */
export function seatOf(fold: Fold, player: string): Seat | null {
  const { players, state } = fold
  if (players[0]?.id === player) return isAlone(fold) ? (state?.toAct ?? 0) : 0
  return players[1]?.id === player ? 1 : null
}

/** Whose view of this match someone gets; a null player is a spectator without a name. */
export const viewerOf = (fold: Fold, player: string | null): Viewer =>
  (player === null ? null : seatOf(fold, player)) ?? 'spectator'
