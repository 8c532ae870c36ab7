import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { apply } from 'json-merge-patch'
import { io } from 'socket.io-client'
import type { Socket } from 'socket.io-client'
import type { Pool, QueueAnswer, Rematch, Snapshot, Update, ViewAnswer } from '../../src/protocol/index.ts'
import { becomeGuest } from '../../scripts/demo/client.ts'
import { pickAny } from '../../scripts/demo/play.ts'

/** A match that a player has seen end. */
export interface Seen {
  match: string
  snapshot: Snapshot
}

type Reply<T> = ({ ok: true } & T) | { ok: false; error: { code: string; message: string } }

/** A number that depends on the id of a match alone: both players of a match draw the same one. */
export const lotOf = (match: string): number =>
  [...match].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7)

/** A player for an evening: they wait in the queue, play the match that they get, perhaps a rematch, and wait again. */
export class EveningPlayer {
  readonly name: string
  readonly seen: Seen[] = []
  readonly faults: string[] = []
  /** The match in play: there must never be a second one. */
  readonly #playing = new Set<string>()
  #socket!: Socket
  #id = ''

  constructor(name: string) {
    this.name = name
  }

  get id(): string {
    return this.#id
  }

  async connect(url: string): Promise<void> {
    const { player, token } = await becomeGuest(url, this.name)
    this.#id = player.id
    this.#socket = io(url, { auth: { token }, transports: ['websocket'] })
    await once(this.#socket as never, 'connect')
  }

  async #ask<T>(event: string, payload: object): Promise<Reply<T>> {
    return (await this.#socket.emitWithAck(event, payload)) as Reply<T>
  }

  /** Plays until so many matches are over, or until `signal` says that nobody else joins the queue any more. */
  async spend(pools: readonly Pool[], matches: number, random: () => number, signal: AbortSignal): Promise<void> {
    while (this.seen.length < matches && !signal.aborted) {
      const pool = pools[Math.floor(random() * pools.length)]!
      const found = await this.#find(pool, signal)
      for (let match = found; match !== null; match = await this.#playOnce(match, random));
    }
  }

  /** Waits in a pool. Null if nobody else joins it any more. */
  async #find(pool: Pool, signal: AbortSignal): Promise<string | null> {
    const matched = new Promise<string>((resolve) => {
      const hear = ({ match }: { match: string }): void => {
        // The same news may come twice.
        if (this.seen.some((seen) => seen.match === match)) return
        this.#socket.off('queue:matched', hear)
        resolve(match)
      }
      this.#socket.on('queue:matched', hear)
    })
    const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
    const joined = await this.#ask<QueueAnswer>('queue:join', pool)
    if (!joined.ok) throw new Error(`${this.name} could not join the queue: ${joined.error.message}`)
    if (joined.status === 'matched') return joined.match
    const found = await Promise.race([matched, late])
    if (found !== null) return found
    // The player leaves. If they were paired in the same moment, they play.
    const left = await this.#ask<QueueAnswer>('queue:leave', {})
    if (left.ok && left.status === 'matched') return left.match
    this.#socket.removeAllListeners('queue:matched')
    return null
  }

  /** Plays a match to its end. Returns the rematch, if the players want one. */
  async #playOnce(match: string, random: () => number): Promise<string | null> {
    if (this.#playing.size > 0) this.faults.push(`${match} began while ${[...this.#playing].join()} was on`)
    this.#playing.add(match)
    const snapshot = await this.#playOut(match, random)
    this.#playing.delete(match)
    this.seen.push({ match, snapshot })
    // Whether the two play again: both draw the same.
    const next = lotOf(match) % 4 > 0 ? null : await this.#playAgain(match)
    await this.#ask('match:unwatch', { match })
    return next
  }

  /** Asks for a rematch, and waits until the other player does. */
  async #playAgain(match: string): Promise<string> {
    const next = new Promise<string>((resolve) => {
      const hear = (rematch: Rematch): void => {
        if (rematch.match !== match || rematch.next === undefined) return
        this.#socket.off('match:rematch', hear)
        resolve(rematch.next)
      }
      this.#socket.on('match:rematch', hear)
    })
    const answer = await this.#ask<Rematch>('match:rematch', { match })
    if (!answer.ok) throw new Error(`no rematch of ${match}: ${answer.error.message}`)
    return answer.next ?? next
  }

  async #playOut(match: string, random: () => number): Promise<Snapshot> {
    let known: { version: number; snapshot: Snapshot } | null = null
    let wake = (): void => undefined
    const early: Update[] = []
    const take = (update: Update): void => {
      if (update.match !== match) return
      if (!known) early.push(update)
      else if (update.version === known.version + 1) {
        known = { version: update.version, snapshot: apply(known.snapshot, update.patch) as Snapshot }
      } else if (update.version > known.version) {
        this.faults.push(`${match}: version ${update.version} came after ${known.version}`)
      }
      wake()
    }
    this.#socket.on('match:update', take)
    try {
      const view = await this.#ask<ViewAnswer>('match:watch', { match })
      if (!view.ok) throw new Error(`${match} cannot be watched: ${view.error.message}`)
      known = { version: view.version, snapshot: view.snapshot }
      for (const update of early) take(update)
      for (;;) {
        const { version, snapshot }: { version: number; snapshot: Snapshot } = known
        if (snapshot.status === 'ended') return snapshot
        if (snapshot.board?.legal) {
          // Some players give up.
          const resigns = random() < 0.004
          const answer = resigns
            ? await this.#ask('match:resign', { match, actionId: randomUUID() })
            : await this.#ask('match:act', { match, actionId: randomUUID(), version, action: pickAny(snapshot) })
          if (!answer.ok && !['stale', 'match-over'].includes(answer.error.code)) {
            this.faults.push(`${match} ${version}: ${answer.error.code}`)
          }
        }
        while ((known as { version: number }).version === version) {
          await new Promise<void>((resolve) => (wake = resolve))
        }
      }
    } finally {
      this.#socket.off('match:update', take)
    }
  }

  close(): void {
    this.#socket.disconnect()
  }
}
