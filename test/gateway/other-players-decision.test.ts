import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Commit } from '../../src/live/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord, hashSeed } from '../../src/record/index.ts'
import type { MatchState, Seat, StepKind } from '../../src/rules/index.ts'
import type { Client, TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'
import { randomRecord } from '../support/random-record.ts'

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

/** A random match with Agora, up to where the other player's decision of a kind waits above the turn owner's own. */
function interrupted(above: StepKind, below: StepKind, from: number): MatchRecord {
  for (let game = from; game < from + 3_000; game += 1) {
    const record = randomRecord(hashSeed(`other ${game}`), { agora: true })
    for (let version = 1; version < record.entries.length; version += 1) {
      const state = foldRecord(record, version).state!
      const waits = state.stack.some(({ kind, seat }) => kind === below && seat === state.turnOf)
      if (state.toAct !== state.turnOf && state.stack.at(-1)?.kind === above && waits) {
        return { ...record, entries: record.entries.slice(0, version) }
      }
    }
  }
  throw new Error('no such match was found')
}

/** Puts a match as it is into the store, and both its players onto sockets. */
async function resume(record: MatchRecord): Promise<[Client, Client]> {
  const { header, entries } = record
  const store = new MemoryStore(open.backend)
  await store.create(header)
  for (const { version, body } of entries) {
    await store.commit({ match: header.id, version: version - 1, body: body as Commit['body'] })
  }
  await store.close()
  const clients: Client[] = []
  for (const player of foldRecord(record).players) {
    const client = await open.connect(player!)
    await client.enter('match:watch', { match: header.id })
    clients.push(client)
  }
  return clients as [Client, Client]
}

const stateOf = (match: string): MatchState => foldRecord(open.backend.record(match)).state!

/** The player to decide does a legal action; the other player is refused. */
async function decide(match: string, clients: [Client, Client], seat: Seat, random: () => number): Promise<void> {
  const asked = clients[seat].follower(match)
  const waiting = clients[seat === 0 ? 1 : 0]
  const { version, snapshot } = asked
  expect(waiting.follower(match).snapshot!.board!.legal).toBeUndefined()
  const action = pick(legalOf(snapshot!), random)
  const refused = await waiting.act({ match, version, actionId: newActionId(), action })
  expect(refused).toMatchObject({ ok: false, error: { code: 'not-your-turn' } })
  expect(await clients[seat].act({ match, version, actionId: newActionId(), action })).toMatchObject({
    ok: true,
    version: version + 1,
  })
  for (const client of clients) await client.follower(match).reached(version + 1)
}

describe('a decision of the other player in the middle of a turn', () => {
  it.each<[string, StepKind, StepKind, number]>([
    ['a military token to remove, because the turn owner lost the shield decree', 'remove', 'senate', 417],
    ['a progress token, for a pair that Coercion completed', 'progress-token', 'move', 939],
  ])('is taken by that player, and the turn continues after it: %s', async (_why, above, below, from) => {
    const record = interrupted(above, below, from)
    const match = record.header.id
    const clients = await resume(record)
    const { turnOf, stack } = stateOf(match)
    const owner = turnOf
    const other: Seat = owner === 0 ? 1 : 0
    const waiting = stack.findLast(({ seat }) => seat === owner)!
    const random = seededRandom(1)

    expect(clients[other].follower(match).snapshot!.board).toMatchObject({
      toAct: other,
      turnOf: owner,
      decision: { kind: above },
    })
    while (stateOf(match).toAct === other) await decide(match, clients, other, random)

    expect(stateOf(match)).toMatchObject({ toAct: owner, turnOf: owner })
    expect(stateOf(match).stack.at(-1)).toEqual(waiting)
    expect(clients[owner].follower(match).snapshot!.board!.legal).not.toHaveLength(0)
    await decide(match, clients, owner, random)
    for (const client of clients) expect(client.follower(match).faults).toEqual([])
  })
})
