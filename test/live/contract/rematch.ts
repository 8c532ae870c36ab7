import { expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { aBegunMatch, aborting, aMatch, anEndedMatch, joining, newHeader, PATIENTLY, resigning } from './harness.ts'

const REPEATS = 200

export function rematch({ node }: Harness): void {
  it('is decided when both want it, is what the second one proposed, and is published', async () => {
    const [one, other] = [await node(), await node()]
    const match = await anEndedMatch(one.store)
    await one.store.follow(match)
    expect(await one.store.rematch(match)).toEqual({ offered: [], next: null })
    const [first, second] = [newHeader(), newHeader({ origin: 'rematch' })]
    expect(await one.store.offerRematch(match, 1, first)).toEqual({ offered: [1], next: null })
    expect(await one.store.offerRematch(match, 1, first)).toEqual({ offered: [1], next: null })
    expect(await other.store.rematch(match)).toEqual({ offered: [1], next: null })
    expect(await other.store.offerRematch(match, 0, second)).toEqual({ offered: [0, 1], next: second })
    for (const seat of [0, 1] as const) {
      expect(await one.store.offerRematch(match, seat, newHeader())).toEqual({ offered: [0, 1], next: second })
    }
    expect(await one.store.rematch(match)).toEqual({ offered: [0, 1], next: second })
    await expect
      .poll(() => one.heard.rematches(match), PATIENTLY)
      .toEqual([
        { offered: [1], next: null },
        { offered: [0, 1], next: second },
      ])
    await one.store.markArchived(match)
    expect(await one.store.rematch(match)).toEqual({ offered: [0, 1], next: second })
  })

  it(`is one match, also when both ask repeatedly at once, ${REPEATS} times`, async () => {
    const nodes = [await node(), await node()]
    for (let repeat = 0; repeat < REPEATS; repeat += 1) {
      const match = await anEndedMatch(nodes[0]!.store)
      const states = await Promise.all(
        ([0, 1, 1, 0] as const).map((seat, index) => {
          const { store } = nodes[(index + repeat) % 2]!
          return store.offerRematch(match, seat, newHeader())
        }),
      )
      const { next } = await nodes[0]!.store.rematch(match)
      expect(next).not.toBeNull()
      const decided = states.flatMap((state) => (state!.next ? [state!.next] : []))
      expect(decided.length).toBeGreaterThan(0)
      expect(decided).toEqual(decided.map(() => next))
      await nodes[0]!.store.markArchived(match)
    }
  })

  it('has begun once a node says so, and for as long as the match before it is there', async () => {
    const [one, other] = [await node(), await node()]
    const match = await anEndedMatch(one.store)
    const next = newHeader()
    await one.store.offerRematch(match, 0, newHeader())
    await one.store.rematchBegan(match)
    expect(await one.store.rematch(match)).toEqual({ offered: [0], next: null })
    await one.store.offerRematch(match, 1, next)
    for (let times = 0; times < 2; times += 1) await one.store.rematchBegan(match)
    const began = { offered: [0, 1], next, began: true }
    expect(await other.store.rematch(match)).toEqual(began)
    expect(await other.store.offerRematch(match, 0, newHeader())).toEqual(began)
    await one.store.rematchBegan(newHeader().id)
    await one.store.markArchived(match)
  })

  it('of a series is decided by the commit that ends a game, once, and is published after the entry', async () => {
    const [one, other] = [await node(), await node()]
    const match = await aBegunMatch(one.store)
    await one.store.follow(match)
    const [next, late] = [newHeader(), newHeader()]
    const stale = await one.store.commit({ ...resigning(match, 0), next: late })
    expect(stale).toMatchObject({ status: 'stale' })
    expect(await one.store.rematch(match)).toEqual({ offered: [], next: null })
    expect(await one.store.commit({ ...resigning(match, 1), next })).toMatchObject({ status: 'committed', version: 2 })
    // What follows the end changes nothing but the log.
    await other.store.commit({ ...resigning(match, 2), next: late })
    expect(await other.store.rematch(match)).toEqual({ offered: [], next })
    await expect.poll(() => one.heard.rematches(match), PATIENTLY).toEqual([{ offered: [], next }])
    // The first entry may come, too: a cluster passes on late what was published before the match was followed.
    const heard = one.heard.told(match).flatMap((news) => {
      if (news.type === 'attendance') return []
      return [news.type === 'entry' ? news.entry.version : news.type]
    })
    const end = heard.indexOf(2)
    expect(heard.slice(end, end + 2)).toEqual([2, 'rematch'])
    // A node of an earlier version may let the players offer a rematch: it is the same match.
    for (const seat of [0, 1] as const) await other.store.offerRematch(match, seat, newHeader())
    expect(await one.store.rematch(match)).toEqual({ offered: [0, 1], next })
    await one.store.rematchBegan(match)
    expect(await other.store.rematch(match)).toEqual({ offered: [0, 1], next, began: true })
    await one.store.markArchived(match)
  })

  it('of a series is not decided by an end without a result, nor by anything that ends nothing', async () => {
    const { store } = await node()
    const [waiting, begun] = [await aMatch(store), await aBegunMatch(store)]
    await store.commit({ ...joining(waiting), next: newHeader() })
    await store.commit({ ...aborting(begun, 1), next: newHeader() })
    for (const match of [waiting, begun]) expect(await store.rematch(match)).toEqual({ offered: [], next: null })
  })

  it('of a series has the code of the first match, which leads to that one alone', async () => {
    const [one, other] = [await node(), await node()]
    const first = newHeader()
    const later = newHeader({
      code: first.code,
      series: { id: first.id, best: 3, game: 2, points: { 0: 0, 1: 2 } },
    })
    await one.store.create(first)
    await one.store.commit(joining(first.id))
    expect(await other.store.create(later)).toHaveProperty('createdAt')
    expect(await one.store.create(later)).toEqual({ taken: 'id' })
    await other.store.commit(joining(later.id))
    expect(await one.store.load(later.id)).toMatchObject({ header: later })
    expect(await other.store.findByCode(first.code)).toBe(first.id)
    expect(await one.store.create(newHeader({ code: first.code }))).toEqual({ taken: 'code' })
  })

  it('is possible only after a match that is over and had two players', async () => {
    const { store } = await node()
    const [waiting, cancelled] = [await aMatch(store), await aMatch(store)]
    const [begun, aborted] = [await aBegunMatch(store), await aBegunMatch(store)]
    await store.commit(aborting(aborted, 1))
    await store.commit(aborting(cancelled, 0))
    for (const match of [waiting, begun, cancelled]) {
      expect(await store.offerRematch(match, 0, newHeader())).toBeNull()
      expect(await store.rematch(match)).toEqual({ offered: [], next: null })
    }
    expect(await store.offerRematch(aborted, 0, newHeader())).toEqual({ offered: [0], next: null })
  })
}
