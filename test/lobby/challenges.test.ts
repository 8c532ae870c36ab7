import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Lobby } from '../../src/lobby/index.ts'
import { MOST_CHALLENGES } from '../../src/lobby/index.ts'
import type { Challenge, ChallengeMessage, PlayerRef } from '../../src/protocol/index.ts'
import { challengeClosedSchema, challengeRequestSchema, challengeSchema } from '../../src/protocol/index.ts'
import { drawSeat } from '../../src/rules/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { codeOf } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import type { World } from './support.ts'
import { openWorld, RATING } from './support.ts'

let world: World
let ada: PlayerRef
let bo: PlayerRef
beforeEach(() => {
  world = openWorld()
  ada = newPlayer('Ada')
  bo = newPlayer('Bo')
  world.people.accounts.push(ada, bo)
})
afterEach(() => world.close())

const send = (lobby: Lobby, from: PlayerRef, message: Partial<ChallengeMessage> = {}): Promise<Challenge> =>
  lobby.challenges.send(from, challengeRequestSchema.parse({ to: { player: bo.id }, clock: 'blitz', ...message }))

/** What a node notifies players of: player, reason and match. */
function recorded(lobby: Lobby): string[] {
  const news: string[] = []
  lobby.challenges.subscribe({
    opened: (player, challenge) => news.push(`${player} opened ${challengeSchema.parse(challenge).id}`),
    closed: (player, closed) => {
      const { challenge, reason, match } = challengeClosedSchema.parse(closed)
      news.push([player, reason, challenge, ...(match === undefined ? [] : [match])].join(' '))
    },
  })
  return news
}

