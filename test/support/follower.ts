import { apply } from 'json-merge-patch'
import { expect, vi } from 'vitest'
import type { Matches, Watcher } from '../../src/matches/index.ts'
import type { ChatMessage, Ended, PlayerRef, Presence, Rematch, Snapshot, Update, ViewAnswer } from '../../src/protocol/index.ts'
import type { Seat } from '../../src/rules/index.ts'

/** A client that knows nothing but what it is sent: a view, and the patches after it. Fails on a gap or a repetition. */
export class Follower implements Watcher {
  version = -1
  snapshot: Snapshot | null = null
  /** By version, what this client saw. */
  readonly seen = new Map<number, Snapshot>()
  readonly updates: Update[] = []
  readonly ends: Ended[] = []
  /** The seats with a connection, whenever they changed. */
  readonly presences: Seat[][] = []
  /** Who is there, as last told. */
  attendance: Presence | null = null
  readonly said: ChatMessage[] = []
  readonly rematches: Rematch[] = []
  readonly faults: string[] = []
  #early: Update[] = []
  #stop: (() => Promise<void>) | null = null

  /** Watches from now on. */
  async follow(matches: Matches, player: PlayerRef | null, match: string, since?: number): Promise<ViewAnswer> {
    const { answer, stop } = await matches.watch(player, match, { sinceVersion: since }, this)
    this.#stop = stop
    this.start(answer)
    return answer
  }

  start({ version, snapshot }: ViewAnswer): void {
    this.#see(version, snapshot)
    const early = this.#early
    this.#early = []
    for (const update of early) this.update(update)
  }

  update(update: Update): void {
    if (!this.snapshot) {
      this.#early.push(update)
      return
    }
    this.updates.push(update)
    if (update.version !== this.version + 1) this.faults.push(`update ${update.version} came at version ${this.version}`)
    this.#see(update.version, apply(structuredClone(this.snapshot), update.patch) as Snapshot)
  }

  #see(version: number, snapshot: Snapshot): void {
    this.version = version
    this.snapshot = snapshot
    this.seen.set(version, structuredClone(snapshot))
  }

  /** Resolves once this client has seen a version. */
  async reached(version: number): Promise<void> {
    await vi.waitFor(() => expect(this.version).toBeGreaterThanOrEqual(version), { timeout: 60_000, interval: 5 })
  }

  ended(ended: Ended): void {
    this.ends.push(ended)
  }

  presence(presence: Presence): void {
    this.attendance = presence
    if (this.presences.at(-1)?.join() !== presence.seats.join()) this.presences.push(presence.seats)
  }

  chat(message: ChatMessage): void {
    this.said.push(message)
  }

  rematch(rematch: Rematch): void {
    this.rematches.push(rematch)
  }

  async stop(): Promise<void> {
    await this.#stop?.()
  }
}
