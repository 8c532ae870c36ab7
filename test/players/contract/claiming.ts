import { describe, expect, it } from 'vitest'
import { HOUSE_BOTS } from '../../../src/protocol/index.ts'
import { HOME, PASSWORD } from '../../support/accounts.ts'
import type { World } from './world.ts'

/** How a guest gets an account. */
export function claiming(world: World): void {
  describe('a guest who claims a name', () => {
    it('remains the same player under that name, and the session continues', async () => {
      const node = await world.open()
      const guest = await node.guest('Ada')
      const name = world.newName()
      const account = await node.accounts.claim(guest, { name: ` ${name}  `, password: PASSWORD }, HOME)
      expect(account).toMatchObject({ player: { id: guest.player.id, name }, session: guest.session, account: true })
      for (const { token } of [guest, account])
        expect((await node.sessions.authenticate(token)).player.id).toBe(guest.player.id)
      const [session, ...more] = await node.sessions.list(guest)
      expect(session).toMatchObject({ id: guest.session, label: 'Home', expiresAt: account.expiresAt, current: true })
      expect(more).toEqual([])
    })

    it('gets a name that no account has in other case or width', async () => {
      const node = await world.open()
      const name = world.newName()
      await node.player(name)
      for (const same of [name, name.toUpperCase(), name.toLowerCase(), name.replace('P', 'Ｐ'), ` ${name} `]) {
        await world.refused(node.player(same), 'name-taken')
        await world.refused(node.accounts.newGuest(same), 'name-taken')
      }
      await expect(node.player(`${name}!`)).resolves.toBeDefined()
    })

    it('gets no name of the bots that the server plays, and neither does a guest', async () => {
      const node = await world.open()
      for (const { name } of Object.values(HOUSE_BOTS)) {
        await world.refused(node.player(name.toUpperCase()), 'name-taken')
        await world.refused(node.accounts.newGuest(name), 'name-taken')
      }
    })

    it('leaves a name to as many guests as ask for it at the same time, unless an account has it', async () => {
      const node = await world.open()
      const taken = world.newName()
      await node.player(taken)
      const names = Array.from({ length: 250 }, (_, index) => (index % 5 === 0 ? taken : world.newName()))
      const asked = await Promise.allSettled(names.map((name) => node.accounts.newGuest(name)))
      for (const [index, { status }] of asked.entries()) {
        expect(status).toBe(names[index] === taken ? 'rejected' : 'fulfilled')
      }
    })

    it('can have one account only', async () => {
      const node = await world.open()
      const player = await node.player(world.newName())
      await world.refused(
        node.accounts.claim(player, { name: world.newName(), password: PASSWORD }, HOME),
        'account-exists',
      )
    })

    it('is refused an invalid name or password, and nothing is stored', async () => {
      const node = await world.open()
      const name = world.newName()
      for (const password of [
        '',
        'seven77',
        'x'.repeat(129),
        '\u0301'.repeat(200),
        `long enough \uD800`,
        '12345678',
        name,
      ]) {
        await world.refused(node.player(name, password), 'password-invalid')
      }
      await world.refused(node.player('A\u202Eda'), 'name-invalid')
      await expect(node.player(name, '8 xQz!k7')).resolves.toBeDefined()
    })

    it('competes with others for it: one gets it, the others get an error', async () => {
      const [one, two] = [await world.open(), await world.open()]
      for (let race = 0; race < 10; race += 1) {
        const name = world.newName()
        const spellings = [name, name.toUpperCase(), name.toLowerCase(), name]
        const claims = spellings.map((spelling, index) => (index % 2 ? one : two).player(spelling))
        expect(await world.codes(claims)).toEqual(['name-taken', 'name-taken', 'name-taken', 'ok'])
      }
    })

    it('and claims two at once gets one of them', async () => {
      const node = await world.open()
      for (let race = 0; race < 10; race += 1) {
        const guest = await node.guest()
        const names = [world.newName(), world.newName()]
        const claims = names.map((name) => node.accounts.claim(guest, { name, password: PASSWORD }, HOME))
        expect(await world.codes(claims)).toEqual(['account-exists', 'ok'])
      }
    })
  })
}
