import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../support/accounts.ts'
import type { World } from './world.ts'
import { OTHER } from './world.ts'

/** Changing the password of an account. */
export function passwords(world: World): void {
  describe('a new password', () => {
    it('is valid from then on, the previous one is not, and all other sessions end', async () => {
      const node = await world.open()
      const name = world.newName()
      const first = await node.player(name)
      const second = await node.logIn(name)
      await node.accounts.changePassword(second, { current: PASSWORD, next: OTHER })
      expect(await node.refusal(first)).toBe('token-revoked')
      expect(await node.refusal(second)).toBe('')
      await world.refused(node.logIn(name), 'login-failed')
      await expect(node.logIn(name, OTHER)).resolves.toBeDefined()
    })

    it('needs the current one, and wrong guesses are limited', async () => {
      const node = await world.open()
      const name = world.newName()
      const player = await node.player(name)
      await world.refused(
        node.accounts.changePassword(player, { current: PASSWORD, next: 'short' }),
        'password-invalid',
      )
      const guesses = Array.from({ length: 11 }, () =>
        node.accounts.changePassword(player, { current: OTHER, next: OTHER }),
      )
      expect(await world.codes(guesses)).toEqual([...guesses.slice(1).map(() => 'password-wrong'), 'rate-limited'])
      await expect(node.logIn(name)).resolves.toBeDefined()
    })

    it('ends every session that began with the previous one', async () => {
      const [here, there] = [await world.open(), await world.open()]
      for (let race = 0; race < 10; race += 1) {
        const name = world.newName()
        const player = await here.player(name)
        await Promise.all([
          world.codes([there.logIn(name), there.logIn(name)]),
          here.accounts.changePassword(player, { current: PASSWORD, next: OTHER }),
        ])
        expect((await here.sessions.list(player)).map(({ id }) => id)).toEqual([player.session])
      }
    })
  })
}
