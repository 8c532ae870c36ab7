import { describe, expect, it } from 'vitest'
import { Blocks, MOST_BLOCKED } from '../../../src/players/index.ts'
import { accountExportSchema, HOUSE_BOTS } from '../../../src/protocol/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { World } from './world.ts'

/** Whom an account blocks. */
export function blocks(world: World): void {
  const opened = (): Blocks => new Blocks(world.database)

  describe('the players whom an account blocks', () => {
    it('are listed, newest first, with the names of those who have accounts', async () => {
      const node = await world.open()
      const names = [world.newName(), world.newName()]
      const [ada, bo] = [await node.player(names[0]!), await node.player(names[1]!)]
      const guest = newPlayer('Gus')
      const list = opened()
      expect(await list.list(ada.player.id)).toEqual([])
      await list.block(ada.player.id, bo.player.id)
      await list.block(ada.player.id, guest.id)
      await list.block(ada.player.id, bo.player.id)
      const since = expect.any(Number) as number
      const found = await list.list(ada.player.id)
      expect(found).toHaveLength(2)
      const expected = [
        { id: bo.player.id, name: names[1], since },
        { id: guest.id, since },
      ]
      expect(found).toEqual(expect.arrayContaining(expected))
      expect(found[0]!.since).toBeGreaterThanOrEqual(found[1]!.since)
      expect(await list.hasBlocked(ada.player.id, bo.player.id)).toBe(true)
      expect(await list.hasBlocked(bo.player.id, ada.player.id)).toBe(false)
      await list.unblock(ada.player.id, bo.player.id)
      await list.unblock(ada.player.id, bo.player.id)
      expect(await list.hasBlocked(ada.player.id, bo.player.id)).toBe(false)
    })

    it('are part of the stored data, and are deleted with the account', async () => {
      const node = await world.open()
      const { player } = await node.player(world.newName())
      const list = opened()
      const blocked = newPlayer('Eve').id
      await list.block(player.id, blocked)
      expect(accountExportSchema.parse(await node.accounts.export(player.id)).blocked).toMatchObject([{ id: blocked }])
      await node.accounts.delete(player.id)
      expect(await list.hasBlocked(player.id, blocked)).toBe(false)
    })

    it('cannot include a bot of the server, which challenges nobody', async () => {
      const node = await world.open()
      const { player } = await node.player(world.newName())
      await world.refused(opened().block(player.id, HOUSE_BOTS.club.id), 'bad-request')
      expect(await opened().list(player.id)).toEqual([])
    })

    it('are refused to guests, and cannot include the account itself', async () => {
      const node = await world.open()
      const guest = (await node.guest()).player.id
      await world.refused(opened().block(guest, newPlayer('Eve').id), 'account-needed')
      await world.refused(opened().list(guest), 'account-needed')
      await opened().unblock(guest, newPlayer('Eve').id)
      await world.refused(opened().block(guest, guest), 'bad-request')
    })

    it('have a bound, also when many are blocked at once', async () => {
      const node = await world.open()
      const { player } = await node.player(world.newName())
      const data = Array.from({ length: MOST_BLOCKED - 2 }, () => ({
        playerId: player.id,
        blocked: newPlayer('Eve').id,
        since: new Date(),
      }))
      await world.database.write((db) => db.block.createMany({ data }))
      const answers = await Promise.allSettled(
        Array.from({ length: 5 }, () => opened().block(player.id, newPlayer('Eve').id)),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
      expect(await opened().list(player.id)).toHaveLength(MOST_BLOCKED)
      await opened().block(player.id, data[0]!.blocked)
    })
  })

  describe('an account', () => {
    it('is found by its player and by any spelling of its name', async () => {
      const node = await world.open()
      const name = world.newName()
      const { player } = await node.player(name)
      const spellings = [{ player: player.id }, { name }, { name: name.toUpperCase() }]
      const found = spellings.map((who) => node.accounts.find(who))
      for (const each of await Promise.all(found)) expect(each).toEqual(player)
      expect(await node.accounts.find({ player: (await node.guest()).player.id })).toBeNull()
      expect(await node.accounts.find({ name: world.newName() })).toBeNull()
      await world.refused(node.accounts.find({ name: ' ' }), 'name-invalid')
    })
  })
}
