import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { aBegunMatch, PATIENTLY } from './harness.ts'

const LONG = 3_600_000
const SHORT = 300

export function presence({ node, pass }: Harness): void {
  it('is the seats with a connection, and every change is told', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aBegunMatch(one.store)
    await other.store.follow(match)
    expect(await one.store.present(match)).toEqual([])
    await one.store.connect(match, 1, 'b', LONG)
    expect(await other.store.present(match)).toEqual([1])
    await other.store.connect(match, 0, 'a', LONG)
    expect(await one.store.present(match)).toEqual([0, 1])
    await one.store.disconnect(match, 1, 'b')
    expect(await other.store.present(match)).toEqual([0])
    await one.store.disconnect(match, 0, 'a')
    expect(await one.store.present(match)).toEqual([])
    await expect.poll(() => other.heard.seats(match), PATIENTLY).toEqual([[1], [0, 1], [0], []])
  })

  it('of a seat lasts as long as one of its connections', async () => {
    const { store, heard } = await node()
    const match = await aBegunMatch(store)
    await store.follow(match)
    await store.connect(match, 0, 'telephone', LONG)
    await store.connect(match, 0, 'tablet', LONG)
    await store.connect(match, 0, 'tablet', LONG)
    await store.disconnect(match, 0, 'telephone')
    await store.disconnect(match, 0, 'telephone')
    await store.disconnect(match, 1, 'tablet')
    expect(await store.present(match)).toEqual([0])
    await store.disconnect(match, 0, 'tablet')
    expect(await store.present(match)).toEqual([])
    await expect.poll(() => heard.seats(match), PATIENTLY).toEqual([[0], []])
  })

  it('of one match is not that of another', async () => {
    const { store } = await node()
    const [match, other] = [await aBegunMatch(store), await aBegunMatch(store)]
    await store.connect(match, 0, 'a', LONG)
    expect(await store.present(other)).toEqual([])
    await store.disconnect(other, 0, 'a')
    expect(await store.present(match)).toEqual([0])
  })

  it('ends, and its end is told, when a connection is not heard of again', async () => {
    const { store, heard } = await node()
    const match = await aBegunMatch(store)
    await store.follow(match)
    await store.connect(match, 0, 'lost', SHORT)
    await store.connect(match, 1, 'there', LONG)
    pass(SHORT)
    // Nobody asks: that somebody is gone is told all the same.
    await expect.poll(() => heard.seats(match).at(-1), PATIENTLY).toEqual([1])
    expect(await store.present(match)).toEqual([1])
    await store.connect(match, 0, 'lost', LONG)
    expect(await store.present(match)).toEqual([0, 1])
  })

  it('goes on when a connection is heard of again in time', async () => {
    const { store } = await node()
    const [match, witness] = [await aBegunMatch(store), await aBegunMatch(store)]
    await store.connect(match, 0, 'a', SHORT)
    await store.connect(match, 0, 'a', LONG)
    await store.connect(witness, 0, 'a', SHORT)
    pass(SHORT)
    await expect.poll(() => store.present(witness), PATIENTLY).toEqual([])
    expect(await store.present(match)).toEqual([0])
  })
}
