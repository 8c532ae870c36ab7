import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnMatchesAnswer } from '../../src/protocol/index.ts'
import { ownMatchesAnswerSchema, ownMatchSchema } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/contract/harness.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refused } from '../support/gateway.ts'
import { newActionId } from '../support/players.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

describe('the matches of a player', () => {
  it('are listed on any of their connections, until the match ends', async () => {
    const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
    const { snapshot } = await ada.enter('match:create', { seat: 0 })
    await bo.enter('match:join', { code: snapshot.code })
    ada.close()
    const again = await open.connect(ada.player)
    const answer = await again.ask<OwnMatchesAnswer>('player:matches', {})
    expect(ownMatchesAnswerSchema.parse(answer).matches).toMatchObject([
      { match: snapshot.match, you: 0, opponent: bo.player, status: 'playing', toAct: 0 },
    ])
    await bo.ask('match:resign', { match: snapshot.match, actionId: newActionId() })
    expect((await again.ask<OwnMatchesAnswer>('player:matches', {})).matches).toEqual([])
  })

  it('are refused for a page that cannot exist', async () => {
    const ada = await open.connect('Ada')
    for (const request of [{ limit: 0 }, { limit: 101 }, { limit: '5' }, { player: ada.player.id }, null]) {
      expect(refused(await ada.send('player:matches', request))).toBe('bad-request')
    }
    expect(refused(await ada.send('player:matches', { cursor: 'AAAA' }))).toBe('bad-cursor')
  })
})

describe('a player who watches all of their matches', () => {
  const playerEvents = (client: Client): string[] =>
    client.events.map(([event]) => event).filter((event) => event.startsWith('player:'))

  it('is sent what happens in each, on every connection that watches, without watching the match', async () => {
    const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
    const tablet = await open.connect(ada.player)
    const { snapshot: before } = await ada.enter('match:create', { seat: 0 })
    const answer = ownMatchesAnswerSchema.parse(await tablet.ask('player:watch', {}))
    expect(answer.matches.map(({ match }) => match)).toEqual([before.match])
    await bo.enter('match:join', { code: before.code })
    await expect.poll(() => playerEvents(tablet), PATIENTLY).toEqual(['player:started'])
    expect(ownMatchSchema.parse(tablet.events.at(-1)![1])).toMatchObject({ match: before.match, you: 0, toAct: 0 })
    await bo.ask('match:resign', { match: before.match, actionId: newActionId() })
    await expect.poll(() => playerEvents(tablet), PATIENTLY).toEqual(['player:started', 'player:ended'])
    expect(playerEvents(ada)).toEqual([])
    expect(await tablet.ask('player:unwatch', {})).toEqual({})
    const { snapshot: next } = await ada.enter('match:create', {})
    await bo.enter('match:join', { code: next.code })
    await ada.ask('player:watch', {})
    await bo.ask('match:resign', { match: next.match, actionId: newActionId() })
    await expect.poll(() => playerEvents(ada), PATIENTLY).toEqual(['player:ended'])
    expect(playerEvents(tablet)).toHaveLength(2)
  })

  it('does not watch any more once disconnected', async () => {
    const ada = await open.connect('Ada')
    await ada.ask('player:watch', {})
    ada.close()
    await expect.poll(() => open.gateway.connections, PATIENTLY).toBe(0)
    const again = await open.connect(ada.player)
    await again.ask('player:watch', {})
    await again.ask('player:watch', {})
    const bo = await open.connect('Bo')
    const { snapshot } = await bo.enter('match:create', {})
    await again.enter('match:join', { code: snapshot.code })
    await expect.poll(() => playerEvents(again), PATIENTLY).toEqual(['player:started'])
  })
})
