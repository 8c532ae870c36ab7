import type { MatchRecord } from '../record/index.ts'
import type { Slice } from './judge.ts'

/** Analyses games somewhere else than on the event loop. */
export interface Thinker {
  /** Whether it has nothing to do, not even for those who play. */
  isIdle(): boolean
  /**
   * Judges some of the decisions of a finished match, as `judge` does.
   * @param from how many actions of the match are done.
   * @param wish.owner the player for whom it is, or the game if nobody has asked.
   * @param wish.signal aborts the wait for a turn; the promise then rejects.
   * @throws Error if the game cannot be analysed, or not now.
   */
  judge(record: MatchRecord, from: number, wish: { owner: string; signal: AbortSignal }): Promise<Slice>
}
