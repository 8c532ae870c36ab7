import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Snapshot } from '../../src/protocol/index.ts'
import { commitAnswerSchema, viewAnswerSchema } from '../../src/protocol/index.ts'
import { foldRecord, snapshot } from '../../src/record/index.ts'
import { atLast } from '../support/at-last.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

/** Both clients do random legal actions, knowing only what they were sent; at most so many. */
async function play(match: string, clients: readonly Client[], random: () => number, most = Infinity): Promise<void> {
  for (let moves = 0; moves < most; moves += 1) {
    const followers = clients.map((client) => client.follower(match))
    const newest = Math.max(...followers.map(({ version }) => version))
    await Promise.all(followers.map((follower) => follower.reached(newest)))
    const mover = clients.find((client) => client.follower(match).snapshot!.board?.legal)
    if (!mover) return
    const follower = mover.follower(match)
    const { version } = follower
    const reply = await mover.act({
      match,
      actionId: newActionId(),
      version,
      action: pick(legalOf(follower.snapshot!), random),
    })
    expect(reply).toMatchObject({ ok: true, match, version: version + 1 })
    expect(commitAnswerSchema.extend({ ok: z.literal(true) }).parse(reply)).toEqual(reply)
    await follower.reached(version + 1)
  }
}

/** Another client of the same player, who watches a match. */
async function watching(match: string, client: Client): Promise<Client> {
  const other = await open.connect(client.player)
  await other.enter('match:watch', { match })
  return other
}

const last = (client: Client, match: string): Snapshot => client.follower(match).snapshot!

describe('a whole match over sockets', () => {
  it.each([['websocket'], ['polling']])('ends the same for both players and a spectator, by %s', async (transport) => {
    const { match, clients } = await open.seatTwo()
    const spectator = await open.connect('Cy', [transport])
    const answer = await spectator.enter('match:watch', { match })
    expect(viewAnswerSchema.parse(answer)).toEqual(answer)
    await play(match, clients, seededRandom(1))
    const record = open.backend.record(match)
    const fold = foldRecord(record)
    for (const [client, viewer] of [
      [clients[0], 0],
      [clients[1], 1],
      [spectator, 'spectator'],
    ] as const) {
      await client.follower(match).reached(fold.version)
      expect(client.follower(match).faults).toEqual([])
      expect(last(client, match)).toEqual(JSON.parse(JSON.stringify(snapshot(fold, viewer))))
      await atLast(() => expect(client.follower(match).ends).toHaveLength(1))
      const { outcome, scores, seed } = last(client, match)
      expect(client.follower(match).ends).toEqual([{ match, version: fold.version, outcome, scores, seed }])
    }
    expect(last(clients[0], match)).toMatchObject({ status: 'ended', seed: record.header.seed })
  })

  it('ends when a player resigns', async () => {
    const { match, clients } = await open.seatTwo()
    const actionId = newActionId()
    const answer = await clients[1].ask('match:resign', { match, actionId })
    expect(await clients[1].ask('match:resign', { match, actionId })).toEqual(answer)
    await clients[0].follower(match).reached(2)
    expect(last(clients[0], match)).toMatchObject({ outcome: { by: 'resignation', winner: 0 } })
  })
})

