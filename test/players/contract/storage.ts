import { describe, expect, it } from 'vitest'
import type { Identity } from '../../../src/players/index.ts'
import { accountExportSchema } from '../../../src/protocol/index.ts'
import { DAY_MS, HOME } from '../../support/accounts.ts'
import type { World } from './world.ts'
import { SOON } from './world.ts'

/** The data that are stored of accounts and sessions, and for how long. */
export function storage(world: World): void {
  describe('the stored data', () => {
    it('of an account are shown to its player, without the hash of the password', async () => {
      const node = await world.open()
      const name = world.newName()
      const player = await node.player(name)
      await node.logIn(name)
      const stored = await node.accounts.export(player.player.id)
      accountExportSchema.parse(stored)
      expect(stored).toMatchObject({ name, sessions: [{ id: player.session, label: 'Home' }, {}] })
      expect(JSON.stringify(stored)).not.toContain('argon2')
      expect(await node.accounts.export((await node.guest()).player.id)).toBeNull()
    })

    it('of an account are deleted with it: its tokens are refused, and the name is free', async () => {
      const [here, there] = [await world.open(), await world.open()]
      const name = world.newName()
      const first = await here.player(name)
      const second = await there.logIn(name)
      await here.accounts.delete(first.player.id)
      for (const token of [first, second]) {
        expect(await here.refusal(token)).toBe('token-revoked')
        await expect.poll(() => there.refusal(token), SOON).toBe('token-revoked')
        await world.refused(there.sessions.renew(token, HOME), 'token-revoked')
      }
      expect(await here.accounts.export(first.player.id)).toBeNull()
      await world.refused(here.logIn(name), 'login-failed')
      expect((await here.player(name)).player.id).not.toBe(first.player.id)
      // A second deletion, or the deletion of a guest, changes nothing.
      await here.accounts.delete(first.player.id)
    })

    it('of a guest are empty until the guest logs out', async () => {
      const node = await world.open()
      const guest = await node.guest()
      await node.sessions.authenticate(guest.token)
      const renewed = await node.sessions.renew(guest, HOME)
      const rows = () =>
        world.database.use(async (db) => [
          await db.session.count({ where: { id: guest.session } }),
          await db.revocation.count({
            where: { session: guest.session, expiresAt: { gt: new Date(renewed.expiresAt) } },
          }),
        ])
      expect(await rows()).toEqual([0, 0])
      await node.sessions.logOut(guest)
      expect(await rows()).toEqual([0, 1])
    })

    it('of sessions are deleted when their tokens have expired', async () => {
      const node = await world.open()
      const name = world.newName()
      const [first, second] = [await node.player(name), await node.logIn(name)]
      const [gone, recent] = [await node.guest(), await node.guest()]
      await node.sessions.logOut(gone)
      await node.sessions.logOut(recent)
      const past = { expiresAt: new Date(Date.now() - DAY_MS) }
      await world.database.use(async (db) => {
        await db.session.update({ where: { id: second.session }, data: past })
        await db.revocation.update({ where: { session: gone.session }, data: past })
      })
      // An expired session is not listed, although its row still exists.
      expect((await node.sessions.list(first)).map(({ id }) => id)).toEqual([first.session])
      await world.open({ times: { coarse: 10 } })
      const left = () =>
        world.database.use(async (db) => ({
          sessions: await db.session.findMany({ where: { playerId: first.player.id }, select: { id: true } }),
          revocations: await db.revocation.findMany({
            where: { session: { in: [gone.session, recent.session] } },
            select: { session: true },
          }),
        }))
      await expect
        .poll(left, SOON)
        .toEqual({ sessions: [{ id: first.session }], revocations: [{ session: recent.session }] })
    })

    it('of the use of a session are precise to the hour', async () => {
      const node = await world.open()
      const player = await node.player(world.newName())
      const used = async (identity: Identity): Promise<number> => (await node.sessions.list(identity))[0]!.lastSeenAt
      const write = (lastSeenAt: number) =>
        world.database.use((db) =>
          db.session.update({ where: { id: player.session }, data: { lastSeenAt: new Date(lastSeenAt) } }),
        )
      const start = Date.now()
      await write(start - 2 * 3_600_000)
      await node.sessions.authenticate(player.token)
      await expect.poll(() => used(player), SOON).toBeGreaterThanOrEqual(start)
      // Neither this node nor another one writes it again so soon.
      const recent = start - 1_800_000
      await write(recent)
      const other = await world.open()
      await node.sessions.authenticate(player.token)
      await other.sessions.authenticate(player.token)
      const marker = await other.guest()
      await other.sessions.logOut(marker)
      await expect.poll(() => node.refusal(marker), SOON).toBe('token-revoked')
      expect(await used(player)).toBe(recent)
    })
  })
}
