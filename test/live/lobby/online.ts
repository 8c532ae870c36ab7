import { expect, it } from 'vitest'
import type { LobbyStore } from '../../../src/live/index.ts'
import type { PlayerRef } from '../../../src/protocol/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, PATIENTLY, SHORT } from './harness.ts'

/** All who are online, page by page. */
async function everybody(store: LobbyStore, limit: number): Promise<PlayerRef[]> {
  const all: PlayerRef[] = []
  for (let page = await store.online(limit); page.players.length > 0; page = await store.online(limit, all.at(-1)!.id)) all.push(...page.players)
  return all
}

export function online({ node, pass }: LobbyHarness): void {
  it('is who is connected to any node, once, in pages that leave nobody out', async () => {
    const [one, other] = [await node(), await node()]
    const players = Array.from({ length: 7 }, (_, index) => newPlayer(`Player ${index}`))
    await one.store.greet(players.slice(0, 4), LONG)
    await other.store.greet(players.slice(3), LONG)
    const all = await everybody(one.store, 3)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)))
    for (const player of players) expect(all).toContainEqual(player)
    expect((await other.store.online(1)).count).toBe(all.length)
  })

  it('forgets who is not heard of, and keeps who is', async () => {
    const { store } = await node()
    const [gone, there] = [newPlayer('Ada'), newPlayer('Bo')]
    await store.greet([gone], SHORT)
    await store.greet([there], SHORT)
    await store.greet([there], LONG)
    // A shorter word does not take back a longer one.
    await store.greet([there], SHORT)
    pass(SHORT)
    await expect.poll(async () => (await everybody(store, 100)).filter(({ id }) => id === gone.id), PATIENTLY).toEqual([])
    expect(await everybody(store, 100)).toContainEqual(there)
  })
}