describe('a challenge', () => {
  it.each([
    { rated: false, seat: 1 },
    { rated: true, seat: 'random' },
  ] as const)('becomes a match of the two players on its terms, and every node notifies both (%o)', async (wanted) => {
    const { rated, seat } = wanted
    const [one, other] = [world.open(), world.open()]
    const news = recorded(other.lobby)
    const challenge = await send(one.lobby, ada, { kind: 'agora', rated, seat, visibility: 'private' })
    expect(challenge).toMatchObject({ from: ada, to: bo, rating: RATING, kind: 'agora', seat })
    expect(await other.lobby.challenges.list(bo)).toEqual({ received: [challenge], sent: [] })
    const match = await other.lobby.challenges.accept(bo, challenge.id)
    const { header, players } = world.matches.only
    expect(players).toEqual([ada, bo])
    expect(header).toMatchObject({
      id: match,
      host: { player: ada, seat: rated ? drawSeat(header.seed) : seat },
      origin: 'challenge',
      options: { agora: true },
      terms: { clock: 'blitz', rated, visibility: 'private' },
    })
    const words = [`opened ${challenge.id}`, `accepted ${challenge.id} ${match}`]
    const expected = [ada, bo].flatMap(({ id }) => words.map((each) => `${id} ${each}`))
    await expect.poll(() => [...news].sort(), PATIENTLY).toEqual(expected.sort())
    expect(await one.lobby.challenges.list(ada)).toEqual({ received: [], sent: [] })
  })

  it('has one match, also if the first attempt to create it failed', async () => {
    const { lobby } = world.open()
    const { id } = await send(lobby, ada)
    world.matches.down = true
    expect(await codeOf(lobby.challenges.accept(bo, id))).toBe('unavailable')
    world.matches.down = false
    expect(await codeOf(lobby.challenges.close(ada, id))).toBe('unknown-challenge')
    const match = await lobby.challenges.accept(bo, id)
    expect(world.matches.only.header.id).toBe(match)
  })

  it('is opened once by one command, however often and wherever it is repeated', async () => {
    const [one, other] = [world.open(), world.open()]
    const notified: string[] = []
    for (const { lobby } of [one, other]) lobby.challenges.onSent(({ id }) => notified.push(id))
    const command = { actionId: newActionId() }
    const answers = await Promise.all([one, other, one].map(({ lobby }) => send(lobby, ada, command)))
    const [challenge] = answers
    for (const answer of answers) expect(answer).toEqual(challenge)
    const [second, bos] = [
      await send(one.lobby, ada),
      await send(one.lobby, bo, { ...command, to: { player: ada.id } }),
    ]
    expect(new Set([challenge!.id, second.id, bos.id]).size).toBe(3)
    expect(notified).toEqual([challenge!.id, second.id, bos.id])
    // What has become of it, and of the players, does not matter.
    const match = await other.lobby.challenges.accept(bo, challenge!.id)
    world.people.blocks.add(`${bo.id} ${ada.id}`)
    expect(await send(one.lobby, ada, command)).toEqual(challenge)
    expect((await one.lobby.challenges.list(bo)).received).toEqual([second])
    for (const { lobby } of [one, other]) expect(await lobby.challenges.accept(bo, challenge!.id)).toBe(match)
    expect(await codeOf(one.lobby.challenges.accept(ada, challenge!.id))).toBe('unknown-challenge')
    expect(world.matches.only.header.id).toBe(match)
  })

  it('that is accepted on two devices at once has one match, which both are answered', async () => {
    const [one, other] = [world.open(), world.open()]
    const { id } = await send(one.lobby, ada)
    const matches = await Promise.all([one, other, one, other].map(({ lobby }) => lobby.challenges.accept(bo, id)))
    expect(matches).toEqual(matches.map(() => world.matches.only.header.id))
  })

  it('can be declined by its receiver and withdrawn by its sender, and by nobody else', async () => {
    const { lobby } = world.open()
    const news = recorded(lobby)
    const [first, second] = [await send(lobby, ada), await send(lobby, ada)]
    const eve = newPlayer('Eve')
    for (const player of [ada, eve]) {
      expect(await codeOf(lobby.challenges.accept(player, first.id))).toBe('unknown-challenge')
    }
    expect(await codeOf(lobby.challenges.close(eve, first.id))).toBe('unknown-challenge')
    await lobby.challenges.close(bo, first.id)
    await lobby.challenges.close(ada, second.id)
    for (const { id } of [first, second]) {
      expect(await codeOf(lobby.challenges.accept(bo, id))).toBe('unknown-challenge')
      expect(await codeOf(lobby.challenges.close(bo, id))).toBe('unknown-challenge')
    }
    await expect
      .poll(() => news.filter((each) => each.startsWith(bo.id)), PATIENTLY)
      .toEqual([
        `${bo.id} opened ${first.id}`,
        `${bo.id} opened ${second.id}`,
        `${bo.id} declined ${first.id}`,
        `${bo.id} withdrawn ${second.id}`,
      ])
  })

  it('expires, sooner for a real-time match than for any other', async () => {
    const { lobby } = world.open()
    const [blitz, daily] = [await send(lobby, ada), await send(lobby, ada, { clock: 'correspondence-1' })]
    expect([blitz, daily].map(({ createdAt, expiresAt }) => expiresAt - createdAt)).toEqual([600_000, 259_200_000])
    world.pass(600_000)
    expect((await lobby.challenges.list(bo)).received.map(({ id }) => id)).toEqual([daily.id])
  })

  it('of a blocked player is refused, in this direction only', async () => {
    const { lobby } = world.open()
    world.people.blocks.add(`${bo.id} ${ada.id}`)
    expect(await codeOf(send(lobby, ada))).toBe('challenge-refused')
    await send(lobby, bo, { to: { player: ada.id } })
  })

  it('reaches an account, by id or name, or a guest who is online', async () => {
    const { lobby } = world.open()
    const guest = newPlayer('Gus')
    expect((await send(lobby, ada, { to: { name: bo.name } })).to).toEqual(bo)
    expect(await codeOf(send(lobby, ada, { to: { player: guest.id } }))).toBe('unknown-player')
    await world.stores.presence.renew([guest], 60_000)
    expect((await send(lobby, ada, { to: { player: guest.id } })).to).toEqual(guest)
    expect(await codeOf(send(lobby, ada, { to: { name: guest.name } }))).toBe('unknown-player')
    expect(await codeOf(send(lobby, bo))).toBe('bad-request')
  })

  it('of one player is one of a bounded number', async () => {
    const { lobby } = world.open()
    for (let sent = 0; sent < MOST_CHALLENGES.sent; sent += 1) await send(lobby, ada)
    expect(await codeOf(send(lobby, ada))).toBe('limit-reached')
    await expect(send(lobby, ada)).rejects.toMatchObject({ details: { limit: MOST_CHALLENGES.sent } })
  })
})
