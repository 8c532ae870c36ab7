import { expect, it } from 'vitest'
import type { PresenceStore } from '../../../src/live/index.ts'
import type { PlayerRef } from '../../../src/protocol/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { LONG, PATIENTLY, SHORT } from './harness.ts'

/** All players who are online, read page by page. */
async function allPages(presence: PresenceStore, limit: number): Promise<PlayerRef[]> {
  const all: PlayerRef[] = []
  for (;;) {
    const { players } = await presence.page(limit, all.at(-1)?.id)
    if (players.length === 0) return all
    all.push(...players)
  }
}

export function presence({ node, pass }: LobbyHarness): void {
  it('contains each player who is connected to any node, once, in pages that leave nobody out', async () => {
    const [one, other] = [await node(), await node()]
    const players = Array.from({ length: 7 }, (_, index) => newPlayer(`Player ${index}`))
    await one.presence.renew(players.slice(0, 4), LONG)
    await other.presence.renew(players.slice(3), LONG)
    const all = await allPages(one.presence, 3)
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)))
    for (const player of players) expect(all).toContainEqual(player)
    expect((await other.presence.page(1)).count).toBe(all.length)
  })

  it('loses players who are not renewed, and no others', async () => {
    const { presence } = await node()
    const [gone, there] = [newPlayer('Ada'), newPlayer('Bo')]
    await presence.renew([gone], SHORT)
    await presence.renew([there], SHORT)
    await presence.renew([there], LONG)
    // A shorter renewal does not shorten a longer one.
    await presence.renew([there], SHORT)
    pass(SHORT)
    const isThere = async (): Promise<boolean> => (await allPages(presence, 100)).some(({ id }) => id === gone.id)
    await expect.poll(isThere, PATIENTLY).toBe(false)
    expect(await allPages(presence, 100)).toContainEqual(there)
  })

  it('takes any number of players at once, and loses them all', async () => {
    const { presence } = await node()
    const before = (await presence.page(1)).count
    const players = Array.from({ length: 1_201 }, (_, index) => newPlayer(`Player ${index}`))
    await presence.renew(players, LONG)
    expect((await presence.page(1)).count).toBe(before + players.length)
    const brief = Array.from({ length: 2_101 }, (_, index) => newPlayer(`Player ${index}`))
    await presence.renew(brief, SHORT)
    pass(SHORT)
    await expect.poll(async () => (await presence.page(1)).count, PATIENTLY).toBe(before + players.length)
  })

  it('finds one player by id, while they are online', async () => {
    const [one, other] = [await node(), await node()]
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    await one.presence.renew([ada], LONG)
    await one.presence.renew([bo], SHORT)
    expect(await other.presence.find(ada.id)).toEqual(ada)
    expect(await other.presence.find(newPlayer('Eve').id)).toBeNull()
    pass(SHORT)
    await expect.poll(() => other.presence.find(bo.id), PATIENTLY).toBeNull()
  })

  it('says which of any number of players are online', async () => {
    const [one, other] = [await node(), await node()]
    const players = Array.from({ length: 501 }, (_, index) => newPlayer(`Player ${index}`))
    const there = players.filter((_, index) => index % 2 === 0)
    await one.presence.renew(there, LONG)
    const gone = newPlayer('Bo')
    await one.presence.renew([gone], SHORT)
    pass(SHORT)
    await expect.poll(() => other.presence.find(gone.id), PATIENTLY).toBeNull()
    const found = await other.presence.among([...players, gone].map(({ id }) => id))
    expect(found).toEqual(new Set(there.map(({ id }) => id)))
    expect(await other.presence.among([])).toEqual(new Set())
  })

  it('shows which players are bots', async () => {
    const [one, other] = [await node(), await node()]
    const [bot, person] = [{ ...newPlayer('Bot'), bot: true as const }, newPlayer('Ada')]
    await one.presence.renew([person, bot], LONG)
    expect(await other.presence.find(bot.id)).toEqual(bot)
    expect(await other.presence.find(person.id)).toEqual(person)
    const all = await allPages(other.presence, 100)
    for (const player of [bot, person]) expect(all).toContainEqual(player)
  })
}
