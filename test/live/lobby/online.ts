import { expect, it } from 'vitest'
import type { LobbyStore } from '../../../src/live/index.ts'
import type { PlayerRef } from '../../../src/protocol/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, PATIENTLY, SHORT } from './harness.ts'

/** All players who are online, read page by page. */
async function allPages(store: LobbyStore, limit: number): Promise<PlayerRef[]> {
  const all: PlayerRef[] = []
  for (;;) {
    const { players } = await store.onlinePlayers(limit, all.at(-1)?.id)
    if (players.length === 0) return all
    all.push(...players)
  }
}

export function online({ node, pass }: LobbyHarness): void {
  it('contains each player who is connected to any node, once, in pages that leave nobody out', async () => {
    const [one, other] = [await node(), await node()]
    const players = Array.from({ length: 7 }, (_, index) => newPlayer(`Player ${index}`))
    await one.store.renewOnline(players.slice(0, 4), LONG)
    await other.store.renewOnline(players.slice(3), LONG)
    const all = await allPages(one.store, 3)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)))
    for (const player of players) expect(all).toContainEqual(player)
    expect((await other.store.onlinePlayers(1)).count).toBe(all.length)
  })

  it('loses players who are not renewed, and no others', async () => {
    const { store } = await node()
    const [gone, there] = [newPlayer('Ada'), newPlayer('Bo')]
    await store.renewOnline([gone], SHORT)
    await store.renewOnline([there], SHORT)
    await store.renewOnline([there], LONG)
    // A shorter renewal does not shorten a longer one.
    await store.renewOnline([there], SHORT)
    pass(SHORT)
    const isThere = async (): Promise<boolean> => (await allPages(store, 100)).some(({ id }) => id === gone.id)
    await expect.poll(isThere, PATIENTLY).toBe(false)
    expect(await allPages(store, 100)).toContainEqual(there)
  })

  it('takes any number of players at once, and loses them all', async () => {
    const { store } = await node()
    const before = (await store.onlinePlayers(1)).count
    const players = Array.from({ length: 1_201 }, (_, index) => newPlayer(`Player ${index}`))
    await store.renewOnline(players, LONG)
    expect((await store.onlinePlayers(1)).count).toBe(before + players.length)
    const brief = Array.from({ length: 2_101 }, (_, index) => newPlayer(`Player ${index}`))
    await store.renewOnline(brief, SHORT)
    pass(SHORT)
    await expect.poll(async () => (await store.onlinePlayers(1)).count, PATIENTLY).toBe(before + players.length)
  })

  it('finds one player by id, while they are online', async () => {
    const [one, other] = [await node(), await node()]
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    await one.store.renewOnline([ada], LONG)
    await one.store.renewOnline([bo], SHORT)
    expect(await other.store.onlinePlayer(ada.id)).toEqual(ada)
    expect(await other.store.onlinePlayer(newPlayer('Eve').id)).toBeNull()
    pass(SHORT)
    await expect.poll(() => other.store.onlinePlayer(bo.id), PATIENTLY).toBeNull()
  })
}