describe('watching', () => {
  it('a match is answered before the first update, also when others act at that moment', async () => {
    const { match, clients } = await open.seatTwo()
    const watchers = await Promise.all(Array.from({ length: 20 }, (_, index) => open.connect(`Watcher ${index}`)))
    const random = seededRandom(2)
    const entering = watchers.map(async (watcher, index) => {
      await clients[0].follower(match).reached(1 + index)
      await watcher.enter('match:watch', { match })
    })
    await play(match, clients, random, 25)
    await Promise.all(entering)
    for (const watcher of watchers) {
      const updates = watcher.events.filter(([event]) => event === 'match:update').length
      await watcher.follower(match).reached(26)
      expect(watcher.follower(match).faults).toEqual([])
      expect(watcher.follower(match).updates.length).toBeGreaterThanOrEqual(updates)
      expect(last(watcher, match)).toEqual(last(watchers[0]!, match))
    }
  })

  it('a match again after a gap is answered with exactly what was missed', async () => {
    const { match, clients } = await open.seatTwo()
    const [ada, bo] = clients
    const random = seededRandom(4)
    await play(match, clients, random, 6)
    const seen = bo.follower(match)
    await seen.reached(7)
    bo.close()
    // Ada goes on while it is her turn; another client of Bo's does the rest.
    const other = await open.connect(bo.player)
    await other.enter('match:watch', { match })
    await play(match, [ada, other], random, 7)
    const again = await open.connect(bo.player)
    const answer = await again.enter('match:watch', { match, version: seen.version })
    expect(answer.version).toBe(14)
    expect(answer.missed).toEqual(
      other.follower(match).updates.map(({ version, at, events }) => ({ version, at, events })),
    )
    await play(match, [ada, again], random, 5)
    expect(last(again, match)).toEqual(last(other, match))
  })

  it('a match again on the same socket starts a new watch, and nothing is sent twice', async () => {
    const { match, clients } = await open.seatTwo()
    await clients[1].enter('match:watch', { match })
    await Promise.all([1, 2, 3].map(() => clients[1].enter('match:watch', { match })))
    const before = clients[1].events.length
    await play(match, clients, seededRandom(5), 3)
    const updates = clients[1].events.slice(before).filter(([event]) => event === 'match:update')
    expect(updates.map(([, update]) => (update as { version: number }).version)).toEqual([2, 3, 4])
  })

  it('a match continues when a second watch of it is refused', async () => {
    const { match, clients } = await open.seatTwo()
    const refusals = [0, 1, 2].map(() => clients[1].send('match:watch', { match, version: 99 }))
    for (const refusal of refusals) {
      expect(await refusal).toMatchObject({ ok: false, error: { code: 'unknown-version' } })
    }
    await play(match, clients, seededRandom(5), 3)
    expect(clients[1].follower(match).faults).toEqual([])
    await clients[1].ask('match:unwatch', { match })
    const before = clients[1].events.length
    await play(match, [clients[0], await watching(match, clients[1])], seededRandom(5), 2)
    expect(clients[1].events.slice(before)).toEqual([])
  })

  it('a match ends when the client unwatches it', async () => {
    const { match, clients } = await open.seatTwo()
    const watcher = await open.connect('Cy')
    await watcher.enter('match:watch', { match })
    expect(await watcher.send('match:unwatch', { match })).toEqual({ ok: true, match })
    await watcher.ask('match:unwatch', { match })
    const before = watcher.events.length
    await play(match, clients, seededRandom(5), 2)
    expect(watcher.events.slice(before)).toEqual([])
  })

  it('a match shows who is connected', async () => {
    const { match, clients } = await open.seatTwo()
    const follower = clients[0].follower(match)
    await atLast(() => expect(follower.presences.at(-1)).toEqual([0, 1]))
    clients[1].close()
    await atLast(() => expect(follower.presences.at(-1)).toEqual([0]))
  })
})

describe('joining', () => {
  it('makes both players watch', async () => {
    const [ada, bo] = [await open.connect('Ada'), await open.connect('Bo')]
    const { snapshot: created } = await ada.enter('match:create', {})
    expect(created).toMatchObject({
      status: 'waiting',
      kind: 'base',
      options: { wonders: 'draft', tiedPawn: 'chooses' },
    })
    const { snapshot: joined } = await bo.enter('match:join', { match: created.match })
    expect(new Set([created.you, joined.you])).toEqual(new Set([0, 1]))
    await ada.follower(created.match).reached(1)
    expect(last(ada, created.match)).toMatchObject({ status: 'playing', you: created.you })
    expect(last(ada, created.match).code).toBeUndefined()
  })

  it('again on a second device continues the match there', async () => {
    const { match, clients } = await open.seatTwo()
    const phone = await open.connect(clients[0].player)
    await phone.enter('match:watch', { match })
    expect(last(phone, match)).toEqual(last(clients[0], match))
    await play(match, [phone, clients[1]], seededRandom(6), 4)
    for (const client of [phone, clients[0]]) await client.follower(match).reached(5)
    expect(last(phone, match)).toEqual(last(clients[0], match))
  })

  it('shows the names of players', async () => {
    const eve = await open.connect({ ...newPlayer('Eve'), name: 'Évê 🎲' })
    const { snapshot: created } = await eve.enter('match:create', { seat: 1 })
    expect(created.players[1]).toEqual(eve.player)
  })
})
