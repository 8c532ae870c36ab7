import type { MatchServerEvent } from '../../protocol/index.ts'
import type { Fold } from '../../record/index.ts'
import type { Viewer } from '../../rules/index.ts'
import { kindOf } from './kinds.ts'
import type { Notice } from './notice.ts'

/**
 * A notice, rendered at most once for each perspective, however many viewers share it. The events are shared: nobody
 * may change them.
 */
export class Rendering<N extends Notice = Notice> {
  readonly notice: N
  /** The match after the notice. */
  readonly fold: Fold
  readonly #made = new Map<string, readonly MatchServerEvent[]>()

  constructor(notice: N, fold: Fold) {
    this.notice = notice
    this.fold = fold
  }

  /** The events for someone whom the match was shown to as `before`, and is shown to as `viewer` from now on. */
  events(before: Viewer, viewer: Viewer): readonly MatchServerEvent[] {
    const key = `${before} ${viewer}`
    let made = this.#made.get(key)
    if (!made) this.#made.set(key, (made = kindOf(this.notice).render(this.notice, { before, viewer }, this.fold)))
    return made
  }
}
