import type { CuriaError, LiveMatch, QueueState } from '../../client/src/index.ts'
import { Curia, until } from '../../client/src/index.ts'
import { pickAny } from '../../scripts/demo/play.ts'
import type { Pool, Snapshot } from '../../src/protocol/index.ts'
import { PASSWORD } from './accounts.ts'

/** A match that a player has seen end. */
export interface Seen {
  match: string
  snapshot: Snapshot
}

/** A number that depends on the id of a match alone: both players of a match draw the same one. */
export const lotOf = (match: string): number =>
  [...match].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1009, 7)

/** Longest wait for an answer of two busy nodes, ms. */
const PATIENCE_MS = 300_000

/** A player for an evening: they wait in the queue, play the match that they get, perhaps a rematch, and wait again. */
export class EveningPlayer {
  readonly name: string
  readonly seen: Seen[] = []
  readonly faults: string[] = []
  /** The match in play: there must never be a second one. */
  readonly #playing = new Set<string>()
  #curia!: Curia

  constructor(name: string) {
    this.name = name
  }

  get id(): string {
    return this.#curia.session.value.player!.id
  }

  async connect(url: string): Promise<void> {
    this.#curia = new Curia({ url, patienceMs: PATIENCE_MS, answerTimeoutMs: PATIENCE_MS })
    await this.#curia.guest({ name: 'Guest' })
    // Rated games are for accounts alone.
    await this.#curia.register({ name: this.name, password: PASSWORD })
    await this.#curia.connect()
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
    const { queue } = this.#curia
    const joined = await queue.join(pool)
    if (joined.status === 'matched') return joined.match
    const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }))
    const found = await Promise.race([until<QueueState>(queue, ({ status }) => status === 'matched'), late])
    // The player leaves. If they were paired in the same moment, they play.
    const state = found ?? (await queue.leave())
    return state.status === 'matched' ? state.match : null
  }

  /** Plays a match to its end. Returns the rematch, if the players want one. */
  async #playOnce(id: string, random: () => number): Promise<string | null> {
    if (this.#playing.size > 0) this.faults.push(`${id} began while ${[...this.#playing].join()} was on`)
    this.#playing.add(id)
    const match = await this.#curia.watch(id)
    await this.#playOut(match, random)
    this.#playing.delete(id)
    this.seen.push({ match: id, snapshot: match.value.snapshot })
    // Whether the two play again: both draw the same.
    const next = lotOf(id) % 4 > 0 ? null : await this.#playAgain(match)
    match.close()
    return next
  }

  /** Asks for a rematch, and waits until the other player does. */
  async #playAgain(match: LiveMatch): Promise<string> {
    await match.rematch()
    const { rematch } = await match.until((state) => state.rematch?.next)
    return rematch!.next!
  }

  async #playOut(match: LiveMatch, random: () => number): Promise<void> {
    for (;;) {
      const { snapshot, version, ended } = await match.until((state) => state.ended ?? state.snapshot.board?.legal)
      if (ended) return
      // Some players give up.
      const done = random() < 0.004 ? match.resign() : match.act(pickAny(snapshot), version)
      await done.catch((error: unknown) => {
        const { code } = error as CuriaError
        if (code !== 'stale' && code !== 'match-over') this.faults.push(`${match.id} ${version}: ${code}`)
      })
    }
  }

  close(): void {
    this.#curia.close()
  }
}
