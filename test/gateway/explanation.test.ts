import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ExplanationAnswer } from '../../src/protocol/index.ts'
import { explanationAnswerSchema } from '../../src/protocol/index.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway, refused } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

async function explained(client: Client, match: string): Promise<ExplanationAnswer> {
  const { ok, ...answer } = (await client.send('match:explain', { match })) as unknown as { ok: boolean }
  expect(ok).toBe(true)
  return explanationAnswerSchema.parse(answer)
}

describe('match:explain', () => {
  it('explains the present version to players and spectators; only the seat that decides learns what is blocked', async () => {
    const { match, clients } = await open.seatTwo({ wonders: 'first-game' })
    const spectator = await open.connect('Cy')
    const [first, second, other] = await Promise.all([...clients, spectator].map((client) => explained(client, match)))
    expect([first!.version, first!.you, second!.you, other!.you]).toEqual([1, 0, 1, 'spectator'])
    const { blocked, ...rest } = first!.explanation!
    expect(Object.values(blocked!.slots!)).toContain('covered')
    expect(second!.explanation).toEqual(rest)
    expect(other!.explanation).toEqual(rest)
    expect(rest.quotes[0].slots).toMatchObject(clients[0].follower(match).snapshot!.board!.prices!.slots!)

    const { version, snapshot } = clients[0].follower(match)
    await clients[0].act({ match, actionId: newActionId(), version, action: legalOf(snapshot!)[0]! })
    expect((await explained(clients[1], match)).version).toBe(2)
    expect((await explained(clients[0], match)).explanation).not.toHaveProperty('blocked')
  })

  it('has nothing to explain while a seat is free', async () => {
    const ada = await open.connect('Ada')
    const { snapshot } = await ada.enter('match:create', { seat: 0 })
    expect(await explained(ada, snapshot.match)).toEqual({ match: snapshot.match, version: 0, you: 0 })
  })

  it('explains a private match to its players and to those who have its code', async () => {
    const { match, clients } = await open.seatTwo({}, { visibility: 'private' })
    const spectator = await open.connect('Cy')
    expect(refused(await spectator.send('match:explain', { match }))).toBe('code-needed')
    const { code } = clients[0].follower(match).snapshot!
    expect(await spectator.send('match:explain', { match, code })).toMatchObject({ ok: true, you: 'spectator' })
    expect(refused(await spectator.send('match:explain', { match: 'AAAAAAAAAAAAAAAA' }))).toBe('unknown-match')
    expect(refused(await spectator.send('match:explain', {}))).toBe('bad-request')
  })

  it('changes nothing: updates do not have it', async () => {
    const { match, clients } = await open.seatTwo()
    await explained(clients[0], match)
    const { version, snapshot } = clients[0].follower(match)
    await clients[0].act({ match, actionId: newActionId(), version, action: legalOf(snapshot!)[0]! })
    await clients[1].follower(match).reached(2)
    const board = clients[1].follower(match).snapshot!.board!
    for (const field of ['quotes', 'ledger', 'blocked']) expect(board).not.toHaveProperty(field)
  })
})
