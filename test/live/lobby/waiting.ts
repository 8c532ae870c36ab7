import { expect, it } from 'vitest'
import type { Candidate, PairingStore } from '../../../src/live/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness } from './harness.ts'
import { aPairing, complete, LONG, newPool, pairIn, pairsOf, PATIENTLY, SHORT, waitingIn, within } from './harness.ts'

const MANY = 2_000

const listed = async (pairings: PairingStore, pool: string, limit = MANY): Promise<Candidate[]> =>
  (await pairings.waiting(pool, limit)).candidates
const idsOf = (candidates: Candidate[]): string[] => candidates.map(({ ticket }) => ticket.player.id)

export function waiting({ node, pass }: LobbyHarness): void {
  it('contains the tickets of a pool as every node sees them, with the time of the store', async () => {
    const [one, other] = [await node(), await node()]
    const pool = newPool()
    const { ticket } = await one.queue.join({ player: newPlayer('Ada'), pool, rating: 1612.5 }, LONG, true)
    await waitingIn(one.queue, newPool())
    const { candidates, readAt } = await other.pairings.waiting(pool, MANY)
    expect(candidates).toEqual([{ ticket, opponents: [] }])
    expect(readAt).toBeGreaterThanOrEqual(ticket!.since)
    expect(await one.pairings.waiting(newPool(), MANY)).toMatchObject({ candidates: [] })
  })

  it('begins with the player who waits longest, and is bounded', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const players: string[] = []
    for (let number = 0; number < 5; number += 1) {
      players.push(await waitingIn(queue, pool))
      const { since } = (await listed(pairings, pool)).at(-1)!.ticket
      pass(1)
      // The next player joins at a later moment.
      await expect.poll(async () => (await pairings.waiting(pool, 1)).readAt, PATIENTLY).toBeGreaterThan(since)
    }
    expect(idsOf(await listed(pairings, pool))).toEqual(players)
    expect(idsOf(await listed(pairings, pool, 3))).toEqual(players.slice(0, 3))
    await queue.leave(players[0]!)
    expect(idsOf(await listed(pairings, pool, 3))).toEqual(players.slice(1, 4))
  })

  it('contains every player of a large pool once, however it is bounded', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const players = await Promise.all(Array.from({ length: 1_201 }, () => waitingIn(queue, pool)))
    const all = idsOf(await listed(pairings, pool))
    expect([...all].sort()).toEqual([...players].sort())
    for (const limit of [1, 199, 200, 201, 1_000, 1_200]) {
      expect(idsOf(await listed(pairings, pool, limit))).toEqual(all.slice(0, limit))
    }
    await Promise.all(players.map((player) => queue.leave(player)))
    expect(await listed(pairings, pool)).toEqual([])
  })

  it('shows with whom each player was paired last', async () => {
    const { queue, pairings } = await node()
    const { pairing, players } = await aPairing({ queue, pairings })
    await complete(pairings, [pairing])
    const pool = newPool()
    const [ada, bo] = pairing.tickets.map(({ player }) => player)
    for (const player of [ada!, bo!]) await queue.join({ player, pool, rating: 1500 }, LONG, true)
    expect(
      Object.fromEntries((await listed(pairings, pool)).map((one) => [one.ticket.player.id, one.opponents])),
    ).toEqual({ [players[0]]: [players[1]], [players[1]]: [players[0]] })
    const third = await waitingIn(queue, pool, 1501)
    expect((await listed(pairings, pool)).find(({ ticket }) => ticket.player.id === third)!.opponents).toEqual([])
    // Ada or Bo meets the third player: the other one's last opponent stays the same.
    const [next] = await pairIn(pairings, pool)
    const left = await listed(pairings, pool)
    expect(left).toHaveLength(1)
    expect(players).toContain(left[0]!.opponents[0])
    await complete(pairings, [next!])
  })

  it('does not show a player who has expired or is paired', async () => {
    const { queue, pairings } = await node()
    const pool = newPool()
    const lost = await waitingIn(queue, pool, 1000, SHORT)
    const [one, other] = [await waitingIn(queue, pool, 2000), await waitingIn(queue, pool, 2001)]
    const stays = await waitingIn(queue, pool, 3000)
    const created = await pairIn(pairings, pool, within(1))
    expect(pairsOf(created)).toEqual([[one, other].sort()])
    pass(SHORT)
    await expect.poll(async () => idsOf(await listed(pairings, pool)), PATIENTLY).toEqual([stays])
    expect((await queue.status(lost)).ticket).toBeNull()
    await complete(pairings, created)
  })
}
