import { describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/database/index.ts'
import { DAY_MS, HOME, openNode, PASSWORD } from '../../support/accounts.ts'
import { quiet } from '../../support/history.ts'
import type { World } from './world.ts'
import { OTHER, SOON } from './world.ts'

const NEVER = { poll: DAY_MS }

/** Renewing and ending sessions. */
export function sessions(world: World): void {
  describe('a session that is revoked', () => {
    it('ends on this node at once and soon on every node, and no other session ends', async () => {
      const [here, there] = [await world.open(), await world.open()]
      const name = world.newName()
      const first = await here.player(name)
      const [second, third] = [await there.logIn(name), await there.logIn(name)]
      const ended: string[] = []
      there.sessions.onEnded((sessions) => ended.push(...sessions))
      await here.sessions.revoke(first, second.session)
      expect(await here.refusal(second)).toBe('token-revoked')
      await expect.poll(() => there.refusal(second), SOON).toBe('token-revoked')
      expect(ended).toEqual([second.session])
      for (const other of [first, third]) for (const node of [here, there]) expect(await node.refusal(other)).toBe('')
      expect((await here.sessions.list(first)).map(({ id }) => id).sort()).toEqual(
        [first.session, third.session].sort(),
      )
      await world.refused(here.sessions.revoke(first, second.session), 'unknown-session')
    })

    it('is known to a node that starts later', async () => {
      const node = await world.open()
      const player = await node.player(world.newName())
      await node.sessions.logOut(player)
      expect(await (await world.open()).refusal(player)).toBe('token-revoked')
    })

    it('is known, however many were revoked, and in whatever order that was committed', async () => {
      const crowded = await openDatabase(await world.fresh(), quiet)
      const node = await openNode(crowded, { times: { poll: 500 } })
      const expiresAt = new Date(Date.now() + DAY_MS)
      const revoked = (guests: { session: string }[], revokedAt: Date) =>
        crowded.use((db) =>
          db.revocation.createMany({ data: guests.map(({ session }) => ({ session, revokedAt, expiresAt })) }),
        )
      const guests = await Promise.all(Array.from({ length: 2500 }, () => node.guest()))
      const at = new Date()
      await revoked(guests, at)
      for (const guest of guests) await expect.poll(() => node.refusal(guest), SOON).toBe('token-revoked')
      // This transaction began a while ago and is committed only now.
      const tardy = await node.guest()
      await revoked([tardy], new Date(at.getTime() - 15_000))
      await expect.poll(() => node.refusal(tardy), SOON).toBe('token-revoked')
      await node.close()
      await crowded.close()
    })

    it('is always one of the caller’s own', async () => {
      const node = await world.open()
      const [ada, bo] = [await node.player(world.newName()), await node.player(world.newName())]
      await world.refused(node.sessions.revoke(bo, ada.session), 'unknown-session')
      await node.sessions.revokeOthers(bo)
      expect(await node.refusal(ada)).toBe('')
    })

    it('is every one except the caller’s, when the caller ends all others', async () => {
      const node = await world.open()
      const name = world.newName()
      const first = await node.player(name)
      const [second, third] = [await node.logIn(name), await node.logIn(name)]
      await node.sessions.revokeOthers(second)
      for (const other of [first, third]) expect(await node.refusal(other)).toBe('token-revoked')
      expect((await node.sessions.list(second)).map(({ id }) => id)).toEqual([second.session])
    })

    it('cannot be listed or chosen by a guest', async () => {
      const node = await world.open()
      const guest = await node.guest()
      await world.refused(node.sessions.list(guest), 'account-needed')
      await world.refused(node.sessions.revokeOthers(guest), 'account-needed')
      await world.refused(node.sessions.revoke(guest, guest.session), 'unknown-session')
      await world.refused(node.accounts.changePassword(guest, { current: PASSWORD, next: OTHER }), 'account-needed')
    })
  })

  describe('logging out', () => {
    it('ends a session with all of its tokens, of an account or of a guest', async () => {
      const node = await world.open()
      for (const first of [await node.player(world.newName()), await node.guest()]) {
        const renewed = await node.sessions.renew(first, HOME)
        await node.sessions.logOut(first)
        for (const token of [first, renewed]) expect(await node.refusal(token)).toBe('token-revoked')
        await node.sessions.logOut(first)
      }
    })
  })

  describe('a token that is renewed', () => {
    it('belongs to the same session, which then expires later', async () => {
      const node = await world.open({ ttlMs: DAY_MS })
      const player = await node.player(world.newName())
      const long = await world.open({ ttlMs: 2 * DAY_MS })
      const renewed = await long.sessions.renew(player, HOME)
      expect(renewed).toMatchObject({ player: player.player, session: player.session, account: true })
      const [session] = await node.sessions.list(player)
      expect(session!.expiresAt).toBeGreaterThanOrEqual(renewed.expiresAt)
      // A token that expires earlier does not shorten the session.
      await node.sessions.renew(renewed, HOME)
      expect((await node.sessions.list(player))[0]!.expiresAt).toBeGreaterThanOrEqual(renewed.expiresAt)
    })

    it('never outlives its session, even when a second passes during the renewal', async () => {
      const node = await world.open({ ttlMs: DAY_MS })
      const player = await node.player(world.newName())
      const later = await world.open({ ttlMs: DAY_MS, now: () => Date.now() + 1500 })
      const renewed = await later.sessions.renew(player, HOME)
      const [session] = await node.sessions.list(player)
      expect(session!.expiresAt).toBeGreaterThanOrEqual(renewed.expiresAt)
    })

    it('has the name that was claimed in the meantime', async () => {
      const node = await world.open()
      const guest = await node.guest('Ada')
      const name = world.newName()
      await node.accounts.claim(guest, { name, password: PASSWORD }, HOME)
      expect(await node.sessions.renew(guest, HOME)).toMatchObject({
        player: { id: guest.player.id, name },
        account: true,
      })
    })

    it('makes its session listed, if another session claimed the name', async () => {
      const node = await world.open()
      const guest = await node.guest()
      const twin = await node.tokens.issue(guest.player)
      await node.accounts.claim(guest, { name: world.newName(), password: PASSWORD }, HOME)
      expect(await node.labels(guest)).toEqual(['Home'])
      await node.sessions.renew(twin, { ...HOME, label: 'Twin' })
      expect(await node.labels(guest)).toEqual(['Home', 'Twin'])
    })

    it('is refused when its session was revoked, even on a node that does not know it yet', async () => {
      const [here, unaware] = [await world.open(), await world.open({ times: NEVER })]
      for (const first of [await here.player(world.newName()), await here.guest()]) {
        await here.sessions.logOut(first)
        expect(await unaware.refusal(first)).toBe('')
        await world.refused(unaware.sessions.renew(first, HOME), 'token-revoked')
      }
    })
  })
}
