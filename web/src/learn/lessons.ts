import type { Action, Explanation, GameKind, MatchState, Snapshot, Step } from '@curia/client'
import { sameAction } from '../lib/board.ts'
import type { Catalogue } from '../lib/catalogue.ts'
import { Table } from '../lib/table.svelte.ts'
import address from './lessons.json?url'
import type { LearnKey } from './texts.svelte.ts'

/** A position of a real game, and where the actions lead that the lesson asks for. `npm run lessons` makes them. */
export interface Lesson {
  id: string
  kind: GameKind
  version: number
  snapshot: Snapshot
  explanation?: Explanation
  /** The action that the task names comes first. */
  results: { action: Action; snapshot: Snapshot; step: Step }[]
}

/** @throws Error if the server cannot be reached. */
export async function loadLessons(): Promise<Lesson[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`the lessons are not there: ${answer.status}`)
  return (await answer.json()) as Lesson[]
}

export const textKey = ({ id }: Lesson, part: 'title' | 'text' | 'task' | 'done'): LearnKey =>
  `${id}.${part}` as LearnKey

/** A table at which the lesson is the server: it knows where the actions lead that it asks for, and no others. */
export class LessonTable extends Table {
  readonly #lesson: Lesson
  readonly #refuse: () => string

  /**
   * @param done - called with the step when the task is done, before the table shows it
   * @param refuse - what is said when something else is done
   */
  constructor(catalogue: Catalogue, lesson: Lesson, done: (step: Step) => void, refuse: () => string) {
    const { version, snapshot, explanation, results } = lesson
    const answer = { match: snapshot.match, you: snapshot.you }
    super(catalogue, { version, snapshot }, null, {
      act: async (action: Action) => {
        const { step, snapshot: after } = results.find((result) => sameAction(result.action, action))!
        done(step)
        this.receive(stateOf(step.version, after), { type: 'steps', steps: [step] })
      },
      // Only the first position is explained.
      explain: async () => ({
        ...answer,
        version: this.now.version,
        ...(this.now.version === version && explanation && { explanation }),
      }),
    })
    this.#lesson = lesson
    this.#refuse = refuse
    this.receive(stateOf(version, snapshot))
  }

  override async do(action: Action): Promise<void> {
    const isAsked = this.#lesson.results.some((result) => sameAction(result.action, action))
    if (isAsked) return super.do(action, { sure: true })
    this.cancel()
    this.note = { text: this.#refuse(), bad: false }
  }
}

const stateOf = (version: number, snapshot: Snapshot): MatchState => ({
  match: snapshot.match,
  version,
  snapshot,
  lastSteps: [],
  presence: null,
  rematch: null,
  next: null,
  chat: null,
  ended: null,
  live: true,
  lost: null,
})
