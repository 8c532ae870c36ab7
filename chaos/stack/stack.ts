import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveStore } from '../../src/live/index.ts'
import type { Server } from '../../test/support/server.ts'
import type { Entrance } from './entrance.ts'

/** Servers for one disturbance, with stores of their own. */
export interface Stack {
  /** The nodes. Players reach all of them through the entrance. */
  nodes: readonly Server[]
  entrance: Entrance
  /**
   * Opens the live store to read it, when nobody plays any more. An embedded store is for one process at a time: its
   * node is stopped first. The caller closes the store.
   */
  readStore(): Promise<LiveStore>
  /** Stops everything and removes its folders. */
  destroy(): Promise<void>
}

/** Several things that are started one after the other, and ended in the opposite order. */
export class Started {
  readonly #ends: (() => Promise<unknown> | void)[] = []

  /** Starts something. If that fails, everything before it is ended. */
  async add<T>(starting: Promise<T>, end: (started: T) => Promise<unknown> | void): Promise<T> {
    try {
      const started = await starting
      this.#ends.unshift(() => end(started))
      return started
    } catch (error) {
      await this.end()
      throw error
    }
  }

  async end(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end()
  }
}

/** Writes what the nodes of a stack have written to their outputs. */
export function writeLogs({ nodes }: Stack, folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const [index, node] of nodes.entries()) writeFileSync(join(folder, `node-${index + 1}.log`), node.output())
}
