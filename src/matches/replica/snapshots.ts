import type { Snapshot } from '../../protocol/index.ts'
import type { Fold } from '../../record/index.ts'
import { snapshot } from '../../record/index.ts'
import type { Viewer } from '../../rules/index.ts'

/**
 * A match at one version, with the snapshot of each viewer. A snapshot is made at most once, and nobody may change it.
 */
export class Snapshots {
  readonly fold: Fold
  readonly #made = new Map<Viewer, Snapshot>()

  constructor(fold: Fold) {
    this.fold = fold
  }

  of(viewer: Viewer): Snapshot {
    let made = this.#made.get(viewer)
    if (!made) this.#made.set(viewer, (made = snapshot(this.fold, viewer)))
    return made
  }
}
