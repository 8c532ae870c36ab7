import type { Slice } from '../../analysis/index.ts'
import type { Chance, Considered } from '../../bots/index.ts'
import type { Searches } from '../../puzzles/index.ts'
import type { MatchRecord } from '../../record/index.ts'
import type { MatchView } from '../../rules/index.ts'
import type { Beginning, Decided, Effort, SeenStep, Timed } from '../mind.ts'

/**
 * What a thread can be asked: by the type of the job, the question and the answer. Both are plain data. A new job is one
 * entry here and one in handlers.ts.
 *
 * The minds of a thread have names, which the asker chooses.
 */
export interface Jobs {
  /** A mind begins. */
  begin: { question: { mind: string; beginning: Beginning }; answer: void }
  /** A mind learns what its seat has seen. It fails if the mind cannot follow the match. */
  observe: { question: { mind: string; steps: SeenStep[] }; answer: void }
  /** A mind picks an action. */
  decide: { question: { mind: string; view: MatchView; effort: Effort }; answer: Decided }
  /** What a mind finds of each legal action, to help another one that decides. */
  ponder: { question: { mind: string; effort: Timed }; answer: Considered[] }
  /** How likely the seat of a mind is to win, from 0 to 1. */
  chance: { question: { mind: string }; answer: number }
  /** Some decisions of a finished match are judged, until the time is over. */
  judge: { question: { record: MatchRecord; from: number; timeMs: number }; answer: Slice }
  /** One decision of a finished match is searched for a puzzle, until the time is over. */
  weigh: { question: { record: MatchRecord; version: number; from: number; timeMs: number }; answer: Searches }
  /** The best actions of the seat that decides in a match, which has not ended. */
  advise: { question: { record: MatchRecord; timeMs: number }; answer: Chance[] }
  /** A mind is no longer of use. */
  forget: { question: { mind: string }; answer: void }
}

export type JobType = keyof Jobs
export type Question<Type extends JobType> = Jobs[Type]['question']
export type Answer<Type extends JobType> = Jobs[Type]['answer']
