import type { GameKind } from '../../src/protocol/index.ts'
import type { Fold } from '../../src/record/index.ts'
import { hashSeed } from '../../src/record/index.ts'
import type { Action } from '../../src/rules/index.ts'
import { legalActions } from '../../src/rules/index.ts'
import type { Lesson, Played } from './games.ts'
import { lessonBefore, playGame, positionOf } from './games.ts'
import type { Subject } from './subjects.ts'
import { SUBJECTS } from './subjects.ts'

/** Games that are searched for each subject. */
const MOST_GAMES = 2_000

/**
 * The lessons of the introduction: for each subject a position of a game that was played through the rules, always the
 * same one for the same rules and cards.
 * @throws Error if no game shows a subject
 */
export function makeLessons(): Lesson[] {
  const [base, expansions] = [true, false].map((isBase) => SUBJECTS.filter(({ kind }) => (kind === 'base') === isBase))
  return [...base!.map(lessonOf), pointsLesson(), ...expansions!.map(lessonOf)]
}

function lessonOf(subject: Subject): Lesson {
  for (let number = 0; number < MOST_GAMES; number += 1) {
    for (const played of gameOf(subject.kind, number)) {
      const { before, action, events } = played
      if (subject.shownBy({ before: before.state!, action, events })) return lessonFrom(subject, played)
    }
  }
  throw new Error(`no game shows ${subject.id}`)
}

function lessonFrom({ id, anyOf }: Subject, played: Played): Lesson {
  const { before, action } = played
  const others = legalActions(before.state!).filter(
    (other) => other.type === anyOf && JSON.stringify(other) !== JSON.stringify(action),
  )
  return lessonBefore(played, id, [action, ...others])
}

/** The end of a game of the base game that was won by points. */
function pointsLesson(): Lesson {
  for (let number = 0; number < MOST_GAMES; number += 1) {
    const after = [...gameOf('base', number)].at(-1)!.after
    if (after.outcome?.by === 'civilian')
      return {
        id: 'points',
        kind: 'base',
        version: after.version,
        snapshot: positionOf(after, after.outcome.winner ?? 0),
        results: [],
      }
  }
  throw new Error('no game is won by points')
}

/** A game of actions that the hash of its number picks. */
function gameOf(kind: GameKind, number: number): Generator<Played> {
  const pick = (legal: readonly Action[], { header: { seed }, version }: Fold): Action =>
    legal[Number.parseInt(hashSeed(`${seed} ${version}`).slice(0, 8), 16) % legal.length]!
  return playGame(kind, `lesson ${kind} ${number}`, pick)
}
