import { afterEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import { MOST_IN_SLICE } from '../../src/time/index.ts'
import { atLast } from '../support/at-last.ts'
import { Follower } from '../support/follower.ts'
import { openMatches, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'

/** Records the calls about who is connected, and how many of a kind were made in one tick of the event loop. */
class CountingStore extends MemoryStore {
  readonly connected = new Set<string>()
  readonly watched = new Set<string>()
  readonly read = new Set<string>()
  mostInOneTurn = 0
  readonly #inThisTurn = new Map<object, number>()

  #count(calls: Set<string>, about: string): void {
    calls.add(about)
    if (this.#inThisTurn.size === 0) setImmediate(() => this.#inThisTurn.clear())
    const inTurn = (this.#inThisTurn.get(calls) ?? 0) + 1
    this.#inThisTurn.set(calls, inTurn)
    this.mostInOneTurn = Math.max(this.mostInOneTurn, inTurn)
  }

  override connect(...call: Parameters<MemoryStore['connect']>): Promise<void> {
    this.#count(this.connected, call[2])
    return super.connect(...call)
  }

  override reportWatchers(...call: Parameters<MemoryStore['reportWatchers']>): Promise<void> {
    this.#count(this.watched, call[0])
    return super.reportWatchers(...call)
  }

  override attendance(match: string): ReturnType<MemoryStore['attendance']> {
    this.#count(this.read, match)
    return super.attendance(match)
  }
}

/** More than one slice. */
const MATCHES = MOST_IN_SLICE + 20

describe('presence is renewed', () => {
  let node: Matches
  afterEach(() => node.close())

  it('for every connection and match, and for no more than a slice of them in one tick of the event loop', async () => {
    const store = new CountingStore()
    node = openMatches({ store, renewalMs: 500, maxOpenPerPlayer: MATCHES })
    for (let times = 0; times < MATCHES; times += 1) {
      const { match, players } = await seatTwo(node)
      await new Follower().follow(node, players[0], match)
      await new Follower().follow(node, null, match)
    }
    const kinds = [store.connected, store.watched, store.read]
    await atLast(() => expect(store.watched.size).toBe(MATCHES))
    for (const calls of kinds) calls.clear()
    store.mostInOneTurn = 0
    await atLast(() => {
      for (const calls of kinds) expect(calls.size).toBe(MATCHES)
    })
    expect(store.mostInOneTurn).toBeGreaterThan(0)
    expect(store.mostInOneTurn).toBeLessThanOrEqual(MOST_IN_SLICE)
  })
})
