import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chatText } from '../../src/matches/chat-text.ts'
import { chatLineSchema, sayBodySchema, sayRequestSchema } from '../../src/protocol/index.ts'
import type { ChatPhrase } from '../../src/text/index.ts'
import { CHAT_PHRASES } from '../../src/text/index.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, seatTwo } from '../support/match.ts'
import { newPlayer } from '../support/players.ts'
import { World } from '../support/world.ts'

let world: World
let seated: SeatedMatch
beforeEach(async () => {
  world = new World(31)
  seated = await seatTwo(world.node(0))
})
afterEach(() => world.close())

const texts = (follower: Follower): string[] => follower.said.map(({ line }) => line.text)

describe('chat', () => {
  it('reaches the other player on any node, and no spectator; spectators have a room of their own', async () => {
    const { match, players } = seated
    const [ada, bo, cy, di] = [new Follower(), new Follower(), new Follower(), new Follower()]
    const [third, fourth] = [newPlayer('Cy'), newPlayer('Di')]
    await ada.follow(world.node(0), players[0], match)
    await bo.follow(world.node(1), players[1], match)
    await cy.follow(world.node(0), third, match)
    await di.follow(world.node(1), fourth, match)
    await world.node(0).chats.say(players[0], { match, text: 'Good luck!' })
    await world.node(0).chats.say(third, { match, text: 'Who wins?' })
    await expect
      .poll(() => [ada, bo, cy, di].map(texts))
      .toEqual([['Good luck!'], ['Good luck!'], ['Who wins?'], ['Who wins?']])
    expect(bo.said[0]).toMatchObject({ room: 'players', line: { number: 1, from: players[0], seat: 0 } })
    expect(cy.said[0]).toMatchObject({ room: 'spectators', line: { from: third } })
    expect(cy.said[0]!.line.seat).toBeUndefined()
    expect((await world.node(1).chats.read(players[1], match)).lines).toEqual([bo.said[0]!.line])
    expect((await world.node(1).chats.read(fourth, match)).lines).toEqual([cy.said[0]!.line])
  })

  it('is muted by either player for themselves alone, on all of their devices, until they take it back', async () => {
    const { match, players } = seated
    const [ada, bo] = [new Follower(), new Follower()]
    await ada.follow(world.node(0), players[0], match)
    await bo.follow(world.node(1), players[1], match)
    await world.node(0).chats.mute(players[1], { match, muted: true })
    await world.node(0).chats.say(players[0], { match, text: 'Hurry up' })
    await world.node(1).chats.say(players[1], { match, text: 'I think' })
    await expect.poll(() => [texts(ada), texts(bo)]).toEqual([['Hurry up', 'I think'], ['I think']])
    expect(await world.node(0).chats.read(players[1], match)).toMatchObject({
      muted: true,
      lines: [{ text: 'I think' }],
    })
    await world.node(1).chats.mute(players[1], { match, muted: false })
    expect(await world.node(0).chats.read(players[1], match)).toMatchObject({
      muted: false,
      lines: [{ text: 'Hurry up' }, { text: 'I think' }],
    })
    expect(await codeOf(world.node(0).chats.mute(newPlayer('Cy'), { match, muted: true }))).toBe('not-your-match')
  })

  it('has set phrases by their ids, with English words for clients that do not know them', async () => {
    const { match, players } = seated
    for (const [index, phrase] of (Object.keys(CHAT_PHRASES) as ChatPhrase[]).entries()) {
      const line = await world.node(index % 2).chats.say(players[index % 2]!, { match, phrase })
      expect(chatLineSchema.parse(line)).toEqual(line)
      expect(line).toMatchObject({ phrase, text: CHAT_PHRASES[phrase] })
    }
    const { lines } = await world.node(1).chats.read(players[1], match)
    expect(lines.map(({ phrase }) => phrase)).toEqual(Object.keys(CHAT_PHRASES))
    expect(await world.node(0).chats.say(players[0], { match, text: 'Good luck!' })).not.toHaveProperty('phrase')
  })

  it('is asked for by a text or a phrase: never both, neither, or a phrase that there is not', () => {
    const match = 'MatchMatchMatchM'
    const takes = (said: object): boolean[] =>
      [sayRequestSchema.safeParse({ match, ...said }), sayBodySchema.safeParse(said)].map(({ success }) => success)
    for (const said of [{ text: 'Salve' }, { phrase: 'luck' }, { phrase: 'again', code: 'ABCDEFGH' }]) {
      expect([said, takes(said)]).toEqual([said, [true, true]])
    }
    for (const said of [
      {},
      { text: 'Salve', phrase: 'luck' },
      { phrase: 'nonsense' },
      { phrase: 'toString' },
      { phrase: 1 },
    ]) {
      expect([said, takes(said)]).toEqual([said, [false, false]])
    }
  })

  it('of one player is bounded in number and length', async () => {
    const { match, players } = seated
    for (let line = 0; line < 6; line += 1) await world.node(0).chats.say(players[0], { match, text: String(line) })
    expect(await codeOf(world.node(0).chats.say(players[0], { match, text: 'and more' }))).toBe('rate-limited')
    expect(await codeOf(world.node(0).chats.say(players[1], { match, text: 'x'.repeat(301) }))).toBe('bad-request')
    expect(await codeOf(world.node(0).chats.say(players[1], { match, text: ' \u200b\n ' }))).toBe('bad-request')
  })
})

describe('a line of chat', () => {
  it('is plain text without anything that acts on the text around it', () => {
    expect(chatText('  two\r\n lines\t ')).toBe('two lines')
    expect(chatText('a\u202Eb\u0000c')).toBe('a b c')
    expect(chatText('<script>')).toBe('<script>')
    expect(chatText('e' + '\u0301'.repeat(50))).toBe('é' + '\u0301'.repeat(4))
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (given) => {
        let text: string
        try {
          text = chatText(given)
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad-request' })
          return
        }
        expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
        expect(text).toBe(text.trim())
        expect(chatText(text)).toBe(text)
      }),
    )
  })
})
