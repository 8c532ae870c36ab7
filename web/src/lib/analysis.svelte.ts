import type { Action, Seat } from '@curia/client'
import { errorText } from './errors.ts'

/** An action that a program would consider, with the chance to win (0 to 1) of the seat that decides. */
export interface Advice {
  action: Action
  chance: number
}

/** How much a move cost. */
export type Mark = 'inaccuracy' | 'mistake' | 'blunder'

/** A decision of a finished game as a program sees it; the chances are those of the seat that decides. */
export interface Decision {
  /** The position in which the seat decided. */
  version: number
  seat: Seat
  action: Action
  /** With the best action. */
  before: number
  /** With the action that was taken. */
  after: number
  mark: Mark | null
  /** The best other actions, best first. */
  alternatives: readonly Advice[]
}

/** What the server answers: all decisions, or how much of the work (0 to 1) is done. */
export type AnalysisAnswer = { decisions: readonly Decision[] } | { progress: number }

/** The analysis of a game: asked for once the player wants it, and again until it is there. */
export class GameAnalysis {
  readonly #ask: () => Promise<AnalysisAnswer>
  readonly #againAfterMs: number
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopped = false
  decisions = $state.raw<readonly Decision[] | null>(null)
  /** How much of the work is done, from 0 to 1; null while nobody has asked for it. */
  progress = $state<number | null>(null)
  error = $state('')

  constructor(ask: () => Promise<AnalysisAnswer>, againAfterMs = 2_000) {
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
        return
      }
      this.progress = answer.progress
      this.#timer = setTimeout(() => void this.start(), this.#againAfterMs)
    } catch (error) {
      this.progress = null
      this.error = errorText(error)
    }
  }

  /** Asks no more. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }
}

/** The chance of a seat before a decision. */
export const chanceOf = (seat: Seat, { seat: decides, before }: Decision): number =>
  seat === decides ? before : 1 - before
