import { describe, expect, it } from 'vitest'
import { MOST_PASSKEYS, passkeySchema } from '../../../src/protocol/index.ts'
import type { Node } from '../../support/accounts.ts'
import { DAY_MS, HOME, PASSWORD } from '../../support/accounts.ts'
import type { Misdeed } from '../../support/authenticator.ts'
import { Authenticator } from '../../support/authenticator.ts'
import type { World } from './world.ts'
import { OTHER, SOON } from './world.ts'

const AWAY = { address: '203.0.113.3', label: 'Away' }
type Player = Awaited<ReturnType<Node['player']>>

/** Passkeys: a second way to log in. */
export function passkeys(world: World): void {
  const add = async ({ passkeys: keys }: Node, player: Player, key: Authenticator, misdeed?: Misdeed) =>
    keys.add(player, key.create(await keys.creationOptions(player, PASSWORD), misdeed), HOME)
  const answer = ({ passkeys: keys }: Node, key: Authenticator, misdeed?: Misdeed) =>
    key.get(keys.requestOptions(), misdeed)
  const logIn = (node: Node, key: Authenticator, misdeed?: Misdeed) =>
    node.passkeys.logIn(answer(node, key, misdeed), AWAY)
  const begun = async () => {
    const [here, there] = [await world.open(), await world.open()]
    const name = world.newName()
    const player = await here.player(name)
    const key = new Authenticator()
    const passkey = await add(here, player, key)
    return { here, there, name, player, key, passkey }
  }

  describe('a passkey', () => {
    it('lets its player in on another node without a name, and ends all other sessions', async () => {
      const { here, there, name, player, key, passkey } = await begun()
      expect(passkeySchema.parse(passkey)).not.toHaveProperty('lastUsedAt')
      const back = await logIn(there, key)
      expect(back.player).toEqual({ id: player.player.id, name })
      expect(await here.sessions.list(back)).toMatchObject([{ id: back.session, via: 'passkey', label: 'Away' }])
      await expect.poll(() => here.refusal(player), SOON).toBe('token-revoked')
      const [listed, ...more] = await here.passkeys.list(back.player)
      expect(listed).toEqual({ ...passkey, lastUsedAt: expect.any(Number) as number })
      expect(more).toEqual([])
      await expect(here.logIn(name)).resolves.toBeDefined()
    })

    it('answers each challenge once, whichever node is asked', async () => {
      const { here, there, key } = await begun()
      const signed = answer(here, key)
      const uses = [here, there, here, there].map((node) => node.passkeys.logIn(signed, AWAY))
      expect(await world.codes(uses)).toEqual(['login-failed', 'login-failed', 'login-failed', 'ok'])
      await world.refused(there.passkeys.logIn(signed, AWAY), 'login-failed')
      await expect(logIn(there, key)).resolves.toBeDefined()
    })

    it('answers each challenge once, also if its authenticator counts nothing', async () => {
      const { here, there, key: counting } = await begun()
      await logIn(here, counting)
      const player = await here.player(world.newName())
      const key = new Authenticator()
      await add(here, player, key, { counter: 0 })
      const signed = answer(here, key, { counter: 0 })
      await here.passkeys.logIn(signed, AWAY)
      await world.refused(there.passkeys.logIn(signed, AWAY), 'login-failed')
      await expect(logIn(there, key, { counter: 0 })).resolves.toBeDefined()
    })

    it('is refused if it has signed for another page, another server, nobody or another purpose', async () => {
      const { here, key } = await begun()
      const misdeeds: Misdeed[] = [
        { origin: 'https://curia.example.org.evil.example' },
        { origin: 'http://curia.example.org' },
        { rpId: 'evil.example' },
        { unverified: true },
        { counter: 0 },
        { type: 'webauthn.create' },
      ]
      for (const misdeed of misdeeds) await world.refused(logIn(here, key, misdeed), 'login-failed')
    })

    it('is refused if it is unknown, or its answer was altered', async () => {
      const { here, key } = await begun()
      await world.refused(logIn(here, new Authenticator()), 'login-failed')
      const good = answer(here, key)
      const other = new Authenticator().get(here.passkeys.requestOptions())
      await world.refused(here.passkeys.logIn({ ...other, id: good.id, rawId: good.id }, AWAY), 'login-failed')
      for (const field of ['clientDataJSON', 'authenticatorData', 'signature'] as const) {
        const response = { ...good.response, [field]: other.response[field] }
        await world.refused(here.passkeys.logIn({ ...good, response }, AWAY), 'login-failed')
        const broken = { ...good.response, [field]: 'AAAA' }
        await world.refused(here.passkeys.logIn({ ...good, response: broken }, AWAY), 'login-failed')
      }
    })

    it('answers only challenges of this server, for as long as they can be answered', async () => {
      let now = Date.now()
      const node = await world.open({ now: () => now })
      const player = await node.player(world.newName())
      const key = new Authenticator()
      await add(node, player, key)
      const options = node.passkeys.requestOptions()
      const forged = [
        Buffer.from('hello').toString('base64url'),
        Buffer.from(player.token).toString('base64url'),
        Buffer.from(node.tokens.issueTicket(player).ticket).toString('base64url'),
        (await node.passkeys.creationOptions(player, PASSWORD)).challenge,
      ]
      for (const challenge of forged) {
        await world.refused(node.passkeys.logIn(key.get({ ...options, challenge }), AWAY), 'login-failed')
      }
      const late = answer(node, key)
      now += 301_000
      await world.refused(node.passkeys.logIn(late, AWAY), 'login-failed')
      await expect(logIn(node, key)).resolves.toBeDefined()
    })

    it('is tried ten times from one address', async () => {
      const { here, key } = await begun()
      const guesses = Array.from({ length: 11 }, () => logIn(here, key, { unverified: true }))
      expect(await world.codes(guesses)).toEqual([...guesses.slice(1).map(() => 'login-failed'), 'rate-limited'])
    })

    it('is removed by its player alone', async () => {
      const { here, there, player, key, passkey } = await begun()
      const stranger = await here.player(world.newName())
      await world.refused(here.passkeys.remove(stranger.player, passkey.id), 'unknown-passkey')
      await here.passkeys.remove(player.player, passkey.id)
      await world.refused(here.passkeys.remove(player.player, passkey.id), 'unknown-passkey')
      await world.refused(logIn(there, key), 'login-failed')
    })
  })

  describe('a passkey that is added', () => {
    it('needs an account, its password, and the session that began to add it', async () => {
      const { here, there, name, player } = await begun()
      const [guest, stranger] = [await here.guest(), await here.player(world.newName())]
      await world.refused(here.passkeys.creationOptions(guest, PASSWORD), 'account-needed')
      await world.refused(here.passkeys.creationOptions(player, OTHER), 'password-wrong')
      const bot = { ...player, player: { ...player.player, bot: true as const } }
      await world.refused(here.passkeys.creationOptions(bot, PASSWORD), 'not-for-bots')
      const options = await here.passkeys.creationOptions(player, PASSWORD)
      const created = new Authenticator().create(options)
      for (const other of [stranger, await here.logIn(name)]) {
        await world.refused(there.passkeys.add(other, created, HOME), 'passkey-invalid')
      }
      await expect(there.passkeys.add(player, created, HOME)).resolves.toMatchObject({ label: 'Home' })
      await world.refused(here.passkeys.add(player, created, HOME), 'passkey-invalid')
    })

    it('is refused if it is for another page, unverified, another purpose, or not for this challenge', async () => {
      const { here, player } = await begun()
      const misdeeds: Misdeed[] = [
        { origin: 'https://evil.example' },
        { rpId: 'evil.example' },
        { unverified: true },
        { type: 'webauthn.get' },
      ]
      for (const misdeed of misdeeds) {
        await world.refused(add(here, player, new Authenticator(), misdeed), 'passkey-invalid')
      }
      const options = await here.passkeys.creationOptions(player, PASSWORD)
      const { challenge } = here.passkeys.requestOptions()
      const created = new Authenticator().create({ ...options, challenge })
      await world.refused(here.passkeys.add(player, created, HOME), 'passkey-invalid')
      const broken = { ...created, response: { ...created.response, attestationObject: 'AAAA' } }
      await world.refused(here.passkeys.add(player, broken, HOME), 'passkey-invalid')
    })

    it('is refused once the session has ended, also where that is not known yet', async () => {
      const { here, there, name, player } = await begun()
      const created = new Authenticator().create(await there.passkeys.creationOptions(player, PASSWORD))
      await here.accounts.waysBack.recover({ name, code: player.recoveryCodes[0]!, password: OTHER }, AWAY)
      await world.refused(there.passkeys.add(player, created, HOME), 'token-revoked')
    })

    it('belongs to one account', async () => {
      const { here, key } = await begun()
      const stranger = await here.player(world.newName())
      await world.refused(add(here, stranger, key), 'passkey-invalid')
    })

    it('is one of at most ten, also when two are added at once', async () => {
      const { here, there, player } = await begun()
      for (let have = 1; have < MOST_PASSKEYS - 1; have += 1) await add(here, player, new Authenticator())
      const both = [here, there].map((node) => node.passkeys.creationOptions(player, PASSWORD))
      const created = (await Promise.all(both)).map((options) => new Authenticator().create(options))
      const adding = created.map((each, index) => (index ? here : there).passkeys.add(player, each, HOME))
      expect(await world.codes(adding)).toEqual(['limit-reached', 'ok'])
      await world.refused(here.passkeys.creationOptions(player, PASSWORD), 'limit-reached')
      expect(await here.passkeys.list(player.player)).toHaveLength(MOST_PASSKEYS)
    })
  })

  describe('a challenge that was answered', () => {
    it('is stored until it has expired', async () => {
      const { here, key } = await begun()
      await logIn(here, key)
      const stored = () => world.database.use((db) => db.usedChallenge.count())
      expect(await stored()).toBeGreaterThan(0)
      const past = { expiresAt: new Date(Date.now() - DAY_MS) }
      await world.database.write((db) => db.usedChallenge.updateMany({ data: past }))
      await world.open({ times: { coarse: 10 } })
      await expect.poll(stored, SOON).toBe(0)
    })
  })

  describe('a server without a public address, or without https,', () => {
    it('has no passkeys', async () => {
      const offers = async (publicUrl: string | undefined) => (await world.open({ publicUrl })).passkeys.offered
      const without = [
        undefined,
        'http://curia.example.org',
        'https://192.0.2.1',
        'https://[2001:db8::1]',
        'http://127.0.0.1:3000',
      ]
      for (const url of without) expect(await offers(url), url).toBe(false)
      for (const url of ['https://curia.example.org', 'https://curia.example.org:8443', 'http://localhost:3000']) {
        expect(await offers(url), url).toBe(true)
      }
      const node = await world.open({ publicUrl: undefined })
      const player = await node.player(world.newName())
      const key = new Authenticator()
      const options = { challenge: 'AAAA', rpId: 'localhost', timeout: 0, userVerification: 'required' } as const
      expect(() => node.passkeys.requestOptions()).toThrow(expect.objectContaining({ code: 'no-passkeys' }))
      await world.refused(node.passkeys.creationOptions(player, PASSWORD), 'no-passkeys')
      await world.refused(node.passkeys.logIn(key.get(options), AWAY), 'no-passkeys')
      expect(await node.passkeys.list(player.player)).toEqual([])
    })
  })
}
