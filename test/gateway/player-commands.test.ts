import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownMatchesAnswerSchema } from '../../src/protocol/index.ts'
import type { OwnMatchesAnswer } from '../../src/protocol/index.ts'
import { openGateway, refused } from '../support/gateway.ts'
import type { TestGateway } from '../support/gateway.ts'
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

  it('are refused for what is no page', async () => {
    const ada = await open.connect('Ada')
    for (const request of [{ limit: 0 }, { limit: 51 }, { limit: '5' }, { player: ada.player.id }, null]) {
      expect(refused(await ada.send('player:matches', request))).toBe('bad-request')
    }
    expect(refused(await ada.send('player:matches', { cursor: 'AAAA' }))).toBe('bad-cursor')
  })
})
