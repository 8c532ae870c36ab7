import { expect, it } from 'vitest'
import type { ChallengeStore, NewChallenge, StoredChallenge } from '../../../src/live/index.ts'
import type { PlayerRef } from '../../../src/protocol/index.ts'
import { newPlayer } from '../../support/players.ts'
import type { LobbyHarness, LobbyNode } from './harness.ts'
import { aHeader, LONG, newId, PATIENTLY, SHORT } from './harness.ts'

const MOST = { sent: 3, received: 4 }

/** A challenge that can be opened. */
export const aChallenge = (from = newPlayer('Ada'), to = newPlayer('Bo')): NewChallenge => ({
  id: newId(),
  from,
  to,
  rating: { rating: 1512.5, deviation: 80, provisional: false, games: 31 },
  kind: 'agora',
  options: { wonders: 'draft', tiedPawn: 'chooses' },
  terms: { clock: 'blitz', rated: false, visibility: 'private' },
  seat: 'random',
  bid: 7,
})

export function challenges({ node, pass }: LobbyHarness): void {
  const open = async (challenges: ChallengeStore, challenge = aChallenge(), ttlMs = LONG): Promise<StoredChallenge> => {
    const opened = await challenges.open(challenge, ttlMs, MOST)
    if (typeof opened !== 'object') throw new Error(opened)
    return opened
  }
  const idsOf = async (
    challenges: ChallengeStore,
    { id }: PlayerRef,
  ): Promise<{ received: string[]; sent: string[] }> => {
    const { received, sent } = await challenges.of(id)
    return { received: received.map((each) => each.id), sent: sent.map((each) => each.id) }
  }

  it('is open as it was sent, for both players and on every node', async () => {
    const [one, other] = [await node(), await node()]
    const request = aChallenge()
    const { id, from, to } = request
    const opened = await open(one.challenges, request)
    expect(opened).toEqual({ ...request, createdAt: expect.any(Number) as number, expiresAt: opened.createdAt + LONG })
    expect(await other.challenges.get(id)).toEqual(opened)
    expect(await other.challenges.of(to.id)).toEqual({ received: [opened], sent: [] })
    expect(await other.challenges.of(from.id)).toEqual({ received: [], sent: [opened] })
    for (const { recorder } of [one, other]) {
      for (const player of [from, to]) {
        await expect.poll(() => recorder.of(player.id), PATIENTLY).toEqual([`challenged ${id}`])
      }
    }
    expect(await one.challenges.get(newId())).toBeNull()
  })

  it('is closed once, with its reason', async () => {
    const [one, other] = [await node(), await node()]
    const { id, from, to } = await open(one.challenges)
    const closed = await Promise.all([one.challenges.close(id, 'declined'), other.challenges.close(id, 'withdrawn')])
    expect(closed.filter(Boolean)).toHaveLength(1)
    expect(await one.challenges.get(id)).toBeNull()
    for (const player of [from, to]) expect(await idsOf(other.challenges, player)).toEqual({ received: [], sent: [] })
    const reason = closed[0] ? 'declined' : 'withdrawn'
    const expected = [`challenged ${id}`, `${reason} ${id}`]
    await expect.poll(() => other.recorder.of(to.id), PATIENTLY).toEqual(expected)
    expect(await one.challenges.close(id, 'accepted', newId())).toBe(false)
  })

  it('has one match, whichever node proposes it, and cannot be declined after that', async () => {
    const [one, other] = [await node(), await node()]
    const { id, from } = await open(one.challenges)
    const headers = await Promise.all([one, other, one].map(({ challenges }) => challenges.propose(id, aHeader())))
    expect(new Set(headers.map((header) => header!.id)).size).toBe(1)
    expect(await other.challenges.close(id, 'declined')).toBe(false)
    expect(await other.challenges.close(id, 'accepted', headers[0]!.id)).toBe(true)
    expect(await other.challenges.propose(id, aHeader())).toBeNull()
    const expected = [`challenged ${id}`, `accepted ${id} ${headers[0]!.id}`]
    await expect.poll(() => one.recorder.of(from.id), PATIENTLY).toEqual(expected)
  })

  it('is opened once by one command of its sender', async () => {
    const nodes = [await node(), await node()]
    const [ada, actionId] = [newPlayer('Ada'), newId()]
    const answers = await Promise.all(
      [0, 1, 0].map((index) => nodes[index]!.challenges.open(aChallenge(ada), LONG, MOST, actionId)),
    )
    const [opened] = (await nodes[0]!.challenges.of(ada.id)).sent
    expect(answers).toEqual([opened, opened, opened])
    const [{ challenges }, { challenges: other }] = nodes as [LobbyNode, LobbyNode]
    await challenges.close(opened!.id, 'withdrawn')
    for (const each of [challenges, other]) expect(await each.sent(ada.id, actionId)).toEqual(opened)
    expect(await other.open(aChallenge(ada), LONG, MOST, actionId)).toEqual(opened)
    expect(await idsOf(challenges, ada)).toEqual({ received: [], sent: [] })
    expect(await challenges.sent(ada.id, newId())).toBeNull()
    expect(await challenges.sent(opened!.to.id, actionId)).toBeNull()
    expect(await challenges.open(aChallenge(), LONG, MOST, actionId)).not.toEqual(opened)
  })

  it('that was accepted has a match, which is known for a while', async () => {
    const [one, other] = [await node(), await node()]
    const [accepted, declined] = [await open(one.challenges), await open(one.challenges)]
    expect(await one.challenges.accepted(accepted.id)).toBeNull()
    const match = newId()
    await one.challenges.close(accepted.id, 'accepted', match)
    await one.challenges.close(declined.id, 'declined')
    for (const { challenges } of [one, other]) {
      expect(await challenges.accepted(accepted.id)).toEqual({ player: accepted.to.id, match })
      expect(await challenges.accepted(declined.id)).toBeNull()
    }
  })

  it('expires, and both players are notified', async () => {
    const { challenges, recorder } = await node()
    const [brief, lasting] = [await open(challenges, aChallenge(), SHORT), await open(challenges)]
    pass(SHORT)
    await expect
      .poll(async () => {
        await challenges.expire()
        return recorder.of(brief.to.id)
      }, PATIENTLY)
      .toEqual([`challenged ${brief.id}`, `expired ${brief.id}`])
    expect(await challenges.get(brief.id)).toBeNull()
    expect(await challenges.propose(brief.id, aHeader())).toBeNull()
    expect(await challenges.close(brief.id, 'declined')).toBe(false)
    expect((await challenges.get(lasting.id))!.id).toBe(lasting.id)
  })

  it('is one of a bounded number that a player has sent, and that a player has received', async () => {
    const [one, other] = [await node(), await node()]
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? one : other).challenges.open(aChallenge(ada), LONG, MOST),
      ),
    )
    expect(answers.filter((answer) => answer === 'sender')).toHaveLength(5)
    for (let sent = 0; sent < 4; sent += 1) await open(one.challenges, aChallenge(undefined, bo))
    expect(await other.challenges.open(aChallenge(undefined, bo), LONG, MOST)).toBe('receiver')
    const { received } = await idsOf(one.challenges, bo)
    await one.challenges.close(received[0]!, 'declined')
    expect(await other.challenges.open(aChallenge(undefined, bo), LONG, MOST)).toBeTypeOf('object')
  })
}
