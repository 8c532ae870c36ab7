import { advance, hashSeed, openFold, snapshot, viewerStep } from '../../src/record/index.ts'
import type { Entry, EntryBody, Fold, MatchHeader } from '../../src/record/index.ts'
import { DEFAULT_GAME_OPTIONS, matchOptions } from '../../src/protocol/index.ts'
import type { GameKind, Snapshot, ViewerStep } from '../../src/protocol/index.ts'
import { explain, legalActions, redact, RULES_VERSION } from '../../src/rules/index.ts'
import type { Action, Explanation, MatchEvent, Seat } from '../../src/rules/index.ts'
import { SUBJECTS } from './subjects.ts'
import type { Subject } from './subjects.ts'

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
  /** The action that the lesson names comes first; none in the last lesson, which only shows the end of a game. */
  results: Result[]
}

const BEGAN = Date.UTC(2026, 0, 1)
const SECOND_MS = 1_000
/** Games that are searched for each subject. */
const MOST_GAMES = 2_000

/** A move of a game, with the match around it. */
interface Played {
  before: Fold
  after: Fold
  entry: Entry
  action: Action
  events: MatchEvent[]
  past: MatchEvent[]
}

/**
 * The lessons of the introduction: for each subject a position of a game that was played through the rules, always the
 * same one for the same rules and cards.
 * @throws Error if no game shows a subject
 */
export function makeLessons(): Lesson[] {
  return [...SUBJECTS.map(lessonOf), lastLesson()]
}

function lessonOf(subject: Subject): Lesson {
  for (let number = 0; number < MOST_GAMES; number += 1) {
    for (const played of playGame(subject.kind, number)) {
      const { before, action, events } = played
      if (subject.shownBy({ before: before.state!, action, events })) return lessonFrom(subject, played)
    }
  }
  throw new Error(`no game shows ${subject.id}`)
}

function lessonFrom({ id, kind, anyOf }: Subject, { before, action, past }: Played): Lesson {
  const seat = before.state!.toAct!
  const others = legalActions(before.state!).filter(
    (other) => other.type === anyOf && JSON.stringify(other) !== JSON.stringify(action),
  )
  return {
    id,
    kind,
    version: before.version,
    snapshot: snapshot(before, seat),
    explanation: explain(
      before.state!,
      seat,
      past.map((event) => redact(event, seat)).filter((event) => event !== null),
    ),
    results: [action, ...others].map((each) => {
      const entry = entryOf(before, { type: 'act', seat, action: each })
      const { fold, events } = advance(before, entry)
      return { action: each, snapshot: snapshot(fold, seat), step: viewerStep(entry, events, seat) }
    }),
  }
}

/** The end of a game that was won by points. */
function lastLesson(): Lesson {
  for (let number = 0; number < MOST_GAMES; number += 1) {
    const after = [...playGame('base', number)].at(-1)!.after
    if (after.outcome?.by === 'civilian')
      return {
        id: 'points',
        kind: 'base',
        version: after.version,
        snapshot: snapshot(after, after.outcome.winner ?? 0),
        results: [],
      }
  }
  throw new Error('no game is won by points')
}

/** A game of actions that the hash of its number picks, move by move. */
function* playGame(kind: GameKind, number: number): Generator<Played> {
  const seed = hashSeed(`lesson ${kind} ${number}`)
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
  const past: MatchEvent[] = []
  while (fold.state!.toAct !== null) {
    const seat: Seat = fold.state!.toAct
    const legal = legalActions(fold.state!)
    const draw = Number.parseInt(hashSeed(`${seed} ${fold.version}`).slice(0, 8), 16)
    const action = legal[draw % legal.length]!
    const entry = entryOf(fold, { type: 'act', seat, action })
    const { fold: after, events } = advance(fold, entry)
    yield { before: fold, after, entry, action, events, past: [...past] }
    past.push(...events)
    fold = after
  }
}

function entryOf({ version }: Fold, body: EntryBody): Entry {
  const next = version + 1
  return {
    version: next,
    at: BEGAN + next * SECOND_MS,
    ...(body.type === 'act' && { actionId: `action-${next}` }),
    body,
  }
}
