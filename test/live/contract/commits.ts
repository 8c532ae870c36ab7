import { expect, it } from 'vitest'
import type { Commit, CommitResult } from '../../../src/live/index.ts'
import type { Harness } from './harness.ts'
import { aBegunMatch, aborting, acting, aFollowedMatch, aMatch, anEndedMatch, claimAll } from './harness.ts'
import { joining, newActionId, PATIENTLY, resigning } from './harness.ts'

const REPEATS = 200

export function commits({ node }: Harness): void {
  it('is accepted by a store that answers a ping', async () => {
    const { store } = await node()
    await expect(store.ping()).resolves.toBeUndefined()
    expect(await store.commit(joining(await aMatch(store)))).toMatchObject({ status: 'committed' })
  })

  it("is appended as the next version, at the store's time", async () => {
    const { store } = await node()
    const match = await aMatch(store)
    const first = await store.commit(joining(match))
    const previousHash = 'h'.repeat(43)
    const command = acting(match, 1, { seat: 1, slot: 7, actionId: newActionId(), previousHash })
    const second = await store.commit(command)
    expect(first).toEqual({ status: 'committed', version: 1, at: expect.any(Number) as number })
    expect(second).toEqual({ status: 'committed', version: 2, at: expect.any(Number) as number })
    const record = (await store.load(match))!
    const times = [record.createdAt, ...record.entries.map(({ at }) => at)]
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(record.entries).toEqual([
      { version: 1, at: 'at' in first && first.at, body: joining(match).body },
      { version: 2, at: 'at' in second && second.at, actionId: command.actionId, previousHash, body: command.body },
    ])
  })

  it('that follows another entry than the last one is stale, although its version is the present one', async () => {
    const { store } = await node()
    const match = await aMatch(store)
    const { createdAt } = (await store.load(match))!
    const stale = (version: number): CommitResult => ({ status: 'stale', version })
    expect(await store.commit(joining(match, { follows: createdAt - 1 }))).toEqual(stale(0))
    const joined = await store.commit(joining(match, { follows: createdAt, deadline: { after: 3_600_000 } }))
    const at = 'at' in joined ? joined.at : NaN
    for (const follows of [at + 1, at - 1, 1])
      expect(await store.commit(acting(match, 1, { follows }))).toEqual(stale(1))
    expect(await store.commit(acting(match, 1, { follows: at }))).toMatchObject({ status: 'committed', version: 2 })
    expect((await store.load(match))!.entries).toHaveLength(2)
  })

  it('for a version that is not the present one is stale, and changes nothing', async () => {
    const { store, heard } = await node()
    const match = await aFollowedMatch(store)
    const before = await store.load(match)
    for (const version of [0, 2, 100]) {
      const commit = acting(match, version, { actionId: newActionId() })
      expect(await store.commit(commit)).toEqual({ status: 'stale', version: 1 })
    }
    expect(await store.commit(resigning(match, 0))).toEqual({ status: 'stale', version: 1 })
    expect(await store.load(match)).toEqual(before)
    await store.commit(acting(match, 1))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2])
  })

  it('that was stale can be repeated under the same id', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    const actionId = newActionId()
    expect(await store.commit(acting(match, 0, { actionId }))).toMatchObject({ status: 'stale' })
    expect(await store.commit(acting(match, 1, { actionId }))).toMatchObject({ status: 'committed', version: 2 })
  })

  it('that is repeated is stale, whatever has happened since, and its id is in the log', async () => {
    const { store } = await node()
    const match = await aBegunMatch(store)
    const command = acting(match, 1, { actionId: newActionId() })
    await store.commit(command)
    expect(await store.commit(command)).toEqual({ status: 'stale', version: 2 })
    await store.commit(acting(match, 2, { seat: 1, actionId: newActionId() }))
    await store.commit(resigning(match, 3))
    expect(await store.commit(command)).toEqual({ status: 'stale', version: 4 })
    const log = (await store.load(match))!.entries
    expect(log.map(({ actionId }) => actionId).indexOf(command.actionId)).toBe(1)
    expect(log).toHaveLength(4)
    await store.markArchived(match)
  })

  it('can follow the end, which stays the end', async () => {
    const { store } = await node()
    const match = await anEndedMatch(store)
    expect(await store.commit(acting(match, 1, { actionId: newActionId() }))).toEqual({ status: 'stale', version: 2 })
    expect(await claimAll(store, match)).toContain(match)
    expect(await store.commit(acting(match, 2))).toMatchObject({ status: 'committed', version: 3 })
    expect(await claimAll(store, match)).not.toContain(match)
    await store.markArchived(match)
  })

  it('that aborts a match ends it, but does not put it into the outbox', async () => {
    const { store } = await node()
    const [waiting, begun] = [await aMatch(store), await aBegunMatch(store)]
    for (const [match, version] of [
      [waiting, 0],
      [begun, 1],
    ] as const) {
      expect(await store.commit(aborting(match, version))).toMatchObject({ status: 'committed', version: version + 1 })
      expect((await store.load(match))!.entries.at(-1)!.body).toEqual({ type: 'abort', seat: 0 })
    }
    const claimed = await claimAll(store)
    expect(claimed).not.toContain(waiting)
    expect(claimed).not.toContain(begun)
  })

  it(`sent five times at once is one commit, and stale four times, ${REPEATS} times`, async () => {
    const nodes = [await node(), await node()]
    const match = await aBegunMatch(nodes[0]!.store)
    for (let version = 1; version <= REPEATS; version += 1) {
      const command = acting(match, version, { actionId: newActionId() })
      const answers = await Promise.all([0, 1, 0, 1, 0].map((index) => nodes[index]!.store.commit(command)))
      const first = answers.find(({ status }) => status === 'committed')
      expect(first).toMatchObject({ version: version + 1 })
      const others = answers.filter((answer) => answer !== first)
      expect(others).toEqual(Array(4).fill({ status: 'stale', version: version + 1 }))
    }
    expect((await nodes[1]!.store.load(match))!.entries).toHaveLength(REPEATS + 1)
  })

  it(`and another for the same version, at once: one is committed, the other is stale, ${REPEATS} times`, async () => {
    const [one, other] = [await node(), await node()]
    const match = await aBegunMatch(one.store)
    for (let version = 1; version <= REPEATS; version += 1) {
      const rivals: Commit[] = ([0, 1] as const).map((seat) =>
        acting(match, version, { seat, slot: version % 20, actionId: newActionId() }),
      )
      const answers = await Promise.all([one.store.commit(rivals[0]!), other.store.commit(rivals[1]!)])
      const winner = answers.findIndex(({ status }) => status === 'committed')
      expect(answers[winner]).toMatchObject({ version: version + 1 })
      expect(answers[1 - winner]).toEqual({ status: 'stale', version: version + 1 })
      const { actionId, body } = rivals[winner]!
      expect(await one.store.entriesAfter(match, version)).toMatchObject([{ actionId, body }])
    }
  })

  it('and another that both take the free seat, at once: one is committed, the other is stale', async () => {
    const [one, other] = [await node(), await node()]
    for (let repeat = 0; repeat < 20; repeat += 1) {
      const match = await aMatch(one.store)
      const answers = await Promise.all([one.store.commit(joining(match)), other.store.commit(joining(match))])
      expect(answers.map(({ status }) => status).sort()).toEqual(['committed', 'stale'])
      expect((await one.store.load(match))!.entries).toHaveLength(1)
    }
  })
}
