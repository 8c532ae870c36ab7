import type { Update } from '../protocol/index.ts'
import type { Patch, Viewer } from '../rules/index.ts'
import { joined, mergePatch } from '../rules/index.ts'
import { ownSnapshot, publicChange } from './snapshot.ts'
import { viewerStep } from './steps.ts'
import type { Transition } from './transitions.ts'

const NO_CHANGE: Patch = {}

/** The messages that take each viewer from one version to the next. What all patches have in common is made once. */
export class Updates {
  readonly #transition: Transition
  #common: Patch | undefined

  constructor(transition: Transition) {
    this.#transition = transition
  }

  /** For someone whom the match was shown to as `from`, and is shown to as `viewer` from now on. */
  of(from: Viewer, viewer: Viewer): Update {
    const { entry, events, before, after } = this.#transition
    this.#common ??= publicChange(before, after) ?? NO_CHANGE
    const own = mergePatch(ownSnapshot(before, from), ownSnapshot(after, viewer)) as Patch | undefined
    const patch = own ? joined(this.#common, own) : this.#common
    return { match: after.header.id, ...viewerStep(entry, events, viewer), patch }
  }
}
