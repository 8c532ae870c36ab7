import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { acting, aFollowedMatch, aMatch, joining, newActionId, PATIENTLY, resigning } from './harness.ts'

export function listening({ node }: Harness): void {
  it('hears every entry of a match that it follows, as it is kept', async () => {
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

  it('hears what any node commits', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aFollowedMatch(one.store, other.store)
    await one.store.commit(acting(match, 1))
    await other.store.commit(acting(match, 2))
    for (const { heard } of [one, other]) await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2, 3])
  })

  it('hears entries in the order of their versions, however they come about', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aFollowedMatch(one.store)
    // All are asked for at once; each version is committed by one of them.
    const rounds = Array.from({ length: 100 }, (_, index) => index + 1)
    await Promise.all(rounds.flatMap((version) => [one, other].map(({ store }) => store.commit(acting(match, version)))))
    const { entries } = (await one.store.load(match))!
    await expect.poll(() => one.heard.entries(match), PATIENTLY).toEqual(entries)
  })

  it('hears a commit once, however often it is sent', async () => {
    const { store, heard } = await node()
    const match = await aFollowedMatch(store)
    const command = acting(match, 1, { actionId: newActionId() })
    await Promise.all([1, 2, 3, 4, 5].map(() => store.commit(command)))
    await store.commit(acting(match, 2))
    await expect.poll(() => heard.versions(match), PATIENTLY).toEqual([1, 2, 3])
  })

  it('hears of a match for as long as it follows it', async () => {
    const { store, heard } = await node()
    const [match, witness] = [await aFollowedMatch(store), await aFollowedMatch(store)]
    /** Of the match first, so that what there is to hear of it has been heard with the witness. */
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

  it('can stop following what it does not follow', async () => {
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
    await expect.poll(() => matches.filter((match) => other.heard.versions(match).join() !== '1'), PATIENTLY).toEqual([])
    await Promise.all(matches.map((match) => other.store.unfollow(match)))
  })

  it('hears of a match from the moment that it follows it, whoever stops following it meanwhile', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aMatch(one.store)
    const from = { id: 'AdaAdaAdaAdaAdaA', name: 'Ada' }
    const comeAndGo = async (name: string): Promise<void> => {
      for (let times = 0; times < 40; times += 1) {
        await one.store.follow(match)
        const text = `${name} ${times}`
        await other.store.say(match, 'spectators', { from, text })
        await expect.poll(() => one.heard.lines(match).filter(({ line }) => line.text === text), PATIENTLY).toHaveLength(1)
        await one.store.unfollow(match)
      }
    }
    await Promise.all(['a', 'b', 'c'].map(comeAndGo))
    expect(one.heard.interruptions).toBe(0)
  })
}
