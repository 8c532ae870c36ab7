import { describe, expect, it } from 'vitest'
import { localLimiters } from '../../../src/limits/index.ts'
import { Attempts } from '../../../src/players/attempts.ts'
import { makeReset, RESET_MS } from '../../../src/players/index.ts'
import { WaysBack } from '../../../src/players/ways-back.ts'
import { accountExportSchema, sessionSchema } from '../../../src/protocol/index.ts'
import type { Node } from '../../support/accounts.ts'
import { HOME, PASSWORD } from '../../support/accounts.ts'
import { Authenticator } from '../../support/authenticator.ts'
import type { World } from './world.ts'
import { OTHER, SOON } from './world.ts'

const AWAY = { address: '203.0.113.2', label: 'Away' }

/** How players who have lost the password get into their accounts again. */
export function waysBack(world: World): void {
  const resetOf = (playerId: string) => world.database.write((db) => db.$transaction((tx) => makeReset(tx, playerId)))
  const begun = async () => {
    const [here, there] = [await world.open(), await world.open()]
    const name = world.newName()
    const player = await here.player(name)
    const { recoveryCodes } = player
    return { here, there, name, player, id: player.player.id, codes: recoveryCodes }
  }
  const recover = (node: Node, name: string, code: string, password = OTHER, client = AWAY) =>
    node.accounts.waysBack.recover({ name, code, password }, client)
  const reset = (node: Node, token: string, password = OTHER) => node.accounts.waysBack.reset({ token, password }, AWAY)

  describe('a recovery code', () => {
    it('is one of ten, each of its own and with 80 bits, of which only hashes are stored', async () => {
      const { codes, id } = await begun()
      expect(new Set(codes).size).toBe(10)
      for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
      const rows = await world.database.use((db) => db.recoveryCode.findMany({ where: { playerId: id } }))
      expect(rows).toHaveLength(10)
      for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code)
    })

    it('lets its player in on another node with another password, and ends all other sessions', async () => {
      const { here, there, name, player, id, codes } = await begun()
      const second = await here.logIn(name)
      const back = await recover(there, ` ${name.toUpperCase()}`, codes[3]!)
      expect(back.player).toEqual({ id, name })
      for (const token of [player, second]) {
        expect(await there.refusal(token)).toBe('token-revoked')
        await expect.poll(() => here.refusal(token), SOON).toBe('token-revoked')
      }
      const listed = await here.sessions.list(back)
      expect(listed).toMatchObject([{ id: back.session, via: 'recovery', label: 'Away', current: true }])
      sessionSchema.parse(listed[0])
      await world.refused(here.logIn(name), 'login-failed')
      await expect(here.logIn(name, OTHER)).resolves.toBeDefined()
    })

    it('may be typed in any case, with or without hyphens and spaces, and with letters that look alike', async () => {
      const { here, name, codes } = await begun()
      const spellings: ((code: string) => string)[] = [
        (code) => code.toLowerCase(),
        (code) => code.replaceAll('-', ''),
        (code) => ` ${code.replaceAll('-', ' ')} `,
        (code) => code.replaceAll('0', 'o').replaceAll('1', 'l'),
        (code) => code.replaceAll('-', '–'),
        (code) => code.replace(/[0-9A-Z]/g, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0)),
      ]
      for (const [index, spelling] of spellings.entries()) await recover(here, name, spelling(codes[index]!))
    })

    it('is good for one use, also when it is used on two nodes at once', async () => {
      const { here, there, name, codes } = await begun()
      const uses = [here, there, here, there].map((node) => recover(node, name, codes[0]!))
      expect(await world.codes(uses)).toEqual(['login-failed', 'login-failed', 'login-failed', 'ok'])
      await world.refused(recover(here, name, codes[0]!), 'login-failed')
      await expect(recover(here, name, codes[1]!)).resolves.toBeDefined()
    })

    it('is not used up by a password that is refused', async () => {
      const { here, name, codes } = await begun()
      await world.refused(recover(here, name, codes[0]!, 'short'), 'password-invalid')
      await world.refused(recover(here, name, codes[0]!, name), 'password-invalid')
      await expect(recover(here, name, codes[0]!)).resolves.toBeDefined()
    })

    it('is for one account: that of another, a wrong one and one for no account are refused alike', async () => {
      const [ada, bo] = [await begun(), await begun()]
      const refusals = [
        recover(ada.here, ada.name, bo.codes[0]!),
        recover(ada.here, ada.name, '0000-0000-0000-0000'),
        recover(ada.here, ada.name, ''),
        recover(ada.here, world.newName(), ada.codes[0]!),
      ]
      const errors = await Promise.all(refusals.map((each) => each.catch((error: Error) => error)))
      for (const error of errors) expect(error).toEqual(errors[0])
      expect(errors[0]).toMatchObject({ code: 'login-failed' })
    })

    it('is guessed ten times from one address: then the right one is refused, and so is the password', async () => {
      const { here, name, codes } = await begun()
      const guesses = Array.from({ length: 11 }, () => recover(here, name, codes[0]!.replace(/.$/, '!')))
      expect(await world.codes(guesses)).toEqual([...guesses.slice(1).map(() => 'login-failed'), 'rate-limited'])
      await world.refused(recover(here, name, codes[0]!), 'rate-limited')
      await world.refused(here.logIn(name, PASSWORD, AWAY), 'rate-limited')
      await expect(recover(here, name, codes[0]!, OTHER, HOME)).resolves.toBeDefined()
    })

    it('costs one hash and two queries, whether there is such an account, a wrong code, or neither', async () => {
      const { here, name, codes } = await begun()
      const [wrong, nobody] = ['0000-0000-0000-0000', world.newName()]
      for (const [who, code] of [
        [name, wrong],
        [nobody, wrong],
        [nobody, codes[0]!],
      ] as const) {
        const done: string[] = []
        const passwords = {
          hash: async () => `hash ${done.push('hash')}`,
          ownerOf: () => Promise.reject(new Error('no password is checked')),
        }
        const attempts = new Attempts(localLimiters)
        const counting = new WaysBack({ ...here, database: world.watched(done), passwords, attempts })
        await world.refused(counting.recover({ name: who, code, password: OTHER }, AWAY), 'login-failed')
        expect(done).toEqual(['hash', 'account.findUnique', 'recoveryCode.findUnique'])
      }
    })

    it('is replaced with the password, by ten new ones', async () => {
      const { here, there, name, player, codes } = await begun()
      await world.refused(here.accounts.newRecoveryCodes(player.player, OTHER), 'password-wrong')
      const fresh = await here.accounts.newRecoveryCodes(player.player, PASSWORD)
      expect(new Set([...fresh, ...codes]).size).toBe(20)
      for (const code of codes) await world.refused(recover(there, name, code, OTHER, client(code)), 'login-failed')
      await expect(recover(there, name, fresh[9]!)).resolves.toBeDefined()
    })

    it('is one of ten, also when two nodes make new ones at once', async () => {
      const { here, there, player, id } = await begun()
      const made = [here, there].map((node) => node.accounts.newRecoveryCodes(player.player, PASSWORD))
      await Promise.all(made)
      expect(await world.database.use((db) => db.recoveryCode.count({ where: { playerId: id } }))).toBe(10)
    })

    it('is not used on one node while new ones are made on another: one of both is refused', async () => {
      for (let race = 0; race < 10; race += 1) {
        const { here, there, name, player, codes } = await begun()
        const both = [recover(here, name, codes[0]!), there.accounts.newRecoveryCodes(player.player, PASSWORD)]
        const outcome = await world.codes(both)
        expect(outcome).toHaveLength(2)
        expect([
          ['login-failed', 'ok'],
          ['ok', 'password-wrong'],
        ]).toContainEqual(outcome)
      }
    })

    it('is for accounts of people', async () => {
      const node = await world.open()
      const guest = await node.guest()
      await world.refused(node.accounts.newRecoveryCodes(guest.player, PASSWORD), 'account-needed')
      const bot = { ...guest.player, bot: true as const }
      await world.refused(node.accounts.newRecoveryCodes(bot, PASSWORD), 'not-for-bots')
    })
  })

  describe('a reset link', () => {
    it('lets its player in on another node once, with another password and new codes, and ends sessions', async () => {
      const { here, there, name, player, id, codes } = await begun()
      const { token, expiresAt } = await resetOf(id)
      expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + RESET_MS)
      const back = await reset(there, token)
      expect(back.player).toEqual({ id, name })
      expect(await here.sessions.list(back)).toMatchObject([{ id: back.session, via: 'reset' }])
      await expect.poll(() => here.refusal(player), SOON).toBe('token-revoked')
      await expect(here.logIn(name, OTHER)).resolves.toBeDefined()
      await world.refused(reset(here, token), 'reset-invalid')
      await world.refused(recover(here, name, codes[0]!), 'login-failed')
      await expect(recover(here, name, back.recoveryCodes[0]!)).resolves.toBeDefined()
    })

    it('is good for one use, also when it is used on two nodes at once', async () => {
      const { here, there, id } = await begun()
      const { token } = await resetOf(id)
      const uses = [here, there, here].map((node) => reset(node, token))
      expect(await world.codes(uses)).toEqual(['ok', 'reset-invalid', 'reset-invalid'])
    })

    it('no longer counts once there is a newer one, another password, or the account was got back', async () => {
      const { here, name, player, id, codes } = await begun()
      const first = await resetOf(id)
      const second = await resetOf(id)
      await world.refused(reset(here, first.token), 'reset-invalid')
      await here.accounts.changePassword(player, { current: PASSWORD, next: OTHER })
      await world.refused(reset(here, second.token), 'reset-invalid')
      const third = await resetOf(id)
      await recover(here, name, codes[0]!)
      await world.refused(reset(here, third.token), 'reset-invalid')
    })

    it('is not used up by a password that is refused', async () => {
      const { here, name, id } = await begun()
      const { token } = await resetOf(id)
      await world.refused(reset(here, token, 'short'), 'password-invalid')
      await world.refused(reset(here, token, name), 'password-invalid')
      await expect(reset(here, token)).resolves.toBeDefined()
    })

    it('expires, and is deleted then', async () => {
      const { here, id } = await begun()
      const { token } = await resetOf(id)
      const past = { expiresAt: new Date(Date.now() - 1) }
      await world.database.write((db) => db.reset.update({ where: { playerId: id }, data: past }))
      await world.refused(reset(here, token), 'reset-invalid')
      const longAgo = { expiresAt: new Date(Date.now() - RESET_MS) }
      await world.database.write((db) => db.reset.update({ where: { playerId: id }, data: longAgo }))
      await world.open({ times: { coarse: 10 } })
      const stored = () => world.database.use((db) => db.reset.count({ where: { playerId: id } }))
      await expect.poll(stored, SOON).toBe(0)
    })

    it('is no text that is stored, or that is guessed', async () => {
      const { here, id } = await begun()
      const { token } = await resetOf(id)
      const { hash } = await world.database.use((db) => db.reset.findUniqueOrThrow({ where: { playerId: id } }))
      expect(hash).not.toContain(token)
      for (const guess of [hash, '', id, token.slice(1), token.toLowerCase()]) {
        await world.refused(reset(here, guess), 'reset-invalid')
      }
    })

    it('leaves nothing to whoever had the account before: neither passkeys nor codes', async () => {
      const { here, there, player, id } = await begun()
      const key = new Authenticator()
      await added(here, player, key)
      await reset(there, (await resetOf(id)).token)
      const { passkeys } = there
      await world.refused(passkeys.logIn(key.get(passkeys.requestOptions()), AWAY), 'login-failed')
      expect(await passkeys.list(player.player)).toEqual([])
    })
  })

  describe('what an account has of these ways', () => {
    it('is in the data of its player, without secrets, and is deleted with it', async () => {
      const { here, player, id, codes } = await begun()
      await added(here, player, new Authenticator())
      const { token, expiresAt } = await resetOf(id)
      const data = accountExportSchema.parse(await here.accounts.export(id))
      expect(data).toMatchObject({
        recoveryCodes: { left: 10 },
        resetUntil: expiresAt.getTime(),
        passkeys: [{ label: 'Home' }],
        sessions: [{ via: 'password' }],
      })
      for (const secret of [...codes, token]) expect(JSON.stringify(data)).not.toContain(secret)
      await here.accounts.delete(id)
      const left = await world.database.use(async (db) => [
        await db.recoveryCode.count({ where: { playerId: id } }),
        await db.reset.count({ where: { playerId: id } }),
        await db.passkey.count({ where: { playerId: id } }),
      ])
      expect(left).toEqual([0, 0, 0])
      await world.refused(reset(here, token), 'reset-invalid')
    })
  })

  async function added(node: Node, player: Awaited<ReturnType<Node['player']>>, key: Authenticator) {
    const options = await node.passkeys.creationOptions(player, PASSWORD)
    return node.passkeys.add(player, key.create(options), HOME)
  }
}

/** An address of its own for each text. */
const client = (text: string) => ({ address: `client of ${text}`, label: 'Away' })
