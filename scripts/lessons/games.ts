import type { GameKind, Snapshot, ViewerStep } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, matchOptions } from '../../src/protocol/index.ts'
import type { Entry, EntryBody, Fold, MatchHeader } from '../../src/record/index.ts'
import { advance, hashSeed, openFold, snapshot, viewerStep } from '../../src/record/index.ts'
import type { Action, Explanation, MatchEvent, Seat } from '../../src/rules/index.ts'
import { explain, legalActions, RULES_VERSION } from '../../src/rules/index.ts'

/** What an action leads to, as the player sees it. */
export interface Result {
  action: Action
  snapshot: Snapshot
  step: ViewerStep
}

/** A position of a real game, as the player to act sees it, and where the actions lead that the lesson asks for. */
export interface Lesson {
  id: string
  kind: GameKind
  version: number
  snapshot: Snapshot
  explanation?: Explanation
  /** The action that the lesson names comes first; none in the lesson that only shows the end of a game. */
  results: Result[]
}

/** A move of a game, with the match around it. */
export interface Played {
  kind: GameKind
  before: Fold
  after: Fold
  action: Action
  entry: Entry
  events: MatchEvent[]
}

const BEGAN = Date.UTC(2026, 0, 1)
const SECOND_MS = 1_000
/** Nobody can check the log of a lesson, and the hashes of all positions would be a sixth of the file as it is sent. */
const LOG_HASH = 'A'.repeat(43)

/**
 * A game, move by move.
 * @param name makes the deal: the same name, the same deal.
 * @param pick of the actions that are legal.
 */
export function* playGame(
  kind: GameKind,
  name: string,
  pick: (legal: readonly Action[], before: Fold) => Action,
): Generator<Played> {
  const seed = hashSeed(name)
  const header: MatchHeader = {
    id: seed.slice(0, 16),
    code: 'ABCDEFGH',
    options: matchOptions(kind, DEFAULT_GAME_OPTIONS),
    rules: RULES_VERSION,
    seed,
    seedHash: hashSeed(seed),
    host: { seat: 0, player: { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' } },
  }
  let fold = openFold(header, BEGAN)
  fold = advance(fold, entryOf(fold, { type: 'join', seat: 1, player: { id: 'BenBenBenBenBenB', name: 'Ben' } })).fold
  while (fold.state!.toAct !== null) {
    const action = pick(legalActions(fold.state!), fold)
    const entry = actOf(fold, action)
    const { fold: after, events } = advance(fold, entry)
    yield { kind, before: fold, after, action, entry, events }
    fold = after
  }
}

/** A position as a player sees it. */
export const positionOf = (fold: Fold, seat: Seat): Snapshot => ({ ...snapshot(fold, seat), logHash: LOG_HASH })

/** The position before a move as a lesson: `actions` are those that the player may try. */
export function lessonBefore({ kind, before }: Played, id: string, actions: readonly Action[]): Lesson {
  const seat = before.state!.toAct!
  return {
    id,
    kind,
    version: before.version,
    snapshot: positionOf(before, seat),
    explanation: explain(before.state!, seat),
    results: actions.map((action) => resultOf(before, action, seat)),
  }
}

function resultOf(before: Fold, action: Action, seat: Seat): Result {
  const entry = actOf(before, action)
  const { fold, events } = advance(before, entry)
  return { action, snapshot: positionOf(fold, seat), step: viewerStep(entry, events, seat) }
}

const actOf = (fold: Fold, action: Action): Entry => entryOf(fold, { type: 'act', seat: fold.state!.toAct!, action })

function entryOf({ version }: Fold, body: EntryBody): Entry {
  const next = version + 1
  return {
    version: next,
    at: BEGAN + next * SECOND_MS,
    ...(body.type === 'act' && { actionId: `action-${next}` }),
    body,
  }
}
