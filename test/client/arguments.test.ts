import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LiveMatch } from '../../client/src/index.ts'
import { Curia, expandOffers, isOffered, until } from '../../client/src/index.ts'
import { newPlayer } from '../support/players.ts'
import { MATCH, ScriptedServer, viewAt } from './scripted-server.ts'
import { MemoryStorage, storageWith } from './support.ts'

/** Any value, as a caller without types could give it. */
type Careless = never
const no = undefined as Careless

let server: ScriptedServer
let curia: Curia
let match: LiveMatch
beforeAll(async () => {
  server = await ScriptedServer.open()
  server.answer('match:watch', () => viewAt(3))
  curia = new Curia({ url: server.url, storage: storageWith(server.url, newPlayer('Ada'), 'a token') })
  match = await curia.watch(MATCH)
})
afterAll(async () => {
  curia?.close()
  await server?.close()
})

describe('the address of the server', () => {
  it.each([
    'localhost:3000',
    '127.0.0.1:3000',
    'curia.example',
    '//curia.example',
    'ws://curia.example',
    'file:///x',
    '',
  ])('is refused without http or https (%s)', (url) => {
    expect(() => new Curia({ url, storage: new MemoryStorage() })).toThrow(TypeError)
    expect(() => new Curia({ url, storage: new MemoryStorage() })).toThrow(
      /url must begin with http:\/\/ or https:\/\//,
    )
  })

  it('is needed for a page that comes from no server', () => {
    vi.stubGlobal('location', { origin: 'null' })
    expect(() => new Curia()).toThrow('the url of the server is needed')
    vi.unstubAllGlobals()
  })

  it.each([
    [{ url: 3000 }, /^url must be a text, and is 3000/],
    [{ patienceMs: 0 }, /^patienceMs must be a number of ms above 0/],
    [{ patienceMs: Infinity }, /^patienceMs .* Infinity/],
    [{ answerTimeoutMs: '5s' }, /^answerTimeoutMs .* the text "5s"/],
    [{ storage: {} }, /^storage.getItem must be a function/],
    [{ storage: 'localStorage' }, /^storage must be an object/],
    ['http://localhost:3000', /^options must be an object/],
    [null, /^options must be an object, and is null/],
  ])('is not all that is checked of the options: %j', (options, message) => {
    const given =
      typeof options === 'object' && options !== null ? { url: 'http://localhost:3000', ...options } : options
    expect(() => new Curia(given as Careless)).toThrow(message)
    expect(() => new Curia(given as Careless)).toThrow(TypeError)
  })
})

describe('a call without what it needs', () => {
  const calls: [string, () => unknown][] = [
    ['guest', () => curia.guest(no)],
    ['name', () => curia.guest({} as Careless)],
    ['credentials', () => curia.logIn(no)],
    ['password', () => curia.logIn({ name: 'Ada' } as Careless)],
    ['credentials', () => curia.register(no)],
    ['credentials', () => curia.claim(no)],
    ['request', () => curia.recover(no)],
    ['code', () => curia.recover({ name: 'Ada', password: 'correct horse battery' } as Careless)],
    ['request', () => curia.resetPassword(no)],
    ['token', () => curia.resetPassword({ password: 'correct horse battery' } as Careless)],
    ['request', () => curia.newRecoveryCodes(no)],
    ['password', () => curia.newRecoveryCodes({} as Careless)],
    ['use', () => curia.logInWithPasskey(no)],
    ['request', () => curia.passkeys.add(no, no)],
    ['make', () => curia.passkeys.add({ password: 'correct horse battery' }, no)],
    ['id', () => curia.passkeys.remove(no)],
    ['request', () => curia.moderation.resetLink(no)],
    ['session', () => curia.resume(no)],
    ['token', () => curia.resume({ token: null } as Careless)],
    ['status', () => curia.resume({ token: 'a token', status: 'bot' } as Careless)],
    ['request', () => curia.report(no)],
    ['id', () => curia.block(no)],
    ['id', () => curia.unblock('')],
    ['request', () => curia.create('base' as Careless)],
    ['request', () => curia.join('ABCDEFGH' as Careless)],
    ['match', () => curia.watch(no)],
    ['options', () => curia.watch(MATCH, 'ABCDEFGH' as Careless)],
    ['code', () => curia.watch(MATCH, { code: 12345678 } as Careless)],
    ['query', () => curia.publicMatches(null as Careless)],
    ['query', () => curia.myMatches('all' as Careless)],
    ['request', () => curia.queue.join(no)],
    ['clock', () => curia.queue.join({ rated: true } as Careless)],
    ['rated', () => curia.queue.join({ clock: 'blitz' } as Careless)],
    ['request', () => curia.challenges.send(no)],
    ['challenge', () => curia.challenges.accept(no)],
    ['bid', () => curia.challenges.accept('q7bX2mYpL0sTgR4w', '3' as Careless)],
    ['challenge', () => curia.challenges.close({} as Careless)],
    ['bot', () => curia.bots.create(no)],
    ['name', () => curia.bots.create({} as Careless)],
    ['id', () => curia.bots.replaceToken(no)],
    ['id', () => curia.bots.revokeToken(no)],
    ['id', () => curia.bots.delete(no)],
    ['id', () => curia.moderation.report(no)],
    ['id', () => curia.moderation.player(no)],
    ['measure', () => curia.moderation.take(no)],
    ['subscription', () => curia.notifications.subscribe(no)],
    ['id', () => curia.notifications.unsubscribe(no)],
    ['url', () => curia.notifications.setWebhook(no)],
    ['path', () => curia.rest.get(no)],
    ['path', () => curia.rest.get('v1/games' as Careless)],
    ['id', () => curia.rest.get('/v1/players/{id}', {} as Careless)],
    ['options', () => curia.rest.get('/v1/games', 5 as Careless)],
    ['query', () => curia.rest.get('/v1/games', { query: 'kind=base' } as Careless)],
    ['query', () => curia.rest.exportGames(null as Careless)],
    ['action', () => match.act(no)],
    ['version', () => match.act({ type: 'conspire' }, '3' as Careless)],
    ['version', () => match.abort(null as Careless)],
    ['answer', () => match.draw(no)],
    ['ms', () => match.giveTime(no)],
    ['text', () => match.say(no)],
    ['muted', () => match.mute(no)],
    ['seat', () => match.clock(2 as Careless)],
    ['now', () => match.serverTime('now' as Careless)],
    ['test', () => match.until(no)],
    ['run', () => match.subscribe(no)],
    ['run', () => match.clocks.subscribe(no)],
    ['run', () => curia.session.subscribe(no)],
    ['run', () => curia.tables.subscribe('run' as Careless)],
    ['test', () => until(match, no)],
    ['offers', () => expandOffers({} as Careless)],
    ['action', () => isOffered([], no)],
  ]

  it.each(calls)('fails with a TypeError that names %s, and sends nothing (%s)', async (name, call) => {
    const { length } = server.received
    const failure: unknown = await Promise.resolve()
      .then(call)
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TypeError)
    expect((failure as TypeError).message).toMatch(new RegExp(`\\b${name}\\b`))
    expect(server.received.slice(length).filter(({ event }) => event !== 'connection:ping')).toEqual([])
  })
})
