import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionState } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import { until } from '../../client/src/observable.ts'
import { createTokens } from '../../src/players/index.ts'
import { PUBLIC_URL } from '../support/accounts.ts'
import { Authenticator } from '../support/authenticator.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { newPlayer } from '../support/players.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { codeOf, MemoryStorage, storageWith } from './support.ts'

const SECRET = 'the secret of the tests, long enough'
const PASSWORD = 'correct horse battery'
const NONE: SessionState = { status: 'none', player: null }

let server: Server
beforeAll(async () => {
  server = await startServer({ TOKEN_SECRET: SECRET, PUBLIC_URL })
})
afterAll(() => server?.destroy())

const keep = clientsOfEachTest()
const open = (storage = new MemoryStorage(), url = server.url): Curia => keep(new Curia({ url, storage }))

/** What is stored of the session. */
const storedIn = (storage: MemoryStorage) =>
  JSON.parse(storage.getItem(`curia:${server.url}`)!) as { token: string; renewAt: number; expiresAt: number } | null

/** A name that no account has. */
const newName = (): string => `Ada ${randomUUID().slice(0, 8)}`

describe('a session', () => {
  it('of a guest outlives the page, and ends by logging out', async () => {
    const storage = new MemoryStorage()
    const curia = open(storage)
    expect(curia.session.value).toEqual(NONE)
    const player = await curia.guest({ name: 'Ada' })
    expect(curia.session.value).toEqual({ status: 'guest', player })

    const again = open(storage)
    expect(again.session.value).toEqual({ status: 'guest', player })
    expect((await again.rest.get('/v1/players/me')).player).toEqual(player)

    const { token } = storedIn(storage)!
    expect(again.token).toBe(token)
    await again.logOut()
    expect(again.token).toBeNull()
    expect(again.session.value).toEqual(NONE)
    expect(storage.items.size).toBe(0)
    expect(await codeOf(open().resume({ token }))).toBe('token-revoked')
  })

  it('of an account continues that of the guest, and can begin on any device', async () => {
    const curia = open()
    const name = newName()
    const guest = await curia.guest({ name: 'Ada' })
    const match = await curia.create()
    const account = await curia.register({ name, password: PASSWORD })
    expect(account).toEqual({ id: guest.id, name })
    expect(curia.session.value).toEqual({ status: 'account', player: account })
    // The client connects again, as the player with the new name.
    await match.until(({ live }) => live)
    expect((await curia.create({ seat: 0 })).value.snapshot.players[0]).toEqual(account)

    const elsewhere = open()
    expect(await codeOf(elsewhere.logIn({ name, password: 'another one entirely' }))).toBe('login-failed')
    expect(elsewhere.session.value).toEqual(NONE)
    expect(await elsewhere.logIn({ name, password: PASSWORD })).toEqual(account)
    expect((await elsewhere.watch(match.id)).value.snapshot.you).not.toBe('spectator')
  })

  it('of an account is got back with a code or a passkey, and ends on all other devices', async () => {
    const [here, elsewhere] = [open(), open()]
    const name = newName()
    await here.guest({ name: 'Ada' })
    const { player, recoveryCodes } = await here.claim({ name, password: PASSWORD })
    expect(here.session.value).toEqual({ status: 'account', player })
    const [next, code] = ['another one entirely', recoveryCodes[0]!]
    expect(await codeOf(elsewhere.recover({ name, code: 'none of them', password: next }))).toBe('login-failed')
    expect(await elsewhere.recover({ name, code, password: next })).toEqual(player)
    expect(elsewhere.session.value).toEqual({ status: 'account', player })
    expect(await codeOf(here.rest.get('/v1/players/me'))).toBe('token-revoked')
    const fresh = await elsewhere.newRecoveryCodes({ password: next })
    expect(new Set([...fresh, ...recoveryCodes]).size).toBe(20)

    expect(await elsewhere.passkeys.offered()).toBe(true)
    const key = new Authenticator()
    const at = { origin: PUBLIC_URL }
    const passkey = await elsewhere.passkeys.add({ password: next }, async (options) => key.create(options, at))
    expect(await elsewhere.passkeys.list()).toEqual([passkey])
    expect(await here.logInWithPasskey(async (options) => key.get(options, at))).toEqual(player)
    expect(await codeOf(elsewhere.rest.get('/v1/players/me'))).toBe('token-revoked')
    await here.passkeys.remove(passkey.id)
    expect(await here.passkeys.list()).toEqual([])
    expect(await codeOf(open().logInWithPasskey(async (options) => key.get(options, at)))).toBe('login-failed')

    const unknown = { token: 'no such token', password: PASSWORD }
    expect(await codeOf(elsewhere.resetPassword(unknown))).toBe('reset-invalid')
    expect(await codeOf(here.moderation.resetLink({ player: player.id, why: 'lost' }))).toBe('moderator-needed')
  })

  it('that is ended on another device ends here, with every request that waits', async () => {
    const name = newName()
    const here = open()
    await here.guest({ name: 'Ada' })
    await here.register({ name, password: PASSWORD })
    await here.connect()
    const elsewhere = open()
    await elsewhere.logIn({ name, password: PASSWORD })
    await elsewhere.rest.delete('/v1/players/me/sessions')
    await until(here.session, ({ status }) => status === 'none')
    expect(here.connection.value).toBe('offline')
    expect(await codeOf(here.create())).toBe('token-missing')
    expect(elsewhere.session.value.status).toBe('account')
  })

  it('with an expired token ends when the server says so', async () => {
    const player = newPlayer('Ada')
    const { token } = await createTokens(SECRET, 1).issue(player)
    const storage = storageWith(server.url, player, token)
    const curia = open(storage)
    expect(curia.session.value.status).toBe('guest')
    expect(await codeOf(curia.connect())).toBe('token-expired')
    expect(curia.session.value).toEqual(NONE)
    expect(storage.items.size).toBe(0)
    expect(await codeOf(open(storageWith(server.url, player, token)).rest.get('/v1/players/me'))).toBe('token-expired')
  })

  it('continues with the token that another page has renewed', async () => {
    const player = newPlayer('Ada')
    const [old, renewed] = [
      await createTokens(SECRET, 1).issue(player),
      await createTokens(SECRET, 3_600_000).issue(player),
    ]
    const storage = storageWith(server.url, player, old.token)
    const curia = open(storage)
    storage.items.clear()
    for (const [key, value] of storageWith(server.url, player, renewed.token).items) storage.setItem(key, value)
    await curia.connect()
    expect(curia.session.value).toEqual({ status: 'guest', player })
  })

  it('is renewed when half of its time is over', async () => {
    const storage = new MemoryStorage()
    await open(storage).guest({ name: 'Ada' })
    const before = storedIn(storage)!
    expect(before.renewAt).toBeLessThan(before.expiresAt)
    storage.setItem(`curia:${server.url}`, JSON.stringify({ ...before, renewAt: Date.now() }))
    const curia = open(storage)
    // Two tokens of one second are equal, so the test compares the times of the next renewal.
    await expect.poll(() => storedIn(storage)!.renewAt, { timeout: 60_000 }).toBeGreaterThanOrEqual(before.renewAt)
    expect(curia.session.value.status).toBe('guest')
  })

  it('can be resumed with a token that was stored elsewhere', async () => {
    const { token, player } = await createTokens(SECRET, 3_600_000).issue(newPlayer('A bot'))
    const curia = open()
    expect(await curia.resume({ token })).toEqual(player)
    expect((await curia.create()).value.snapshot.you).not.toBe('spectator')
  })

  it('is not found in a storage that contains something else', () => {
    for (const text of ['', '{', '7', '{"token":1}', '{"token":"x"}', 'null']) {
      const storage = new MemoryStorage()
      storage.setItem(`curia:${server.url}`, text)
      expect(open(storage).session.value).toEqual(NONE)
    }
  })

  it('lasts as long as the page if nothing can be stored', async () => {
    const refuse = (): never => {
      throw new Error('no storage')
    }
    const storage = { getItem: () => null, setItem: refuse, removeItem: refuse }
    const curia = keep(new Curia({ url: server.url, storage }))
    await curia.guest({ name: 'Ada' })
    await curia.connect()
    await curia.logOut()
    expect(curia.session.value).toEqual(NONE)
  })
})
