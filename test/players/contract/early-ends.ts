import { describe, expect, it } from 'vitest'
import { COUNTED_MS, EarlyEnds, PAUSES_MS } from '../../../src/players/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { World } from './world.ts'

const BEGIN = Date.UTC(2026, 0, 1)

/** For how long rated matches are closed to players who leave them early. */
export function earlyEnds(world: World): void {
  describe('a player who leaves rated matches before they count', () => {
    it('is free once in 24 hours, and then waits longer each time, on every node', async () => {
      let now = BEGIN
      const nodes = [0, 1].map(() => new EarlyEnds(world.database, () => now))
      const { player } = await (await world.open()).player(world.newName())
      const { player: other } = await (await world.open()).player(world.newName())
      const coolDowns = () => Promise.all(nodes.map((node) => node.coolDown(player.id)))
      expect(await coolDowns()).toEqual([null, null])
      const minutes = [0, 5, 15, 60, 60]
      for (const [index, pause] of minutes.entries()) {
        await nodes[index % 2]!.add(player.id, `match-${index}`)
        const until = pause === 0 ? null : now + pause * 60_000
        expect(await coolDowns()).toEqual([until, until])
        // The same end, reported again, changes nothing.
        now += 1
        await nodes[0]!.add(player.id, `match-${index}`)
        expect(await coolDowns()).toEqual([until, until])
        now += PAUSES_MS.at(-1)!
        expect(await coolDowns()).toEqual([null, null])
      }
      expect(await nodes[0]!.coolDown(other.id)).toBeNull()
      now += COUNTED_MS
      await nodes[0]!.add(player.id, 'the next day')
      expect(await coolDowns()).toEqual([null, null])
    })

    it('is known to have left at once, also while that is being stored', async () => {
      const ends = new EarlyEnds(world.database, () => BEGIN)
      const { player } = await (await world.open()).player(world.newName())
      const added = [ends.add(player.id, 'one'), ends.add(player.id, 'two')]
      expect(await ends.coolDown(player.id)).toBe(BEGIN + 5 * 60_000)
      await Promise.all(added)
    })

    it('leaves nothing behind: not without an account, not once it is deleted, and not for longer than it counts', async () => {
      let now = BEGIN
      const ends = new EarlyEnds(world.database, () => now)
      const node = await world.open()
      const { player } = await node.player(world.newName())
      const { player: other } = await node.player(world.newName())
      const stored = (playerId: string) => world.database.use((db) => db.earlyEnd.count({ where: { playerId } }))
      const guest = newPlayer('Gus')
      await ends.add(guest.id, 'match')
      expect(await stored(guest.id)).toBe(0)
      await ends.add(player.id, 'match')
      now += COUNTED_MS + 1
      await ends.add(other.id, 'match')
      expect(await stored(player.id)).toBe(0)
      await node.accounts.delete(other.id)
      expect(await stored(other.id)).toBe(0)
    })
  })
}
