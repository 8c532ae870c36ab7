import { expect, it } from 'vitest'
import type { LiveStore, TakenSeat } from '../../../src/live/index.ts'
import type { PlayerRef } from '../../../src/protocol/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { Harness } from './harness.ts'
import { aborting, acting, aMatch, joining, newHeader, resigning } from './harness.ts'

const MANY = 1000

export function seats({ node }: Harness): void {
  const matchesOf = async (store: LiveStore, { id }: PlayerRef): Promise<string[]> =>
    (await store.matchesOf(id, MANY)).map(({ match }) => match)
  const hosted = (store: LiveStore, host: PlayerRef): Promise<string> =>
    aMatch(store, { host: { seat: 0, player: host } })
  const join = async (store: LiveStore, match: string, player: PlayerRef): Promise<void> => {
    const result = await store.commit(joining(match, { body: { type: 'join', seat: 1, player } }))
    expect(result).toMatchObject({ status: 'committed' })
  }

  it('are listed on every node, from the step that gave the seat to the step that ended the match', async () => {
    const [one, other] = [await node(), await node()]
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    expect(await matchesOf(one.store, ada)).toEqual([])
    const match = await hosted(one.store, ada)
    expect(await matchesOf(other.store, ada)).toEqual([match])
    expect(await matchesOf(other.store, bo)).toEqual([])
    await join(other.store, match, bo)
    await one.store.commit(acting(match, 1))
    for (const player of [ada, bo]) expect(await matchesOf(one.store, player)).toEqual([match])
    await other.store.commit(resigning(match, 2))
    for (const player of [ada, bo]) expect(await matchesOf(one.store, player)).toEqual([])
  })

  it('are those of both players, also if the second one takes the seat that the host had', async () => {
    const { store } = await node()
    for (const seat of [0, 1] as const) {
      const [ada, bo, eve] = [newPlayer('Ada'), newPlayer('Bo'), newPlayer('Eve')]
      const match = await hosted(store, ada)
      await store.commit(joining(match, { body: { type: 'join', seat, player: bo, seatBy: 'balance' } }))
      for (const player of [ada, bo]) expect(await matchesOf(store, player)).toEqual([match])
      await store.commit(joining(match, { version: 1, body: { type: 'join', seat, player: eve, seatBy: 'balance' } }))
      expect(await matchesOf(store, eve)).toEqual([])
      await store.commit(resigning(match, 2))
      for (const player of [ada, bo]) expect(await matchesOf(store, player)).toEqual([])
    }
  })

  it('are removed when a match is aborted, before or after somebody joined', async () => {
    const { store } = await node()
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const [waiting, begun] = [await hosted(store, ada), await hosted(store, ada)]
    await join(store, begun, bo)
    await store.commit(aborting(waiting, 0))
    await store.commit(aborting(begun, 1))
    for (const player of [ada, bo]) expect(await matchesOf(store, player)).toEqual([])
  })

  it('change only with a commit that is done, and not after the end', async () => {
    const { store } = await node()
    const [ada, bo, eve] = [newPlayer('Ada'), newPlayer('Bo'), newPlayer('Eve')]
    const match = await hosted(store, ada)
    await store.commit(joining(match, { version: 1, body: { type: 'join', seat: 1, player: bo } }))
    expect(await matchesOf(store, bo)).toEqual([])
    await join(store, match, bo)
    await store.commit(joining(match, { version: 1, body: { type: 'join', seat: 1, player: eve } }))
    expect(await matchesOf(store, eve)).toEqual([])
    await store.commit(resigning(match, 7))
    expect(await matchesOf(store, bo)).toEqual([match])
    const { entries } = (await store.load(match))!
    await store.commit(resigning(match, entries.length))
    await store.commit(joining(match, { version: entries.length + 1, body: { type: 'join', seat: 1, player: eve } }))
    expect(await matchesOf(store, eve)).toEqual([])
  })

  it('have the time at which the player took them', async () => {
    const { store } = await node()
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const match = await hosted(store, ada)
    await join(store, match, bo)
    const { createdAt, entries } = (await store.load(match))!
    expect(await store.matchesOf(ada.id, MANY)).toEqual([{ match, since: createdAt }])
    expect(await store.matchesOf(bo.id, MANY)).toEqual([{ match, since: entries[0]!.at }])
  })

  it('come page by page, the seat that was taken last first', async () => {
    const { store } = await node()
    const ada = newPlayer('Ada')
    const matches = await Promise.all(Array.from({ length: 12 }, () => hosted(store, ada)))
    const all = await store.matchesOf(ada.id, MANY)
    expect(all.map(({ match }) => match).sort()).toEqual([...matches].sort())
    const inOrder = [...all].sort((a, b) => b.since - a.since || (a.match > b.match ? -1 : 1))
    expect(all).toEqual(inOrder)
    const paged: TakenSeat[] = []
    for (let page = await store.matchesOf(ada.id, 5); page.length > 0;) {
      expect(page.length).toBeLessThanOrEqual(5)
      paged.push(...page)
      page = await store.matchesOf(ada.id, 5, page.at(-1))
    }
    expect(paged).toEqual(all)
  })

  it('are those of the match that exists, when its id is refused to another', async () => {
    const { store } = await node()
    const [ada, eve] = [newPlayer('Ada'), newPlayer('Eve')]
    const match = await hosted(store, ada)
    expect(await store.create(newHeader({ id: match, host: { seat: 0, player: eve } }))).toHaveProperty('taken')
    expect(await matchesOf(store, eve)).toEqual([])
    expect(await matchesOf(store, ada)).toEqual([match])
  })
}
