import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import { resetSchema } from '../../src/protocol/index.ts'
import { foldRecord, publicRecord, snapshot, verifyRecord } from '../../src/record/index.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, deciding, legalOf, openMatches, playOn, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let stores: [MemoryStore, MemoryStore]
let nodes: [Matches, Matches]
let seated: SeatedMatch
beforeEach(async () => {
  backend = new MemoryBackend(31)
  stores = [new MemoryStore(backend), new MemoryStore(backend)]
  nodes = [openMatches({ store: stores[0] }), openMatches({ store: stores[1] })]
  seated = await seatTwo(nodes[0])
  await playOn(nodes[0], seated, seededRandom(7), 9)
})
afterEach(() => Promise.all(nodes.map((node) => node.close())))

/** A replica of the store takes over that lacks the last entries. */
const failOver = (lost: number): void => backend.rewriteLog(seated.match, (entries) => entries.slice(0, -lost))

/** Followers of both seats and of a spectator, on one node. */
async function follow(node: Matches): Promise<Follower[]> {
  const followers = [new Follower(), new Follower(), new Follower()]
  for (const [index, follower] of followers.entries()) {
    await follower.follow(node, seated.players[index] ?? null, seated.match)
  }
  return followers
}

/** Each follower sees what the store has, and was sent one reset. */
async function expectReset(followers: Follower[]): Promise<void> {
  const fold = foldRecord(backend.record(seated.match))
  for (const [index, follower] of followers.entries()) {
    await expect.poll(() => [follower.resets.length, follower.version], { timeout: 10_000 }).toEqual([1, fold.version])
    expect(follower.snapshot).toEqual(
      JSON.parse(JSON.stringify(snapshot(fold, ([0, 1, 'spectator'] as const)[index]!))),
    )
    expect(resetSchema.parse(follower.resets[0])).toEqual(follower.resets[0])
    expect(follower.faults).toEqual([])
  }
}

/** The first node hears nothing while the store loses two entries and the other node commits as many others. */
async function takeAnotherCourse(): Promise<void> {
  await stores[0].told()
  stores[0].cut()
  failOver(2)
  await playOn(nodes[1], seated, seededRandom(99), 2)
  await stores[0].told()
}

describe('a node that knows more than the store', () => {
  it('reads the match again after an interruption, and resets its clients', async () => {
    const followers = await follow(nodes[0])
    failOver(3)
    stores[0].mend()
    await expectReset(followers)
    expect((await nodes[0].views.view(null, seated.match)).version).toBe(7)
    await playOn(nodes[0], seated, seededRandom(8), 3)
    for (const follower of followers) await follower.reached(10)
    expect(followers.map(({ faults }) => faults)).toEqual([[], [], []])
  })

  it('reads only the match that was interrupted', async () => {
    const other = await seatTwo(nodes[0])
    const followers = await follow(nodes[0])
    await nodes[0].views.view(null, other.match)
    const { reads } = stores[0]
    stores[0].mend(other.match)
    await expect.poll(() => stores[0].followed.has(other.match), { timeout: 10_000 }).toBe(false)
    expect(stores[0].reads).toBe(reads)
    stores[0].mend(seated.match)
    await expect.poll(() => stores[0].reads, { timeout: 10_000 }).toBe(reads + 1)
    expect(followers.map(({ resets }) => resets)).toEqual([[], [], []])
  })

  it('finds out by a command, which is refused, and takes the next one', async () => {
    const followers = await follow(nodes[0])
    const { player, view } = (await deciding(nodes[0], seated))!
    failOver(2)
    const { match } = seated
    const action = legalOf(view.snapshot)[0]!
    const refused = nodes[0].play.act(player, { match, actionId: newActionId(), version: view.version, action })
    expect(await codeOf(refused)).toBe('unknown-version')
    await expectReset(followers)
    expect(await step(nodes[0], seated, seededRandom(2))).toMatchObject({ version: 9 })
  })

  it('finds out by an entry that another node committed in place of a lost one', async () => {
    const followers = await follow(nodes[0])
    failOver(2)
    await playOn(nodes[1], seated, seededRandom(99), 1)
    await expectReset(followers)
    await playOn(nodes[1], seated, seededRandom(99), 4)
    for (const follower of followers) await follower.reached(13)
  })

  it('finds out although the other node has committed as many entries as were lost', async () => {
    const followers = await follow(nodes[0])
    await takeAnotherCourse()
    stores[0].mend()
    await expectReset(followers)
  })

  it('commits nothing to the other course that it judged on the lost one', async () => {
    const followers = await follow(nodes[0])
    await takeAnotherCourse()
    const resigned = { match: seated.match, actionId: newActionId() }
    expect(await nodes[0].endings.resign(seated.players[0], resigned)).toMatchObject({ version: 11 })
    const record = backend.record(seated.match)
    expect(verifyRecord(publicRecord(record)).filter(({ ok }) => !ok)).toEqual([])
    for (const { resets, faults } of followers) expect([resets.length, faults]).toEqual([1, []])
  })

  it('refuses an action that was decided on what is lost, although there is such a version again', async () => {
    await follow(nodes[0])
    const { player, view } = (await deciding(nodes[0], seated))!
    await takeAnotherCourse()
    const { entries } = backend.record(seated.match)
    const action = legalOf(view.snapshot)[0]!
    const acted = nodes[0].play.act(player, {
      match: seated.match,
      actionId: newActionId(),
      version: view.version,
      action,
    })
    expect(await codeOf(acted)).toBe('stale')
    expect(backend.record(seated.match).entries).toEqual(entries)
  })

  it('ends a request that waits for the next version', async () => {
    const waiting = nodes[0].views.waitForView(null, seated.match, { sinceVersion: 10 }, { waitMs: 60_000 })
    await nodes[0].views.view(null, seated.match)
    failOver(2)
    stores[0].mend()
    expect(await codeOf(waiting)).toBe('unknown-version')
  })
})

describe('an ended match, for the history,', () => {
  const resign = (node: Matches) =>
    node.endings.resign(seated.players[0], { match: seated.match, actionId: newActionId() })

  it('is that of the store if a node has missed its end', async () => {
    stores[0].cut()
    await resign(nodes[1])
    expect((await nodes[0].ended(seated.match))!.record).toEqual(backend.record(seated.match))
  })

  it('is that of the store if the end that a node knows was lost', async () => {
    await resign(nodes[0])
    await stores[0].told()
    stores[0].cut()
    failOver(1)
    expect(await nodes[0].ended(seated.match)).toBeNull()
    await resign(nodes[1])
    expect((await nodes[0].ended(seated.match))!.record).toEqual(backend.record(seated.match))
  })
})
