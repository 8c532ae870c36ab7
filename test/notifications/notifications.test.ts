import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createDecoder } from 'fast-jwt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { isPublic, requireTarget } from '../../src/notifications/address.ts'
import { DeliveryQueue, MOST_WAITING, WEBHOOK } from '../../src/notifications/queue.ts'
import { MOST_SUBSCRIPTIONS } from '../../src/notifications/subscriptions.ts'
import type { PushSubscriptionInfo, Tournament, ViewAnswer, Webhook } from '../../src/protocol/index.ts'
import { notificationSchema } from '../../src/protocol/index.ts'
import { HOME, PASSWORD } from '../support/accounts.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import type { Http } from '../support/http.ts'
import { Caller, codeOf, openHttp } from '../support/http.ts'
import { newActionId } from '../support/players.ts'
import { LIVE_TEST_TIMES } from '../tournaments/support.ts'
import { checkWebhookFigures } from './at-webhooks.ts'
import type { Received, Receiver } from './receiver.ts'
import { openReceiver } from './receiver.ts'

/** Room for all that a test puts into the queue. */
const ROOM = { inAll: 20, failed: 20 }

let places: Places
let database: Database
let receiver: Receiver
let http: Http
let names = 0

const TIMES = { poll: 100, targets: 60_000, retry: { first: 1, longest: 5 } }
const ANY = { targets: 'any', vapidPrivateKey: undefined, vapidSubject: 'mailto:op@example.org' } as const
const open = (times: object = {}) =>
  openHttp({}, database, { settings: ANY, times: { ...TIMES, ...times } }, { times: LIVE_TEST_TIMES })

beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  receiver = await openReceiver()
})
afterAll(async () => {
  await receiver.close()
  await database.close()
  await places.end()
})
beforeEach(async () => {
  receiver.received.splice(0)
  receiver.statuses.splice(0)
  http = await open()
})
afterEach(() => http.close())

async function account(): Promise<Caller> {
  const name = `Player ${(names += 1)}`
  const { token } = await http.guest(name)
  const identity = await http.parts.sessions.authenticate(token)
  const issued = await http.parts.accounts.claim(identity, { name, password: PASSWORD }, HOME)
  return new Caller(http.app, issued.player, issued.token)
}

/** A match of two players that has begun; the first has seat 0, and decides. */
async function started(players: [Caller, Caller], clock = 'correspondence-1'): Promise<string> {
  const [ada, bo] = players
  const body = { seat: 0, clock, options: { wonders: 'first-game' } }
  const { snapshot } = (await ada.post<ViewAnswer>('/v1/matches', body)).body
  await bo.post('/v1/matches/join', { code: snapshot.code })
  return snapshot.match
}

/** A tournament of one round that players have joined, the first of whom hosts it. */
async function joined(players: Caller[]): Promise<string> {
  const terms = { name: 'Club evening', format: 'swiss', clock: 'blitz', rounds: 1 }
  const { id } = (await players[0]!.post<Tournament>('/v1/tournaments', terms)).body
  for (const player of players) await player.post(`/v1/tournaments/${id}/join`)
  return id
}

const put = (player: Caller, url: string) =>
  player.send<{ secret: string }>({ method: 'PUT', url: '/v1/players/me/webhook', payload: { url } })
const webhookOf = async (player: Caller) =>
  (await player.get<{ webhook?: Webhook }>('/v1/players/me/webhook')).body.webhook

it('moderators see what waits at the webhooks of all accounts, and how many of these fail', async () => {
  // Nothing may deliver meanwhile.
  await http.close()
  await database.use((db) => db.delivery.deleteMany())
  await checkWebhookFigures(database)
  http = await open()
})

