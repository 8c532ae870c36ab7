import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { endedSchema, updateSchema } from '../../src/protocol/index.ts'
import { advance, openFold, snapshot, viewerOf } from '../../src/record/index.ts'
import { atLast } from '../support/at-last.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { BASE, create, creation, openMatches, playOn, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let stores: [MemoryStore, MemoryStore]
let nodes: [Matches, Matches]
beforeEach(() => {
  backend = new MemoryBackend(31)
  stores = [new MemoryStore(backend), new MemoryStore(backend)]
  nodes = [openMatches({ store: stores[0] }), openMatches({ store: stores[1] })]
})
afterEach(() => Promise.all(nodes.map((node) => node.close())))

interface Following {
  follower: Follower
  player: PlayerRef | null
}

/** Expects that the followers know the whole log, and saw at each version exactly what their players could see then. */
async function expectWhole(match: string, ...followings: Following[]): Promise<void> {
  const record = backend.record(match)
  for (const { follower } of followings) {
    await vi.waitFor(() => expect(follower.version).toBe(record.entries.length), { timeout: 10_000 })
    expect(follower.faults).toEqual([])
  }
  let fold = openFold(record.header, record.createdAt)
  for (const entry of [null, ...record.entries]) {
    if (entry) fold = advance(fold, entry).fold
    for (const { follower, player } of followings) {
      const seen = follower.seen.get(fold.version)
      if (!seen) continue
      const shown: unknown = JSON.parse(JSON.stringify(snapshot(fold, viewerOf(fold, player?.id ?? null))))
      if (!isDeepStrictEqual(seen, shown)) expect(seen).toEqual(shown)
    }
  }
}

describe('watching while others act', () => {
  it('every watcher, at any time and on any node, folds the view of each version from its updates', async () => {
    for (let game = 0; game < 4; game += 1) {
      const random = seededRandom(game)
      const seated = await seatTwo(nodes[0], { wonders: game % 2 ? 'first-game' : 'draft' })
      const viewers = [...seated.players, newPlayer('Cy'), null]
      const followers: Following[] = []
      const beginnings: Promise<unknown>[] = []
      const begin = (): void => {
        const player = pick(viewers, random)
        const follower = new Follower()
        followers.push({ follower, player })
        beginnings.push(follower.follow(pick(nodes, random), player, seated.match))
      }
      begin()
      for (let moves = true; moves;) {
        // A node may not have the last move yet: then it answers stale.
        moves = await step(pick(nodes, random), seated, random).then(
          Boolean,
          (error: { code: string }) => error.code === 'stale',
        )
        if (random() < 0.3) begin()
      }
      await Promise.all(beginnings)
      expect(followers.length).toBeGreaterThan(5)
      await expectWhole(seated.match, ...followers)
      await Promise.all(followers.map(({ follower }) => follower.stop()))
    }
  })

  it('the messages have the documented shape, and the end is sent once, after its update', async () => {
    const random = seededRandom(2)
    const seated = await seatTwo(nodes[0])
    const follower = new Follower()
    await follower.follow(nodes[1], null, seated.match)
    await playOn(nodes[0], seated, random)
    await expectWhole(seated.match, { follower, player: null })
    for (const update of follower.updates) expect(updateSchema.parse(update)).toEqual(update)
    expect(follower.ends).toHaveLength(1)
    const [ended] = follower.ends
    expect(endedSchema.parse(ended)).toEqual(ended)
    const { outcome, scores, seed } = follower.snapshot!
    expect(ended).toEqual({ match: seated.match, version: follower.version, outcome, scores, seed })
  })

  it('a watcher that stops receives nothing more', async () => {
    const random = seededRandom(2)
    const seated = await seatTwo(nodes[0])
    const [stopped, present] = [new Follower(), new Follower()]
    await stopped.follow(nodes[0], null, seated.match)
    await present.follow(nodes[0], null, seated.match)
    await playOn(nodes[0], seated, random, 2)
    await stopped.reached(3)
    await stopped.stop()
    await playOn(nodes[0], seated, random, 2)
    await present.reached(5)
    expect([stopped.version, present.version]).toEqual([3, 5])
  })

  it('a watcher that fails does no harm to the others, nor to the player who acted', async () => {
    const seated = await seatTwo(nodes[0])
    await nodes[0].watches.watch(
      null,
      seated.match,
      {},
      {
        notify: () => {
          throw new Error('a broken watcher')
        },
      },
    )
    const follower = new Follower()
    await follower.follow(nodes[0], null, seated.match)
    await playOn(nodes[0], seated, seededRandom(1), 3)
    await expectWhole(seated.match, { follower, player: null })
  })

  it('a message that viewers share is made once, however many of them watch', async () => {
    const seated = await seatTwo(nodes[0])
    const followers = Array.from({ length: 5 }, () => new Follower())
    for (const follower of followers) await follower.follow(nodes[0], null, seated.match)
    await step(nodes[0], seated, seededRandom(1))
    expect(new Set(followers.map(({ updates }) => updates[0])).size).toBe(1)
  })
})

describe('a client that comes back after a gap', () => {
  it('is answered what it missed, event by event, from the last version that it saw', async () => {
    const random = seededRandom(9)
    const seated = await seatTwo(nodes[0])
    const [all, again] = [new Follower(), new Follower()]
    await all.follow(nodes[0], seated.players[1], seated.match)
    await playOn(nodes[0], seated, random, 20)
    const answer = await again.follow(nodes[1], seated.players[1], seated.match, 4)
    const steps = all.updates
      .filter(({ version }) => version > 4)
      .map(({ version, at, events }) => ({ version, at, events }))
    expect(answer.missed).toEqual(steps)
    expect(answer.snapshot).toEqual(all.snapshot)
    await playOn(nodes[0], seated, random, 5)
    await expectWhole(seated.match, { follower: again, player: seated.players[1] })
  })
})

