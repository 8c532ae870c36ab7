import type { Analysis, AnalysisProgress, Seat } from '@curia/client'
import { errorText } from './errors.ts'

/** A decision of a finished game as a program sees it; the chances are those of the seat that decides. */
export type Decision = Analysis['decisions'][number]

/** The analysis of a game: asked for once the player wants it, and again until it is there. */
export class GameAnalysis {
  readonly #ask: () => Promise<Analysis | AnalysisProgress>
  readonly #againAfterMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped = false
  decisions = $state.raw<readonly Decision[] | null>(null)
  /** What play and luck made of the game for each seat, in parts of 10,000; null while there is no analysis. */
  summary = $state.raw<Analysis['summary'] | null>(null)
  /** How much of the work is done, from 0 to 1; null while nobody has asked for it. */
  progress = $state<number | null>(null)
  error = $state('')

  constructor(ask: () => Promise<Analysis | AnalysisProgress>, againAfterMs = 2_000) {
    this.#ask = ask
    this.#againAfterMs = againAfterMs
  }

  async start(): Promise<void> {
    this.error = ''
    this.progress ??= 0
    try {
      const answer = await this.#ask()
      if (this.#stopped) return
      if ('decisions' in answer) {
        this.decisions = answer.decisions
        this.summary = answer.summary
        return
      }
      this.progress = answer.progress
      this.#timer = setTimeout(() => void this.start(), this.#againAfterMs)
    } catch (error) {
      this.progress = null
      this.error = errorText(error)
    }
  }

  /** Stops asking. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }
}

/** The chance of a seat before a decision, or after it. */
export const chanceOf = (seat: Seat, decision: Decision, when: 'before' | 'after' = 'before'): number =>
  seat === decision.seat ? decision[when] : 1 - decision[when]

/** The decision that cost its player most of those that cost much; undefined where none did. */
export const costliest = (decisions: readonly Decision[]): Decision | undefined =>
  decisions.filter(({ mark }) => mark !== null).sort((a, b) => b.before - b.after - (a.before - a.after))[0]
