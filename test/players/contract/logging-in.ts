import { describe, expect, it } from 'vitest'
import { sessionSchema } from '../../../src/protocol/index.ts'
import type { Node } from '../../support/accounts.ts'
import { PASSWORD } from '../../support/accounts.ts'
import type { World } from './world.ts'
import { OTHER } from './world.ts'

/** Logging in to an account. */
export function loggingIn(world: World): void {
  describe('logging in', () => {
    it('gives the same player another session on each device', async () => {
      const [here, there] = [await world.open(), await world.open()]
      const name = world.newName()
      const first = await here.player(name)
      const second = await there.logIn(name.toUpperCase(), PASSWORD, { address: '203.0.113.2', label: 'Away' })
      expect(second).toMatchObject({ player: first.player, account: true })
      expect(second.session).not.toBe(first.session)
      expect(await here.labels(first)).toEqual(['Away', 'Home'])
      const listed = await there.sessions.list(second)
      expect(listed.map(({ id, current }) => [id, current])).toEqual([
        [second.session, true],
        [first.session, false],
      ])
      for (const session of listed) sessionSchema.parse(session)
    })

    it('accepts a password in every Unicode composition', async () => {
      const node = await world.open()
      const name = world.newName()
      await node.player(name, 'Crème brûlée'.normalize('NFD'))
      await expect(node.logIn(name, 'Crème brûlée'.normalize('NFC'))).resolves.toBeDefined()
      await world.refused(node.logIn(name, 'creme brulee'), 'login-failed')
    })

    it('fails in the same way for a wrong name and a wrong password', async () => {
      const node = await world.open()
      const name = world.newName()
      await node.player(name)
      const attempts: [string, string][] = [
        [name, OTHER],
        [name, ''],
        [world.newName(), PASSWORD],
      ]
      const failures = await Promise.all(
        attempts.map((attempt) => node.logIn(...attempt).catch((error: unknown) => error)),
      )
      const [{ message }] = failures as [Error]
      for (const failure of failures)
        expect(failure).toMatchObject({ code: 'login-failed', message, details: undefined })
    })

    it('is refused for a while after ten wrong passwords from one address, but not from other addresses', async () => {
      const node = await world.open()
      const name = world.newName()
      const player = await node.player(name)
      const wrong = Array.from({ length: 15 }, () => node.logIn(name, OTHER))
      expect((await world.codes(wrong)).filter((code) => code === 'login-failed')).toHaveLength(10)
      const refused = await node.logIn(name).catch((error: unknown) => error)
      expect(refused).toMatchObject({ code: 'rate-limited', details: { retryAfterMs: expect.any(Number) as number } })
      await world.refused(node.logIn(world.newName()), 'login-failed')
      await expect(node.logIn(name, PASSWORD, { address: '203.0.113.2', label: 'Away' })).resolves.toBeDefined()
      expect(await node.refusal(player)).toBe('')
    })

    it('is refused for a while after a hundred wrong passwords for one name, from any address', async () => {
      const node = await world.open()
      const name = world.newName()
      const player = await node.player(name)
      for (let network = 0; network < 10; network += 1) {
        const wrong = Array.from({ length: 10 }, () =>
          node.logIn(name, OTHER, { address: `198.51.100.${network}`, label: '' }),
        )
        expect(await world.codes(wrong)).toEqual(wrong.map(() => 'login-failed'))
      }
      await world.refused(node.logIn(name), 'rate-limited')
      expect(await node.refusal(player)).toBe('')
    })

    it('with the right password does not count', async () => {
      const node = await world.open()
      const name = world.newName()
      await node.player(name)
      for (let times = 0; times < 12; times += 1) await node.logIn(name)
    })

    it('for the thirty-first time ends the least recently used session', async () => {
      const node = await world.open()
      const name = world.newName()
      const first = await node.player(name)
      const others: Awaited<ReturnType<Node['logIn']>>[] = []
      while (others.length < 30) others.push(await node.logIn(name))
      expect(await node.refusal(first)).toBe('token-revoked')
      for (const other of others) expect(await node.refusal(other)).toBe('')
      expect(await node.sessions.list(others[0]!)).toHaveLength(30)
    })
  })
}
