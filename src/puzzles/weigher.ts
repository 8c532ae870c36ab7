import type { MatchRecord } from '../record/index.ts'
import type { Searches } from './weigh.ts'

/** Judges candidates for puzzles somewhere else than on the event loop. */
export interface Weigher {
  /** Whether it has nothing to do, not even an analysis. */
  isIdle(): boolean
  /**
   * Does some of the searches of a decision, as `weigh` does.
   * @param from how many are done.
   * @param wish.owner the game.
   * @param wish.signal aborts the wait for a turn; the promise then rejects.
   * @throws Error if the decision cannot be searched, or not now.
   */
  weigh(
    record: MatchRecord,
    version: number,
    from: number,
    wish: { owner: string; signal: AbortSignal },
  ): Promise<Searches>
}
