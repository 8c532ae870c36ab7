import { apply } from 'json-merge-patch'
import { expect, vi } from 'vitest'
import type { Matches, Watcher } from '../../src/matches/index.ts'
import type {
  ChatMessage,
  Ended,
  Expired,
  MatchServerEvent,
  PlayerRef,
  Presence,
  Rematch,
  Reset,
  SeriesNext,
  Snapshot,
  Update,
  ViewAnswer,
} from '../../src/protocol/index.ts'
import type { Seat } from '../../src/rules/index.ts'

/** A client that knows only what it receives: a view, and later patches. A gap or a repetition is a fault. */
export class Follower implements Watcher {
  version = -1
  snapshot: Snapshot | null = null
  /** By version, what this client saw. */
  readonly seen = new Map<number, Snapshot>()
  readonly updates: Update[] = []
  readonly ends: Ended[] = []
  readonly resets: Reset[] = []
  readonly expiries: Expired[] = []
  /** The seats with a connection, whenever they changed. */
  readonly presences: Seat[][] = []
  /** The last presence that was received. */
  attendance: Presence | null = null
  readonly said: ChatMessage[] = []
  readonly rematches: Rematch[] = []
  /** The next games of the series. */
  readonly nexts: SeriesNext[] = []
  readonly faults: string[] = []
  #early: Update[] = []
  #stop: (() => Promise<void>) | null = null

  /** Watches from now on. */
  async follow(
    matches: Matches,
    player: PlayerRef | null,
    match: string,
    since?: number,
    code?: string,
  ): Promise<ViewAnswer> {
    const { answer, stop } = await matches.watches.watch(player, match, { sinceVersion: since, code }, this)
    this.#stop = stop
    this.start(answer)
    return answer
  }

  start({ version, snapshot }: ViewAnswer): void {
    this.#see(version, snapshot)
    const early = this.#early
    this.#early = []
    for (const update of early) this.#update(update)
  }

  notify({ event, payload }: MatchServerEvent): void {
    switch (event) {
      case 'match:update':
        return this.#update(payload)
      case 'match:reset':
        this.resets.push(payload)
        return this.start(payload)
      case 'match:expired':
        return void this.expiries.push(payload)
      case 'match:ended':
        return void this.ends.push(payload)
      case 'match:presence':
        this.attendance = payload
        if (this.presences.at(-1)?.join() !== payload.seats.join()) this.presences.push(payload.seats)
        return
      case 'chat:message':
        return void this.said.push(payload)
      case 'match:rematch':
        return void this.rematches.push(payload)
      case 'series:next':
        return void this.nexts.push(payload)
    }
  }

  #update(update: Update): void {
    if (!this.snapshot) {
      this.#early.push(update)
      return
    }
    this.updates.push(update)
    if (update.version !== this.version + 1) {
      this.faults.push(`update ${update.version} came at version ${this.version}`)
    }
    this.#see(update.version, apply(structuredClone(this.snapshot), update.patch) as Snapshot)
  }

  #see(version: number, snapshot: Snapshot): void {
    this.version = version
    this.snapshot = snapshot
    this.seen.set(version, structuredClone(snapshot))
  }

  /** Resolves once this client has seen a version. */
  async reached(version: number): Promise<void> {
    const options = { timeout: 60_000, interval: 5 }
    await vi.waitFor(() => expect(this.version).toBeGreaterThanOrEqual(version), options)
  }

  async stop(): Promise<void> {
    await this.#stop?.()
  }
}
