import { Random } from '../../src/bots/index.ts'
import type { Opening, Openings } from '../../src/matches/openings.ts'
import type {
  DecisionKind,
  ErrorBody,
  ErrorCode,
  GameKind,
  Notice,
  ViewAnswer,
  ViewerStep,
} from '../../src/protocol/index.ts'
import { CodedError, DEFAULT_GAME_OPTIONS, ERRORS } from '../../src/protocol/index.ts'
import { snapshot, viewerStep } from '../../src/record/index.ts'
import type { Played as Move } from '../lessons/games.ts'
import { playGame } from '../lessons/games.ts'

/** What a client can receive, for tests of it. */
export interface Samples {
  /** By kind of decision, what the player sees who decides. */
  views: Record<string, ViewAnswer>
  /** By type, an event of the rules or outside of them, as a player of the match sees it. */
  events: Record<string, ViewerStep['events'][number]>
  /** By code, an error. */
  errors: Record<string, ErrorBody>
}

/** It has everything in the box. */
const KIND: GameKind = 'agora-pantheon'

/** What `details` of an error says, for those that have any. */
const DETAILS: Partial<Record<ErrorCode, Record<string, unknown>>> = {
  'already-playing': { match: '96c7ead858f549c0' },
  banned: { until: Date.UTC(2026, 1, 1) },
  busy: { retryAfterMs: 1_000 },
  'illegal-action': { rule: 'not-offered' },
  'limit-reached': { limit: 16 },
  muted: { until: Date.UTC(2026, 1, 1) },
  'other-rules': { rules: 1 },
  'rate-limited': { retryAfterMs: 1_000 },
  stale: { version: 12 },
  'unknown-version': { version: 12 },
}

/** What happens to a match outside the rules. */
const NOTICES: Notice[] = [
  { type: 'resigned', seat: 0 },
  { type: 'aborted', seat: 0 },
  { type: 'annulled' },
  { type: 'draw-offered', seat: 0 },
  { type: 'draw-accepted', seat: 1 },
  { type: 'draw-declined', seat: 1 },
  { type: 'time-ran-out', seat: 1 },
  { type: 'absence-claimed', seat: 0 },
  { type: 'time-given', seat: 0, ms: 15_000 },
  { type: 'time-given-back', ms: 4_000 },
]

/** What is there of the games alone: the first of each kind, in the order of the games. */
export type Played = Pick<Samples, 'views' | 'events'>

/** The game of this name, played at random: the same name, the same game. */
function* playedGame(name: string): Generator<Move> {
  const random = new Random(name)
  yield* playGame(KIND, name, (legal) => legal[random.below(legal.length)]!)
}

/**
 * Plays a game at random and adds what no game before it had shown.
 * @param name of the game: the same name, the same game
 * @returns whether it has added anything
 */
export function addGame({ views, events }: Played, name: string): boolean {
  const countOf = (): number => Object.keys(views).length + Object.keys(events).length
  const before = countOf()
  for (const move of playedGame(name)) {
    const seat = move.before.state!.toAct!
    const seen = snapshot(move.before, seat)
    views[seen.board!.decision!.kind] ??= { version: move.before.version, snapshot: seen, now: move.entry.at }
    for (const event of viewerStep(move.entry, move.events, seat).events) events[event.type] ??= event
  }
  return countOf() > before
}

/** All samples, from these games. */
export function makeSamples(games: readonly string[]): Samples {
  const played: Played = { views: {}, events: {} }
  for (const name of games) addGame(played, name)
  const codes = Object.keys(ERRORS) as ErrorCode[]
  return {
    views: sorted(played.views),
    events: sorted({ ...played.events, ...Object.fromEntries(NOTICES.map((notice) => [notice.type, notice])) }),
    errors: Object.fromEntries(codes.map((code) => [code, new CodedError(code, undefined, DETAILS[code]).toBody()])),
  }
}

/** The openings that lead to the decisions of the samples, from the same games. */
export function makeOpenings(names: readonly string[]): Openings {
  const before: Partial<Record<DecisionKind, [string, number]>> = {}
  const games: Record<string, Opening> = {}
  for (const name of names) {
    const moves = [...playedGame(name)]
    for (const [actions, { before: position }] of moves.entries()) {
      const { kind } = snapshot(position, position.state!.toAct!).board!.decision!
      before[kind as DecisionKind] ??= [name, actions]
    }
    const most = Math.max(0, ...Object.values(before).map(([game, actions]) => (game === name ? actions : 0)))
    const { seed } = moves[0]!.before.header
    const opening = moves.slice(0, most).map(({ action }) => action)
    games[name] = { kind: KIND, options: DEFAULT_GAME_OPTIONS, seed, opening }
  }
  return { games, before: sorted(before) as Openings['before'] }
}

const sorted = <Value>(values: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))
