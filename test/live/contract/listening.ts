import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { acting, aFollowedMatch, aMatch, joining, newActionId, PATIENTLY, resigning } from './harness.ts'

export function listening({ node }: Harness): void {
  it('gets every entry of a match that it follows, as it is stored', async () => {
    const { store, heard } = await node()
    const match = await aMatch(store)
    await store.follow(match)
    await store.commit(joining(match))
    await store.commit(acting(match, 1, { actionId: newActionId() }))
    await store.commit(resigning(match, 2))
    await expect.poll(() => heard.entries(match).length, PATIENTLY).toBe(3)
    expect(heard.entries(match)).toEqual((await store.load(match))!.entries)
    await store.markArchived(match)
  })

  it('gets what any node commits', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aFollowedMatch(one.store, other.store)
    await one.store.commit(acting(match, 1))
    await other.store.commit(acting(match, 2))
    for (const { heard } of [one, other]) await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2, 3])
  })

  it('gets entries in the order of their versions, whichever node commits them', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aFollowedMatch(one.store)
    // All commits are sent at once; each version is committed by one of the nodes.
    const rounds = Array.from({ length: 100 }, (_, index) => index + 1)
    const commits = rounds.flatMap((version) => [one, other].map(({ store }) => store.commit(acting(match, version))))
    await Promise.all(commits)
    const { entries } = (await one.store.load(match))!
    await expect.poll(() => one.heard.entries(match), PATIENTLY).toEqual(entries)
  })

  it('gets a commit once, also when it is sent repeatedly', async () => {
    const { store, heard } = await node()
    const match = await aFollowedMatch(store)
    const command = acting(match, 1, { actionId: newActionId() })
    await Promise.all([1, 2, 3, 4, 5].map(() => store.commit(command)))
    await store.commit(acting(match, 2))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2, 3])
  })

  it('gets the news of a match as long as it follows it', async () => {
    const { store, heard } = await node()
    const [match, witness] = [await aFollowedMatch(store), await aFollowedMatch(store)]
    /** To the match first: when the news of the witness has come, that of the match has, too. */
    const commit = async (version: number): Promise<void> => {
      await store.commit(acting(match, version))
      await store.commit(acting(witness, version))
      await expect.poll(() => heard.versions(witness).at(-1), PATIENTLY).toBe(version + 1)
    }
    await store.follow(match)
    await store.unfollow(match)
    await commit(1)
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2])
    await store.unfollow(match)
    await commit(2)
    expect(heard.versions(match)).toEqual([1, 2])
    await store.follow(match)
    await commit(3)
    await expect.poll(() => heard.versions(match).at(-1), PATIENTLY).toBe(4)
  })

  it('can unfollow a match that it does not follow', async () => {
    const { store, heard } = await node()
    const match = await aMatch(store)
    await store.unfollow(match)
    await store.follow(match)
    await store.commit(joining(match))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1])
  })

  it('follows many matches at once', async () => {
    const [one, other] = [await node(), await node()]
    const matches = await Promise.all(Array.from({ length: 150 }, () => aMatch(one.store)))
    await Promise.all(matches.map((match) => other.store.follow(match)))
    await Promise.all(matches.map((match) => one.store.commit(joining(match))))
    const missing = (): string[] => matches.filter((match) => other.heard.versions(match).join() !== '1')
    await expect.poll(missing, PATIENTLY).toEqual([])
    await Promise.all(matches.map((match) => other.store.unfollow(match)))
  })

  it('gets the news of a match from the moment that it follows it, while others unfollow it', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aMatch(one.store)
    const from = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
    const comeAndGo = async (name: string): Promise<void> => {
      for (let times = 0; times < 40; times += 1) {
        await one.store.follow(match)
        const text = `${name} ${times}`
        await other.store.say(match, 'spectators', { from, text })
        const lines = (): unknown[] => one.heard.lines(match).filter(({ line }) => line.text === text)
        await expect.poll(lines, PATIENTLY).toHaveLength(1)
        await one.store.unfollow(match)
      }
    }
    await Promise.all(['a', 'b', 'c'].map(comeAndGo))
    expect(one.heard.interruptions).toBe(0)
  })
}
