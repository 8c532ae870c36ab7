import { describe, expect, it } from 'vitest'
import { HOUSE_BOTS } from '../../../src/protocol/index.ts'
import { HOME, PASSWORD } from '../../support/accounts.ts'
import { codeOf } from '../../support/match.ts'
import type { World } from './world.ts'

/** Who has an account. */
export function having(world: World): void {
  describe('an account', () => {
    it('is missing to a guest until the guest claims a name, on every node and whatever token is used', async () => {
      const [node, other] = [await world.open(), await world.open()]
      const guest = await node.guest()
      const { player } = await node.sessions.authenticate(guest.token)
      for (const { sessions } of [node, other]) {
        expect(await codeOf(sessions.requireAccount(player))).toBe('account-needed')
      }
      await node.accounts.claim(guest, { name: world.newName(), password: PASSWORD }, HOME)
      await other.sessions.authenticate(guest.token)
      for (const { sessions } of [node, other]) await sessions.requireAccount(player)
    })

    it('is no longer there once it is deleted', async () => {
      const [node, other] = [await world.open(), await world.open()]
      const { token, player } = await node.player(world.newName())
      for (const { sessions } of [node, other]) {
        await sessions.authenticate(token)
        await sessions.requireAccount(player)
      }
      await node.accounts.delete(player.id)
      expect(await codeOf(node.sessions.requireAccount(player))).toBe('account-needed')
      await expect.poll(() => codeOf(other.sessions.requireAccount(player))).toBe('account-needed')
    })

    it('is what every bot has, also one of the server', async () => {
      const { sessions } = await world.open()
      await sessions.requireAccount(HOUSE_BOTS.club)
    })
  })
}
