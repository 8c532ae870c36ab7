import { CodedError } from '../protocol/index.ts'
import type { MatchHeader } from '../record/index.ts'
import { isSealed } from '../record/index.ts'
import type { Replicas } from './replica/replicas.ts'

interface SealsParts {
  replicas: Pick<Replicas, 'use'>
  /** The time by the store (ms since 1970). */
  now: () => number
}

/** What of a match its seal depends on. */
type Sealed = Pick<MatchHeader, 'sealedUntil' | 'twin'>

/**
 * Until when what is dealt in a match is told to nobody, even after its end: a deal of the day until it opens, that of a
 * pair until both games have ended.
 */
export class Seals {
  readonly #parts: SealsParts

  constructor(parts: SealsParts) {
    this.#parts = parts
  }

  /** Whether nobody may be told yet what was dealt in a match that has ended. @throws CodedError `unavailable`. */
  async isSealed(header: Sealed): Promise<boolean> {
    return isSealed(header, this.#parts.now()) || (header.twin !== undefined && !(await this.hasEnded(header.twin)))
  }

  /**
   * Requires that everybody may know by now what was dealt in a match that has ended.
   * @throws CodedError `sealed`, with details.until if that is known; `unavailable`.
   */
  async requireOpen(header: Sealed): Promise<void> {
    const { sealedUntil: until } = header
    if (await this.isSealed(header))
      throw new CodedError('sealed', undefined, until === undefined ? undefined : { until })
  }

  /**
   * Whether the other game of a pair has ended. Both were created before either began: one that is unknown has expired. One
   * that this server cannot read goes on at another node.
   * @throws CodedError `unavailable`.
   */
  async hasEnded(match: string): Promise<boolean> {
    try {
      return await this.#parts.replicas.use(match, async (replica) => {
        if (!replica.fold.outcome) await replica.catchUp()
        return replica.fold.outcome !== null
      })
    } catch (error) {
      if (!(error instanceof CodedError) || error.code === 'unavailable') throw error
      return error.code === 'unknown-match'
    }
  }
}