describe('when publications are lost', () => {
  /** Plays on the first node while the second receives nothing. */
  async function playUnnoticed(seated: SeatedMatch, random: () => number): Promise<void> {
    await stores[1].told()
    stores[1].cut()
    await playOn(nodes[0], seated, random, 6)
    await stores[1].told()
  }

  it('nobody misses an update after the interruption', async () => {
    const random = seededRandom(4)
    const seated = await seatTwo(nodes[0])
    const followers = [...seated.players, null].map((player) => ({ player, follower: new Follower() }))
    for (const { player, follower } of followers) await follower.follow(nodes[1], player, seated.match)
    await playUnnoticed(seated, random)
    expect(followers[0]!.follower.version).toBe(1)
    stores[1].mend()
    await expectWhole(seated.match, ...followers)
  })

  it('the store is asked until it answers', async () => {
    const random = seededRandom(4)
    const seated = await seatTwo(nodes[0])
    const follower = new Follower()
    await follower.follow(nodes[1], null, seated.match)
    await playUnnoticed(seated, random)
    stores[1].down = true
    const reads = stores[1].reads
    stores[1].mend()
    await atLast(() => expect(stores[1].reads).toBeGreaterThan(reads + 1))
    expect(follower.version).toBe(1)
    stores[1].down = false
    await vi.waitFor(() => expect(follower.version).toBe(7), { timeout: 10_000 })
    await expectWhole(seated.match, { follower, player: null })
  })

  it('the next entry shows the gap', async () => {
    const random = seededRandom(6)
    const seated = await seatTwo(nodes[0])
    const follower = new Follower()
    await follower.follow(nodes[1], null, seated.match)
    await playUnnoticed(seated, random)
    stores[1].heal()
    await playOn(nodes[0], seated, random, 1)
    await expectWhole(seated.match, { follower, player: null })
  })

  it('a player of the other node who acts on an old view is refused as stale, and then sees everything', async () => {
    const random = seededRandom(8)
    const seated = await seatTwo(nodes[0])
    const follower = new Follower()
    await follower.follow(nodes[1], seated.players[0], seated.match)
    const { legal } = follower.snapshot!.board!
    expect(legal).toBeDefined()
    await playUnnoticed(seated, random)
    const action = { type: 'draft-wonder', wonder: Object.keys(follower.snapshot!.board!.draft!)[0]! } as const
    const acted = nodes[1].play.act(seated.players[0], {
      match: seated.match,
      actionId: newActionId(),
      version: 1,
      action,
    })
    await expect(acted).rejects.toMatchObject({ code: 'stale', details: { version: 7 } })
    await expectWhole(seated.match, { follower, player: seated.players[0] })
  })

  it('a version that a client names, and this node does not have, is read from the store', async () => {
    const seated = await seatTwo(nodes[0])
    await nodes[1].views.view(null, seated.match)
    await playUnnoticed(seated, seededRandom(8))
    expect(await nodes[1].views.view(null, seated.match, { sinceVersion: 7 })).toMatchObject({ version: 7, missed: [] })
  })
})

describe('the cache', () => {
  it('drops matches that nobody uses, and follows no more than it retains', async () => {
    const store = new MemoryStore(backend)
    const node = openMatches({ store, maxIdle: 3 })
    const seatedMatches: SeatedMatch[] = []
    for (let times = 0; times < 10; times += 1) seatedMatches.push(await seatTwo(nodes[0]))
    const follower = new Follower()
    await follower.follow(node, null, seatedMatches[0]!.match)
    for (const { match } of seatedMatches) await node.views.view(null, match)
    await atLast(() => expect(store.followed.size).toBe(4))
    expect([...store.followed.keys()]).toContain(seatedMatches[0]!.match)
    await playOn(nodes[0], seatedMatches[0]!, seededRandom(1), 3)
    await expectWhole(seatedMatches[0]!.match, { follower, player: null })
    await node.close()
    await atLast(() => expect(store.followed.size).toBe(0))
  })

  it('drops a match that nobody has used for a time, even if nothing else is asked for', async () => {
    const store = new MemoryStore(backend)
    const node = openMatches({ store, idleMs: 1, renewalMs: 5 })
    const [used, unused] = [await seatTwo(nodes[0]), await seatTwo(nodes[0])]
    const follower = new Follower()
    await follower.follow(node, null, used.match)
    await node.views.view(null, unused.match)
    await vi.waitFor(() => expect([...store.followed.keys()]).toEqual([used.match]), { timeout: 10_000 })
    await node.close()
  })

  it('is not filled by matches that do not exist', async () => {
    await expect(nodes[0].views.view(null, 'AAAAAAAAAAAAAAAA')).rejects.toMatchObject({ code: 'unknown-match' })
    await atLast(() => expect(stores[0].followed.size).toBe(0))
  })

  it('answers from what it retains, without asking the store', async () => {
    const { match } = (await create(nodes[0], newPlayer('Ada'), creation({ options: BASE, seat: 0 }))).snapshot
    const { reads } = stores[0]
    for (let times = 0; times < 5; times += 1) await nodes[0].views.view(null, match)
    expect(stores[0].reads).toBe(reads)
  })
})
