import { DEFAULT_GAME_OPTIONS, matchOptions } from '../../../src/protocol/index.ts'
import type { GameKind } from '../../../src/protocol/index.ts'
import { advance, hashSeed, openFold, snapshot, viewerStep } from '../../../src/record/index.ts'
import type { Entry, EntryBody, Fold } from '../../../src/record/index.ts'
import { explain, legalActions, redact, RULES_VERSION } from '../../../src/rules/index.ts'
import type { Action, MatchEvent } from '../../../src/rules/index.ts'
import type { Lesson } from '../../../scripts/lessons/make.ts'
import { pick, seededRandom } from '../../support/random.ts'

const BEGAN = Date.UTC(2026, 0, 1)

/** A position with its name: the decision, and in a turn the age. */
export interface Position {
  name: string
  lesson: Lesson
}

/**
 * One position for each kind of decision and each age, from games of random actions. They are lessons of the
 * introduction, so that a page shows them without a match.
 */
export function positionsOf(kind: GameKind, games: number, seed: number): Position[] {
  const random = seededRandom(seed)
  const found = new Map<string, Lesson>()
  for (let game = 0; game < games; game += 1) {
    for (const move of play(kind, `${kind} ${seed} ${game}`, random)) {
      const state = move.before.state!
      const decision = state.stack.at(-1)?.kind ?? 'turn'
      const name = decision === 'turn' ? `${kind}: turn of age ${state.age}` : `${kind}: ${decision}`
      // Of turns the last one of each age: then there is most in the cities.
      if (decision === 'turn' || !found.has(name)) found.set(name, lessonOf(kind, move))
    }
  }
  return [...found].map(([name, lesson]) => ({ name, lesson }))
}

function lessonOf(kind: GameKind, { before, action, entry, past }: Move): Lesson {
  const seat = before.state!.toAct!
  const { fold, events } = advance(before, entry)
  return {
    id: 'take',
    kind,
    version: before.version,
    snapshot: snapshot(before, seat),
    explanation: explain(
      before.state!,
      seat,
      past.map((event) => redact(event, seat)).filter((event) => event !== null),
    ),
    results: [{ action, snapshot: snapshot(fold, seat), step: viewerStep(entry, events, seat) }],
  }
}

interface Move {
  before: Fold
  action: Action
  entry: Entry
  /** What had happened before. */
  past: readonly MatchEvent[]
}

function* play(kind: GameKind, name: string, random: () => number): Generator<Move> {
  const seed = hashSeed(name)
  const past: MatchEvent[] = []
  let fold = openFold(
    {
      id: seed.slice(0, 16),
      code: 'ABCDEFGH',
      options: matchOptions(kind, DEFAULT_GAME_OPTIONS),
      rules: RULES_VERSION,
      seed,
      seedHash: hashSeed(seed),
      host: { seat: 0, player: { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' } },
    },
    BEGAN,
  )
  const next = (body: EntryBody): Entry => ({
    version: fold.version + 1,
    at: BEGAN + fold.version,
    ...(body.type === 'act' && { actionId: `action-${fold.version}` }),
    body,
  })
  fold = advance(fold, next({ type: 'join', seat: 1, player: { id: 'BenBenBenBenBenB', name: 'Ben' } })).fold
  while (fold.state!.toAct !== null) {
    const action = pick(legalActions(fold.state!), random)
    const entry = next({ type: 'act', seat: fold.state!.toAct, action })
    yield { before: fold, action, entry, past: [...past] }
    const after = advance(fold, entry)
    past.push(...after.events)
    fold = after.fold
  }
}
