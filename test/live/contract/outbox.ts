import { beforeEach, expect, it } from 'vitest'
import type { LiveStore } from '../../../src/live/index.ts'
import type { Harness } from './harness.ts'
import { aBegunMatch, anEndedMatch, PATIENTLY, resigning } from './harness.ts'

const LONG = 3_600_000
const SHORT = 300
const ALL = 10_000

const waitingIn = async (store: LiveStore): Promise<number> => (await store.backlog()).games

export function outbox({ node, pass }: Harness): void {
  beforeEach(async () => {
    const { store } = await node()
    await archiveAll(store, await store.claimEnded(ALL, LONG))
    expect(await store.claimEnded(ALL, LONG)).toEqual([])
  })

  it('contains a match from its end on', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    expect(await store.claimEnded(ALL, LONG)).toEqual([])
    await store.commit(resigning(match, 0))
    expect(await store.claimEnded(ALL, LONG)).toEqual([])
    await store.commit(resigning(match, 1))
    expect(await store.claimEnded(ALL, LONG)).toEqual([match])
    await store.markArchived(match)
  })

  it('does not offer a match before the moment that its end names, also if someone talks after it', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    const offeredFrom = store.now() + SHORT
    await store.commit({ ...resigning(match, 1), offeredFrom })
    await store.say(match, 'players', { from: { id: 'player-0-12345678', name: 'Ada' }, text: 'Well played' })
    const claimed = await store.claimEnded(ALL, LONG)
    if (claimed.length > 0) expect(store.now()).toBeGreaterThanOrEqual(offeredFrom)
    pass(SHORT)
    if (claimed.length === 0) await expect.poll(() => store.claimEnded(ALL, LONG), PATIENTLY).toEqual([match])
    await store.markArchived(match)
    await store.markArchived(match)
  })

  it('leases each match to one caller, also when many claim at once', async () => {
    const nodes = [await node(), await node()]
    const matches = await Promise.all(Array.from({ length: 100 }, () => anEndedMatch(nodes[0]!.store)))
    const claims = await Promise.all([0, 1, 0, 1, 0, 1].map((index) => nodes[index]!.store.claimEnded(ALL, LONG)))
    expect(claims.flat().sort()).toEqual([...matches].sort())
    await archiveAll(nodes[0]!.store, matches)
  })

  it('leases at most as many matches as asked for, and all in the end', async () => {
    const { store } = await node()
    const matches = await Promise.all(Array.from({ length: 25 }, () => anEndedMatch(store)))
    const claims: string[][] = []
    for (let times = 0; times < 4; times += 1) claims.push(await store.claimEnded(10, LONG))
    expect(claims.map(({ length }) => length)).toEqual([10, 10, 5, 0])
    expect(claims.flat().sort()).toEqual([...matches].sort())
    expect(await store.claimEnded(0, LONG)).toEqual([])
    await archiveAll(store, matches)
  })

  it('offers a match again after the lease', async () => {
    const [one, other] = [await node(), await node()]
    const match = await anEndedMatch(one.store)
    expect(await one.store.claimEnded(ALL, SHORT)).toEqual([match])
    pass(SHORT)
    await expect.poll(() => other.store.claimEnded(ALL, LONG), PATIENTLY).toEqual([match])
    expect(await one.store.claimEnded(ALL, LONG)).toEqual([])
    await one.store.markArchived(match)
  })

  it('no longer contains a match that is archived, which can still be read', async () => {
    const { store } = await node()
    const match = await anEndedMatch(store)
    expect(await store.claimEnded(ALL, SHORT)).toEqual([match])
    await store.markArchived(match)
    await store.markArchived(match)
    pass(SHORT)
    const later = await anEndedMatch(store)
    await expect.poll(() => store.claimEnded(ALL, LONG), PATIENTLY).toEqual([later])
    expect((await store.load(match))!.entries).toHaveLength(2)
    await store.markArchived(later)
  })

  it('counts its matches, claimed or not, until each of them is archived', async () => {
    const [one, other] = [await node(), await node()]
    const before = await waitingIn(one.store)
    const [first, second] = [await anEndedMatch(one.store), await anEndedMatch(other.store)]
    await aBegunMatch(one.store)
    expect(await waitingIn(other.store)).toBe(before + 2)
    await one.store.claimEnded(ALL, LONG)
    expect(await waitingIn(one.store)).toBe(before + 2)
    await one.store.markArchived(first)
    expect(await waitingIn(one.store)).toBe(before + 1)
    await other.store.markArchived(second)
    await other.store.markArchived(second)
    expect(await waitingIn(one.store)).toBe(before)
  })

  it('knows since when its first match waits, claimed or not, until that is archived', async () => {
    const { store } = await node()
    expect(await store.backlog()).toEqual({ games: 0, since: null })
    const first = await anEndedMatch(store)
    const { since } = await store.backlog()
    expect(since).toBe((await store.load(first))!.entries.at(-1)!.at)
    pass(SHORT)
    const second = await anEndedMatch(store)
    await store.claimEnded(ALL, SHORT)
    pass(SHORT)
    // Leases of different shards can run out one after the other.
    const claimed = new Set<string>()
    const claimMore = async (): Promise<number> => {
      for (const match of await store.claimEnded(ALL, LONG)) claimed.add(match)
      return claimed.size
    }
    await expect.poll(claimMore, PATIENTLY).toBe(2)
    expect(await store.backlog()).toEqual({ games: 2, since })
    await store.markArchived(first)
    expect(await store.backlog()).toEqual({ games: 1, since: (await store.load(second))!.entries.at(-1)!.at })
    await store.markArchived(second)
    expect(await store.backlog()).toEqual({ games: 0, since: null })
  })

  it('does not contain a match that has not ended', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    await store.markArchived(match)
    await store.commit(resigning(match, 1))
    expect(await store.claimEnded(ALL, LONG)).toEqual([match])
    await store.markArchived(match)
  })
}

async function archiveAll(store: LiveStore, matches: string[]): Promise<void> {
  await Promise.all(matches.map((match) => store.markArchived(match)))
}