describe('a webhook', () => {
  it('receives turns, challenges and ends, signed, and nothing else', async () => {
    const [ada, bo] = [await account(), await account()]
    const { secret } = (await put(ada, `${receiver.url}/ada`)).body
    const match = await started([ada, bo], 'blitz')
    const about = { player: ada.id, match, opponent: { id: bo.id, name: bo.name }, kind: 'base', clock: 'blitz' }
    await expect.poll(() => receiver.bodies('/ada')).toMatchObject([{ ...about, type: 'turn' }])
    await http.play(match, [ada, bo], 3)
    await bo.post('/v1/challenges', { to: { player: ada.id }, clock: 'slow' })
    await bo.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
    await expect
      .poll(() => receiver.bodies('/ada').map(({ type }) => type))
      .toEqual(expect.arrayContaining(['challenge', 'ended']))
    for (const body of receiver.bodies('/ada')) expect(notificationSchema.parse(body)).toEqual(body)
    const ended = receiver.bodies('/ada').find(({ type }) => type === 'ended')
    expect(ended).toMatchObject({ ...about, outcome: { by: 'resignation', winner: 0 } })
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    for (const { headers, body } of receiver.received) {
      const [id, timestamp] = [headers['webhook-id'] as string, headers['webhook-timestamp'] as string]
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body.toString()}`).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${expected}`)
      expect(JSON.parse(body.toString())).toHaveProperty('id', id)
      expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(600)
    }
    await expect.poll(async () => (await webhookOf(ada))?.waiting).toBe(0)
  })

  it('receives the match of each player in a tournament, once, and how it ended', async () => {
    const [ada, bo] = [await account(), await account()]
    for (const player of [ada, bo]) await put(player, `${receiver.url}/${player.id}`)
    const tournament = await joined([ada, bo])
    await ada.post(`/v1/tournaments/${tournament}/start`)
    const news = (player: Caller) =>
      receiver.bodies(`/${player.id}`).filter(({ type }) => String(type).startsWith('tournament-'))
    await expect.poll(() => [news(ada).length, news(bo).length]).toEqual([1, 1])
    const about = { tournament, name: 'Club evening' }
    const paired = { ...about, type: 'tournament-paired', round: 1, kind: 'base', clock: 'blitz' }
    expect(news(ada)).toMatchObject([{ ...paired, player: ada.id, opponent: { id: bo.id, name: bo.name } }])
    expect(news(bo)).toMatchObject([{ ...paired, player: bo.id, opponent: { id: ada.id, name: ada.name } }])
    const { match } = news(ada)[0] as { match: string }
    expect(news(bo)).toMatchObject([{ match }])
    await bo.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
    await expect.poll(() => [news(ada).length, news(bo).length]).toEqual([2, 2])
    const ended = { ...about, type: 'tournament-ended' }
    expect(news(ada)[1]).toMatchObject({ ...ended, player: ada.id, place: 1 })
    expect(news(bo)[1]).toMatchObject({ ...ended, player: bo.id, place: 2 })
    for (const body of [...news(ada), ...news(bo)]) expect(notificationSchema.parse(body)).toEqual(body)
  })

  it('receives that a tournament was cancelled, and no match of one that is over', async () => {
    const [ada, bo] = [await account(), await account()]
    await put(bo, `${receiver.url}/bo`)
    const cancelled = await joined([ada, bo])
    await ada.send({ method: 'DELETE', url: `/v1/tournaments/${cancelled}` })
    await expect.poll(() => receiver.bodies('/bo')).toMatchObject([{ type: 'tournament-ended', tournament: cancelled }])
    expect(receiver.bodies('/bo')[0]).not.toHaveProperty('place')
    receiver.received.splice(0)
    receiver.statuses.push(...Array.from({ length: 10_000 }, () => 503))
    const tournament = await joined([ada, bo])
    await ada.post(`/v1/tournaments/${tournament}/start`)
    const paired = () => receiver.bodies('/bo').find(({ type }) => type === 'tournament-paired')
    await expect.poll(paired).toBeDefined()
    await ada.post(`/v1/matches/${paired()!.match as string}/resign`, { actionId: newActionId() })
    const waiting = () => database.use((db) => db.delivery.findMany({ where: { playerId: bo.id } }))
    const typesOf = async () => (await waiting()).map(({ notification }) => (notification as { type: string }).type)
    await expect.poll(async () => (await typesOf()).toSorted()).toEqual(['ended', 'tournament-ended'])
    receiver.statuses.splice(0)
    await expect.poll(async () => (await waiting()).length).toBe(0)
  })

  it('gets a notification again, with the same id, until it has answered well', async () => {
    const [ada, bo] = [await account(), await account()]
    await put(ada, `${receiver.url}/again`)
    receiver.statuses.push(500, 302, 429)
    await started([ada, bo])
    await expect.poll(() => receiver.received.length).toBe(4)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    // A redirect is not followed.
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/again']))
    await expect.poll(async () => (await webhookOf(ada))?.failingSince).toBeUndefined()
    expect((await webhookOf(ada))?.waiting).toBe(0)
  })

  it('gets no turn that is over, and no challenge that is closed, however often it had to be tried', async () => {
    const [ada, bo] = [await account(), await account()]
    await put(ada, `${receiver.url}/over`)
    receiver.statuses.push(...Array.from({ length: 10_000 }, () => 503))
    const match = await started([ada, bo])
    const sent = await bo.post<{ challenge: { id: string } }>('/v1/challenges', {
      to: { player: ada.id },
      clock: 'slow',
    })
    const types = (): Set<unknown> => new Set(receiver.bodies('/over').map(({ type }) => type))
    await expect.poll(types).toEqual(new Set(['turn', 'challenge']))
    await http.play(match, [ada, bo], 1)
    await bo.send({ method: 'DELETE', url: `/v1/challenges/${sent.body.challenge.id}` })
    await expect.poll(async () => (await webhookOf(ada))?.waiting).toBe(0)
    receiver.received.splice(0)
    receiver.statuses.splice(0)
    await bo.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
    await expect.poll(() => receiver.bodies('/over').map(({ type }) => type)).toEqual(['ended'])
  })

  it.each([
    ['seconds', () => '3600'],
    ['a date', () => new Date(Date.now() + 3_600_000).toUTCString()],
  ])(
    'that names a time in %s gets nothing before it, neither the same again nor anything new',
    async (_how, header) => {
      const [ada, bo] = [await account(), await account()]
      await put(ada, `${receiver.url}/later`)
      receiver.statuses.push([429, { 'retry-after': header() }])
      const match = await started([ada, bo])
      const waiting = () =>
        database.use((db) => db.delivery.findMany({ where: { playerId: ada.id }, orderBy: { createdAt: 'asc' } }))
      await expect.poll(async () => (await waiting())[0]?.dueAt.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
      await bo.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
      await expect.poll(async () => (await waiting()).length).toBe(2)
      // Others are delivered, so the queue was read meanwhile.
      await put(bo, `${receiver.url}/other`)
      const other = await started([bo, ada])
      await expect.poll(() => receiver.bodies('/other').map(({ match }) => match)).toEqual([other])
      expect(await new DeliveryQueue(database).claim(ROOM, 1)).toEqual([])
      expect(receiver.bodies('/later')).toHaveLength(1)
      await database.use((db) => db.delivery.updateMany({ data: { dueAt: new Date() } }))
      await expect.poll(() => receiver.bodies('/later').map(({ type }) => type)).toEqual(['turn', 'ended'])
    },
  )

  it('that fails for too long is disabled, which the account sees; a new one works', async () => {
    await http.close()
    http = await open({ disable: 0 })
    const [ada, bo] = [await account(), await account()]
    await put(ada, `${receiver.url}/dead`)
    receiver.statuses.push(500)
    const match = await started([ada, bo])
    await expect.poll(async () => (await webhookOf(ada))?.disabled?.why).toBe('the answer had the status 500')
    await ada.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
    await expect.poll(async () => (await webhookOf(ada))?.waiting).toBe(0)
    await put(ada, `${receiver.url}/alive`)
    expect(await webhookOf(ada)).not.toHaveProperty('disabled')
    await started([ada, bo])
    await expect.poll(() => receiver.bodies('/alive').length).toBe(1)
    expect(receiver.bodies('/dead')).toHaveLength(1)
  })

  it('is delivered to once by two nodes, and by the other one after a node has died', async () => {
    const ada = await account()
    await put(ada, `${receiver.url}/nodes`)
    const other = await open()
    try {
      const queue = new DeliveryQueue(database)
      const news = { type: 'webhook-disabled', why: 'a test' } as const
      for (let count = 0; count < 20; count += 1) await queue.add(ada.id, [WEBHOOK], news)
      await expect.poll(() => webhookOf(ada).then((webhook) => webhook?.waiting)).toBe(0)
      expect(receiver.received).toHaveLength(20)
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(20)
    } finally {
      await other.close()
    }
    // A node that has claimed a delivery, and is gone.
    await http.close()
    const queue = new DeliveryQueue(database)
    await queue.add(ada.id, [WEBHOOK], { type: 'webhook-disabled', why: 'a test' })
    expect(await queue.claim(ROOM, 1)).toHaveLength(1)
    http = await open()
    await expect.poll(() => receiver.received.length).toBe(21)
  })

  it('has a bounded queue, which is deleted with the account', async () => {
    const ada = await account()
    const queue = new DeliveryQueue(database)
    const later = 'AAAAAAAAAAAAAAAA'
    const rows = Array.from({ length: MOST_WAITING - 1 }, () => ({
      id: randomBytes(12).toString('base64url'),
      playerId: ada.id,
      target: later,
      notification: {},
      createdAt: new Date(),
      dueAt: new Date(Date.now() + 3_600_000),
    }))
    await database.write((db) => db.delivery.createMany({ data: rows }))
    const news = { type: 'webhook-disabled', why: 'a test' } as const
    const claimed = { target: later, claimedUntil: null, id: rows[0]!.id }
    const inHand = { claimedUntil: new Date(Date.now() + 3_600_000) }
    await database.write((db) => db.delivery.updateMany({ where: claimed, data: inHand }))
    expect(await queue.add(ada.id, [later], news)).toBe(1)
    expect(await queue.add(ada.id, [later], news)).toBe(0)
    await http.parts.accounts.delete(ada.id)
    expect(await queue.waiting(ada.id, later)).toBe(0)
    expect(await queue.add(ada.id, [later], news)).toBe(0)
  })

  it('is for accounts, on public addresses and https, where nothing else is configured', async () => {
    expect(codeOf(await put(await http.guest('Gus'), `${receiver.url}/guest`))).toEqual([403, 'account-needed'])
    const strict = await openHttp({}, database)
    try {
      const ada = await account()
      const caller = new Caller(strict.app, ada, ada.token)
      for (const url of ['http://example.org/', 'https://127.0.0.1/', 'https://[::1]/']) {
        expect([url, codeOf(await put(caller, url))]).toEqual([url, [400, 'address-refused']])
      }
      for (const url of [
        'https://10.1.2.3/',
        'https://169.254.169.254/',
        'https://[::ffff:127.0.0.1]/',
        'https://user:pass@example.org/',
        'https://0x7f000001/',
        'https://2130706433/',
        'https://[fd00::1]/',
        'https://[::127.0.0.1]/',
        'https://[::a00:1]/',
        'https://[2002:7f00:1::]/',
        'https://[2001:db8::1]/',
        'https://example.org:22/',
        'https://example.org:80/',
        'https://1.1.1.1:1023/',
      ]) {
        expect(() => requireTarget(new URL(url), 'public'), url).toThrow()
      }
      expect(codeOf(await put(caller, 'no url'))).toEqual([400, 'bad-request'])
      expect((await put(caller, 'https://example.org/curia')).statusCode).toBe(200)
      expect((await caller.send({ method: 'DELETE', url: '/v1/players/me/webhook' })).statusCode).toBe(204)
      expect(await webhookOf(caller)).toBeUndefined()
    } finally {
      await strict.close()
    }
    expect(() => requireTarget(new URL('https://example.org'), 'none')).toThrow()
  })

  it('is on a public address, not one that hides another', () => {
    const hidden = [
      '127.0.0.1',
      '10.0.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '::1',
      'fe80::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      '0.0.0.0',
      '::127.0.0.1',
      '::10.0.0.1',
      '2002:a00:1::1',
      '2001:0:a00:1::1',
      '5f00::1',
      'ff02::1',
      'example.org',
      '',
    ]
    expect(hidden.filter(isPublic)).toEqual([])
    expect(['1.1.1.1', '2606:4700:4700::1111'].filter(isPublic)).toHaveLength(2)
    for (const url of [
      'https://example.org/',
      'https://example.org:443/',
      'https://1.1.1.1:8443/',
      'https://example.org:1024/',
    ]) {
      expect(() => requireTarget(new URL(url), 'public'), url).not.toThrow()
    }
  })
})

