import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { atLast } from '../support/at-last.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refusal, refused } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'

const NOWHERE = 'AAAAAAAAAAAAAAAA'
let open: TestGateway
let match: string
let ada: Client
let bo: Client
/** Everything in the store, as text. */
const stored = (): string => JSON.stringify([...open.backend.matches].map(([id, { record }]) => [id, record]))
let before: string
beforeEach(async () => {
  open = await openGateway()
  const table = await open.seatTwo()
  ;({ match } = table)
  ;[ada, bo] = table.clients
  before = stored()
})
afterEach(async () => {
  // Whatever was sent, nothing of it was stored, and the server goes on.
  try {
    expect(stored()).toBe(before)
    expect(await ada.send('match:act', legal())).toMatchObject({ ok: true, match, version: 2 })
  } finally {
    await open.close()
  }
})

/** A move that is right. */
function legal() {
  const { version, snapshot } = ada.follower(match)
  return { match, actionId: newActionId(), version, action: legalOf(snapshot!)[0]! }
}

describe('a message', () => {
  it('with an unknown event is answered unknown-event', async () => {
    for (const event of ['match:nonsense', '', 'toString', '__proto__', 'error', 'message']) {
      expect([event, refused(await ada.send(event, { match }))]).toEqual([event, 'unknown-event'])
    }
  })

  it('without an acknowledgement does nothing, and its error comes as an event', async () => {
    ada.socket.emit('match:act', legal())
    ada.socket.emit('match:resign')
    ada.socket.emit('no:such-event', {})
    const errors = (): string[] =>
      ada.events.filter(([event]) => event === 'error:protocol').map(([, body]) => refused(body as never))
    await atLast(() => expect(errors()).toEqual(['bad-request', 'bad-request', 'unknown-event']))
  })

  it('with none or too many payloads, or one that is not an object, is answered bad-request', async () => {
    for (const event of ['match:create', 'match:join', 'match:watch', 'match:unwatch', 'match:act', 'match:resign']) {
      for (const payloads of [[], [{ match }, {}], [null], ['text'], [42], [true], [[]], [[{ match }]]]) {
        expect([event, payloads, refused(await ada.send(event, ...payloads))]).toEqual([event, payloads, 'bad-request'])
      }
    }
  })

  it('with fields of the wrong type is answered bad-request, which says where', async () => {
    const wrong: [string, object, string][] = [
      ['match:create', { seat: 2 }, '/seat'],
      ['match:create', { seat: [0] }, '/seat'],
      ['match:create', { seat: undefined, opponent: [null] }, '/opponent'],
      ['match:create', { rated: true, clock: 'blitz', seat: 0 }, '/seat'],
      ['match:create', { rated: true, clock: 'correspondence-1', seat: 1, listed: true }, '/seat'],
      ['match:create', { rated: true, clock: 'slow', seat: 0, opponent: { bot: 'club' } }, '/seat'],
      ['match:create', { rated: true }, '/rated'],
      ['match:create', { kind: 'chess' }, '/kind'],
      ['challenge:send', { to: { name: 'Bo' }, rated: true, clock: 'blitz', seat: 1 }, '/seat'],
      ['challenge:send', { to: { name: 'Bo' }, rated: true }, '/rated'],
      ['match:create', { options: { agora: true } }, '/options'],
      ['match:create', { options: { extra: 1 } }, '/options'],
      ['match:watch', { match: 7 }, '/match'],
      ['match:watch', { match, version: -1 }, '/version'],
      ['match:act', { ...legal(), version: '1' }, '/version'],
      ['match:act', { ...legal(), version: 1.5 }, '/version'],
      ['match:act', { ...legal(), actionId: 'short' }, '/actionId'],
      ['match:act', { ...legal(), actionId: { length: 10 } }, '/actionId'],
      ['match:act', { ...legal(), action: 'decline' }, '/action'],
      ['match:act', { ...legal(), action: { type: 'win' } }, '/action/type'],
      ['match:act', { ...legal(), action: { type: 'decline', seat: 1 } }, '/action'],
      ['match:act', { ...legal(), seat: 1 }, ''],
      ['match:resign', { match, actionId: newActionId(), seat: 1 }, ''],
    ]
    for (const [event, payload, path] of wrong) {
      const reply = await ada.send(event, payload)
      expect([payload, refused(reply)]).toEqual([payload, 'bad-request'])
      expect(reply).toMatchObject({ error: { details: { issues: [{ path }] } } })
    }
  })

  it('with a value of any type in a wrong place is answered bad-request', async () => {
    const actions: unknown[] = [
      { type: 'draft-wonder', wonder: 5 },
      { type: 'construct-building', slot: '3' },
      { type: 'construct-building', slot: -1 },
      { type: 'construct-building', slot: 25 },
      { type: 'construct-building', slot: 1.5 },
      { type: 'construct-building', slot: null },
      { type: 'construct-building' },
      { type: 'choose-progress-token', token: ['law'] },
      { type: 'choose-first-player', seat: '0' },
    ]
    for (const action of actions) {
      expect([action, refused(await ada.act({ ...legal(), action }))]).toEqual([action, 'bad-request'])
    }
  })

  it('with __proto__ or constructor keys is answered bad-request, and changes no object', async () => {
    const evil = (text: string): object => JSON.parse(text) as object
    const polluted = '{"polluted":true}'
    const decline = `{"type":"decline","__proto__":${polluted}}`
    const { actionId } = legal()
    const wrong: [string, object][] = [
      ['match:create', evil(`{"__proto__":${polluted}}`)],
      ['match:create', evil(`{"options":{"__proto__":${polluted}}}`)],
      ['match:create', evil(`{"constructor":{"prototype":${polluted}}}`)],
      ['match:watch', evil(`{"match":"${match}","__proto__":${polluted}}`)],
      ['match:act', evil(`{"match":"${match}","actionId":"${actionId}","version":1,"action":${decline}}`)],
      [
        'match:act',
        evil(`{"match":"${match}","actionId":"${actionId}","version":1,"__proto__":{"action":{"type":"decline"}}}`),
      ],
    ]
    for (const [event, payload] of wrong) {
      expect([payload, refused(await ada.send(event, payload))]).toEqual([payload, 'bad-request'])
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('with binary parts is answered bad-request', async () => {
    expect(refused(await ada.send('match:act', Buffer.from('{}')))).toBe('bad-request')
    expect(refused(await ada.send('match:act', { ...legal(), actionId: Buffer.from('12345678') }))).toBe('bad-request')
    expect(refused(await ada.send('match:create', Buffer.alloc(0)))).toBe('bad-request')
    expect(refused(await ada.send('match:create', { options: Buffer.alloc(0) }))).toBe('bad-request')
  })

  it('that is nested very deep is answered bad-request', async () => {
    // As it goes over the wire: the client's own encoder does not go as deep.
    ada.socket.io.engine.write(`20["match:watch",${'['.repeat(7_000)}${']'.repeat(7_000)}]`)
    ada.socket.io.engine.write(`2["match:watch",{"match":${'['.repeat(7_000)}${']'.repeat(7_000)}}]`)
    await atLast(() => expect(ada.events.map(([event]) => event)).toContain('error:protocol'))
  })

  it('of more than 16 KiB is answered payload-too-large, however much more it is', async () => {
    expect(refused(await ada.send('match:watch', { match: 'x'.repeat(15 * 1024) }))).toBe('bad-request')
    for (const kib of [16, 17, 64, 100, 127]) {
      expect([kib, refused(await ada.send('match:watch', { match: 'x'.repeat(kib * 1024) }))]).toEqual([
        kib,
        'payload-too-large',
      ])
    }
    expect(refused(await ada.send('match:watch', { match: 'ß'.repeat(9 * 1024) }))).toBe('payload-too-large')
    expect(refused(await ada.send('match:watch', Buffer.alloc(17 * 1024)))).toBe('payload-too-large')
    expect(refused(await ada.send('match:watch', { match: 'x'.repeat(17 * 1024), more: Buffer.alloc(8) }))).toBe(
      'payload-too-large',
    )
    ada.socket.emit('match:watch', { match: 'x'.repeat(17 * 1024) })
    await atLast(() =>
      expect(
        ada.events.some(
          ([event, body]) => event === 'error:protocol' && refused(body as never) === 'payload-too-large',
        ),
      ).toBe(true),
    )
  })

  it('of more than 16 KiB by long polling is answered payload-too-large as well', async () => {
    const polling = await open.connect('Cy', ['polling'])
    expect(refused(await polling.send('match:watch', { match: 'x'.repeat(17 * 1024) }))).toBe('payload-too-large')
  })

  it('of more than 128 KiB closes its own connection, and no other', async () => {
    const cy = await open.connect('Cy')
    const gone = cy.gone()
    cy.socket.emit('match:watch', { match: 'x'.repeat(128 * 1024 + 1) })
    await gone
  })

  it('that is not Socket.IO closes its own connection, and no other', async () => {
    for (const garbage of [
      '2{"not":"an array"}',
      '2["match:act",',
      '9',
      '2["disconnect"]',
      '51-["x",{"_placeholder":true,"num":9}]',
    ]) {
      const cy = await open.connect('Cy')
      const gone = cy.gone()
      const { engine } = cy.socket.io
      engine.write(garbage)
      if (garbage.startsWith('5')) engine.write(Buffer.from('x'))
      await gone
    }
  })
})

describe('a move', () => {
  it('in a match of other players is answered not-your-match', async () => {
    const cy = await open.connect('Cy')
    expect(refused(await cy.act(legal()))).toBe('not-your-match')
    expect(refused(await cy.send('match:resign', { match, actionId: newActionId() }))).toBe('not-your-match')
    expect(refused(await cy.send('match:join', { match }))).toBe('match-full')
  })

  it('out of turn is answered not-your-turn', async () => {
    expect(refused(await bo.act(legal()))).toBe('not-your-turn')
  })

  it('of another version is answered stale or unknown-version, with the present one', async () => {
    expect(await ada.act({ ...legal(), version: 0 })).toMatchObject({
      ok: false,
      error: { code: 'stale', details: { version: 1 } },
    })
    expect(await ada.act({ ...legal(), version: 2 })).toMatchObject({
      ok: false,
      error: { code: 'unknown-version', details: { version: 1 } },
    })
  })

  it('with an id that does not exist is answered with the code for this id', async () => {
    expect(refused(await ada.act({ ...legal(), match: NOWHERE }))).toBe('unknown-match')
    expect(refused(await ada.send('match:resign', { match: NOWHERE, actionId: newActionId() }))).toBe('unknown-match')
    expect(refused(await ada.send('match:watch', { match: NOWHERE }))).toBe('unknown-match')
    expect(refused(await ada.send('match:watch', { match, version: 9 }))).toBe('unknown-version')
    expect(refused(await ada.send('match:join', { match: NOWHERE }))).toBe('unknown-match')
    expect(refused(await ada.send('match:join', { code: '22222222' }))).toBe('unknown-code')
    const reply = await ada.act({ ...legal(), action: { type: 'draft-wonder', wonder: 'atlantis' } })
    expect(reply).toMatchObject({ ok: false, error: { code: 'illegal-action', details: { rule: 'not-offered' } } })
  })

  it('that the rules forbid is answered illegal-action', async () => {
    for (const action of [{ type: 'construct-building', slot: 0 }, { type: 'decline' }, { type: 'conspire' }]) {
      expect(refused(await ada.act({ ...legal(), action }))).toBe('illegal-action')
    }
  })

  it('after the end is answered match-over', async () => {
    const cy = await open.connect('Cy')
    const dee = await open.connect('Dee')
    const { snapshot } = await cy.enter('match:create', { seat: 0 })
    await dee.enter('match:join', { code: snapshot.code })
    const { version } = await dee.ask<{ version: number }>('match:resign', {
      match: snapshot.match,
      actionId: newActionId(),
    })
    await cy.follower(snapshot.match).reached(version)
    before = stored()
    const move = {
      match: snapshot.match,
      actionId: newActionId(),
      version,
      action: { type: 'draft-wonder', wonder: 'pyramids' },
    }
    expect(refused(await cy.act(move))).toBe('match-over')
    expect(refused(await cy.send('match:resign', { match: snapshot.match, actionId: newActionId() }))).toBe(
      'match-over',
    )
  })

  it('before the second player has joined is answered match-not-started', async () => {
    const { snapshot } = await ada.enter('match:create', { seat: 0 })
    before = stored()
    expect(refused(await ada.act({ ...legal(), match: snapshot.match, version: 0 }))).toBe('match-not-started')
  })
})

describe('a token', () => {
  it('that is missing, of the wrong type, altered or of another server is refused at the handshake', async () => {
    const { token } = await open.tokens.issue(newPlayer('Cy'))
    const cases: [unknown, string][] = [
      [undefined, 'token-missing'],
      [null, 'token-missing'],
      [42, 'token-invalid'],
      [{ token }, 'token-invalid'],
      ['nonsense', 'token-invalid'],
      [`${token.slice(0, -2)}xx`, 'token-invalid'],
      ['x'.repeat(100_000), 'token-invalid'],
    ]
    for (const [given, code] of cases) {
      const { message, data } = await refusal(open.dial(given))
      expect([given, data]).toEqual([given, { code, message }])
    }
  })

  it('that has expired is refused at the handshake', async () => {
    const strict = await openGateway({
      authenticate: () => Promise.resolve({ player: newPlayer('Cy'), expiresAt: Date.now() - 1, session: 'any' }),
    })
    expect((await refusal(strict.dial('any'))).data.code).toBe('token-expired')
    await strict.close()
  })
})

describe('a fault of the server', () => {
  it('is answered internal, without any detail', async () => {
    const broken = await openGateway({ authenticate: () => Promise.reject(new Error('secret detail')) })
    const { data } = await refusal(broken.dial('any'))
    expect(data.code).toBe('internal')
    expect(JSON.stringify(data)).not.toContain('secret')
    await broken.close()

    const join = vi.spyOn(open.matches.play, 'join').mockRejectedValue(new Error('secret detail'))
    const reply = await ada.send('match:join', { match })
    expect(reply).toEqual({
      ok: false,
      error: { code: 'internal', message: expect.not.stringContaining('secret') as string },
    })
    join.mockRestore()
  })
})
