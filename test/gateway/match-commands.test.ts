import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  chatMessageSchema,
  chatSchema,
  commitAnswerSchema,
  muteRequestSchema,
  presenceSchema,
  rematchSchema,
  saidSchema,
  snapshotSchema,
} from '../../src/protocol/index.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refused } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

const request = (match: string) => ({ match, actionId: newActionId() })

/** What the answer to an event says, checked against its schema. */
async function answered<S extends z.ZodObject>(
  client: Client,
  event: string,
  payload: object,
  schema: S,
): Promise<z.output<S>> {
  const reply = await client.send(event, payload)
  expect(reply).toMatchObject({ ok: true })
  return schema.extend({ ok: z.literal(true) }).parse(reply) as z.output<S>
}

/** The player who decides does the first legal action. */
async function move(match: string, clients: readonly Client[]): Promise<void> {
  const mover = clients.find((client) => client.follower(match).snapshot!.board?.legal)!
  const { version, snapshot } = mover.follower(match)
  await mover.act({ ...request(match), version, action: legalOf(snapshot!)[0]! })
  await Promise.all(clients.map((client) => client.follower(match).reached(version + 1)))
}

describe('over a socket', () => {
  it('a match that is created again by the same command is the same one, and its updates come once', async () => {
    const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
    const payload = { seat: 0, actionId: newActionId() }
    const { snapshot } = await ada.enter('match:create', payload)
    const again = await ada.enter('match:create', payload)
    expect(again.snapshot).toEqual(snapshot)
    await bo.enter('match:join', { code: snapshot.code! })
    await ada.follower(snapshot.match).reached(1)
    expect(ada.follower(snapshot.match).updates.map(({ version }) => version)).toEqual([1])
  })

  it('a match has terms, clocks, and what its players may do; a draw is offered and accepted', async () => {
    const { match, clients } = await open.seatTwo({}, { clock: 'blitz' })
    const { snapshot } = clients[0].follower(match)
    expect(snapshotSchema.parse(snapshot)).toEqual(snapshot)
    expect(snapshot).toMatchObject({
      terms: { clock: 'blitz', rated: false, visibility: 'public' },
      origin: 'invitation',
      clocks: { 0: 300_000, 1: 300_000, running: 0 },
      mayDo: { abort: true, resign: true },
    })
    await move(match, clients)
    await move(match, clients)
    await answered(clients[0], 'match:draw', { ...request(match), answer: 'offer' }, commitAnswerSchema)
    await clients[1].follower(match).reached(4)
    expect(clients[1].follower(match).snapshot).toMatchObject({
      drawOffer: 0,
      mayDo: { answerDraw: true, resign: true },
    })
    await answered(clients[1], 'match:draw', { ...request(match), answer: 'accept' }, commitAnswerSchema)
    await expect.poll(() => clients[0].follower(match).ends).toMatchObject([{ outcome: { by: 'agreement' } }])
  })

  it('a match that has hardly begun is aborted, and its end has no winner', async () => {
    const { match, clients } = await open.seatTwo({}, { clock: 'blitz' })
    await answered(clients[1], 'match:abort', { ...request(match), version: 1 }, commitAnswerSchema)
    await expect.poll(() => clients[0].follower(match).ends.map(({ outcome }) => outcome)).toEqual([{ by: 'aborted' }])
    expect(refused(await clients[0].send('match:abort', { ...request(match), version: 1 }))).toBe('match-over')
  })

  it('a win is not claimed from a player who is connected', async () => {
    const { match, clients } = await open.seatTwo({}, { clock: 'blitz' })
    expect(refused(await clients[0].send('match:claim', request(match)))).toBe('not-away')
    await expect.poll(() => clients[0].follower(match).attendance?.seats).toEqual([0, 1])
    clients[1].close()
    await expect.poll(() => clients[0].follower(match).attendance?.away[1]).toBeDefined()
    const { attendance } = clients[0].follower(match)
    expect(presenceSchema.parse(attendance)).toEqual(attendance)
    expect(refused(await clients[0].send('match:claim', request(match)))).toBe('not-away')
  })

  it('a rematch is offered to the other player, and created once they accept', async () => {
    const { match, clients } = await open.seatTwo()
    await clients[0].ask('match:resign', request(match))
    expect(await answered(clients[1], 'match:rematch', { match }, rematchSchema)).toMatchObject({ offered: [1] })
    await expect.poll(() => clients[0].follower(match).rematches.at(-1)).toEqual({ match, offered: [1] })
    const { next } = await answered(clients[0], 'match:rematch', { match }, rematchSchema)
    await expect.poll(() => clients[1].follower(match).rematches.at(-1)).toMatchObject({ next })
    const answer = await clients[1].enter('match:watch', { match: next })
    expect(answer.snapshot).toMatchObject({ you: 0, origin: 'rematch', status: 'playing' })
  })

  it('players chat, mute each other, and read the chat', async () => {
    const { match, clients } = await open.seatTwo()
    const { line } = await answered(clients[0], 'chat:say', { match, text: 'Good luck' }, saidSchema)
    await expect.poll(() => clients[1].follower(match).said).toEqual([{ match, room: 'players', line }])
    const [message] = clients[1].follower(match).said
    expect(chatMessageSchema.parse(message)).toEqual(message)
    await answered(clients[1], 'chat:mute', { match, muted: true }, muteRequestSchema)
    await clients[0].ask('chat:say', { match, text: 'Hello?' })
    expect(await answered(clients[1], 'chat:read', { match }, chatSchema)).toMatchObject({
      room: 'players',
      muted: true,
      lines: [],
    })
    expect(await answered(clients[0], 'chat:read', { match }, chatSchema)).toMatchObject({
      muted: false,
      lines: [{ text: 'Good luck' }, { text: 'Hello?' }],
    })
  })

  it('a private match is watched with its code', async () => {
    const { match, clients } = await open.seatTwo({}, { visibility: 'private' })
    const cy = await open.connect('Cy')
    expect(refused(await cy.send('match:watch', { match }))).toBe('code-needed')
    const { code } = clients[1].follower(match).snapshot!
    expect((await cy.enter('match:watch', { match, code })).snapshot.you).toBe('spectator')
    await expect.poll(() => clients[0].follower(match).attendance?.watchers, { timeout: 60_000 }).toBe(1)
  })

  it('a message without the documented shape is refused', async () => {
    const { match, clients } = await open.seatTwo()
    for (const [event, payload] of [
      ['match:draw', request(match)],
      ['match:draw', { ...request(match), answer: 'maybe' }],
      ['match:abort', request(match)],
      ['match:rematch', { match, seat: 1 }],
      ['chat:say', { match, text: '' }],
      ['chat:say', { match, text: 'x'.repeat(2000) }],
      ['chat:mute', { match, muted: 'yes' }],
    ] as const) {
      expect(refused(await clients[0].send(event, payload)), event).toBe('bad-request')
    }
    for (const terms of [{ rated: true }, { clock: 'bullet' }, { listed: true, visibility: 'private' }]) {
      expect(refused(await clients[0].send('match:create', terms))).toBe('bad-request')
    }
  })
})