/** A device as a browser has it: its keys, and what the push service would give it. */
function newDevice(path: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: `${receiver.url}${path}`,
    expirationTime: null,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
  /** RFC 8291 over RFC 8188, with one record. */
  const decrypt = ({ body }: Received): unknown => {
    const [salt, keyLength] = [body.subarray(0, 16), body[20]!]
    const sender = body.subarray(21, 21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
    const [sealed, tag] = [body.subarray(21 + keyLength, -16), body.subarray(-16)]
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(tag)
    const text = Buffer.concat([decipher.update(sealed), decipher.final()]).toString()
    return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')))
  }
  return { subscription, decrypt }
}

const subscribe = (player: Caller, subscription: object) =>
  player.post<{ id: string }>('/v1/players/me/push', subscription)
const devicesOf = async (player: Caller) =>
  (await player.get<{ subscriptions: PushSubscriptionInfo[] }>('/v1/players/me/push')).body.subscriptions

describe('Web Push', () => {
  it('reaches a device that is subscribed, encrypted for it alone, and signed by the key of the server', async () => {
    const [ada, bo] = [await account(), await account()]
    const device = newDevice('/push')
    expect((await subscribe(ada, device.subscription)).statusCode).toBe(201)
    const match = await started([ada, bo])
    await expect.poll(() => receiver.received.length).toBe(1)
    const [first] = receiver.received as [Received]
    const payload = device.decrypt(first)
    expect(notificationSchema.parse(payload)).toEqual(payload)
    const opponent = { id: bo.id, name: bo.name }
    expect(payload).toMatchObject({ type: 'turn', player: ada.id, match, opponent, clock: 'correspondence-1' })
    expect(first.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { key } = (await http.nobody.get<{ key: string }>('/v1/push')).body
    const [, token, signer] = /^vapid t=([^,]+), k=(.+)$/.exec(first.headers.authorization!)!
    expect(signer).toBe(key)
    expect(createDecoder()(token!)).toMatchObject({ aud: receiver.url, sub: 'mailto:op@example.org' })
  })

  it('says nothing of moves in real time, and nothing to a player who is connected', async () => {
    const [ada, bo] = [await account(), await account()]
    const device = newDevice('/quiet')
    await subscribe(ada, device.subscription)
    const blitz = await started([ada, bo], 'blitz')
    http.lobby.online.connected({ id: ada.id, name: ada.name })
    await expect.poll(() => http.lobby.online.find(ada.id)).not.toBeNull()
    await started([ada, bo])
    const queue = new DeliveryQueue(database)
    const [{ id }] = (await devicesOf(ada)) as [PushSubscriptionInfo]
    await expect.poll(() => queue.waiting(ada.id, id)).toBe(0)
    await bo.post(`/v1/matches/${blitz}/resign`, { actionId: newActionId() })
    await expect.poll(() => queue.waiting(ada.id, id)).toBe(0)
    expect(receiver.received).toEqual([])
  })

  it.each([404, 410])('forgets a device that its service answers with %i', async (status) => {
    const [ada, bo] = [await account(), await account()]
    await subscribe(ada, newDevice('/gone').subscription)
    receiver.statuses.push(status)
    await started([ada, bo])
    await expect.poll(() => devicesOf(ada)).toEqual([])
    expect(receiver.received).toHaveLength(1)
  })

  it.each([400, 401, 403, 413, 422])(
    'gives a notification up that its service answers with %i, and keeps the device',
    async (status) => {
      const [ada, bo] = [await account(), await account()]
      const { id } = (await subscribe(ada, newDevice('/refused').subscription)).body
      receiver.statuses.push(status)
      const match = await started([ada, bo])
      await expect.poll(() => receiver.received.length).toBe(1)
      await expect.poll(() => new DeliveryQueue(database).waiting(ada.id, id)).toBe(0)
      expect(receiver.received).toHaveLength(1)
      expect(await devicesOf(ada)).toHaveLength(1)
      await bo.post(`/v1/matches/${match}/resign`, { actionId: newActionId() })
      await expect.poll(() => receiver.received.length).toBe(2)
    },
  )

  it.each([301, 408, 425, 429, 500, 503])(
    'tries a notification again that its service answers with %i',
    async (status) => {
      const [ada, bo] = [await account(), await account()]
      await subscribe(ada, newDevice('/passing').subscription)
      receiver.statuses.push(status)
      await started([ada, bo])
      await expect.poll(() => receiver.received.length).toBe(2)
    },
  )

  it('does not say that it is the turn of a player who has moved', async () => {
    const [ada, bo] = [await account(), await account()]
    const { id } = (await subscribe(ada, newDevice('/moved').subscription)).body
    receiver.statuses.push(...Array.from({ length: 10_000 }, () => 503))
    const match = await started([ada, bo])
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    await http.play(match, [ada, bo], 1)
    await expect.poll(() => new DeliveryQueue(database).waiting(ada.id, id)).toBe(0)
  })

  it('is opt-in for each device, of which an account has a bounded number', async () => {
    const [ada, bo] = [await account(), await account()]
    const devices = Array.from({ length: MOST_SUBSCRIPTIONS + 1 }, (_, n) => newDevice(`/device-${n}`).subscription)
    const ids: string[] = []
    for (const device of devices.slice(0, 9)) ids.push((await subscribe(ada, device)).body.id)
    for (const device of devices.slice(9)) ids.push(await http.parts.notifications.subscribe(ada.id, device, 'later'))
    expect((await devicesOf(ada)).map(({ id }) => id).sort()).toEqual(ids.slice(1).sort())
    const remove = (player: Caller, id: string) => player.send({ method: 'DELETE', url: `/v1/players/me/push/${id}` })
    expect(codeOf(await remove(bo, ids[1]!))).toEqual([404, 'unknown-subscription'])
    expect((await remove(ada, ids[1]!)).statusCode).toBe(204)
    expect(await devicesOf(ada)).toHaveLength(MOST_SUBSCRIPTIONS - 1)
    // The device has another account now.
    await http.parts.notifications.subscribe(bo.id, devices[5]!, 'mine')
    expect(await devicesOf(ada)).toHaveLength(MOST_SUBSCRIPTIONS - 2)
    expect(codeOf(await subscribe(await http.guest('Gus'), devices[0]!))).toEqual([403, 'account-needed'])
    const strict = await openHttp({}, database)
    const refused = await subscribe(new Caller(strict.app, bo, bo.token), devices[0]!)
    expect(codeOf(refused)).toEqual([400, 'address-refused'])
    await strict.close()
  })

  it('has one key for all servers of a database, or the one that is configured', async () => {
    const other = await open()
    const keyOf = async (server: Http) => (await server.nobody.get<{ key: string }>('/v1/push')).body.key
    expect(await keyOf(other)).toBe(await keyOf(http))
    await other.close()
    const pair = createECDH('prime256v1')
    const key = pair.generateKeys('base64url')
    const vapidPrivateKey = pair.getPrivateKey('base64url')
    const configured = await openHttp({}, database, { settings: { ...ANY, vapidPrivateKey } })
    expect(await keyOf(configured)).toBe(key)
    await configured.close()
  })
})
