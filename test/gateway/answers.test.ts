import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Commit, CommitResult } from '../../src/live/index.ts'
import { CodedError, committedAnswerSchema } from '../../src/protocol/index.ts'
import { atLast } from '../support/at-last.ts'
import type { Client, Reply, TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { legalOf } from '../support/match.ts'
import { newActionId } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

const BOTH_IN_ONE = { updateInAnswer: true }

let open: TestGateway
beforeEach(async () => {
  open = await openGateway()
})
afterEach(() => open.close())

/** Two clients in a match that has begun, by seat: the first gets its updates in answers, the second on their own. */
async function seatTwo(terms: object = {}): Promise<{ match: string; clients: [Client, Client] }> {
  const clients = [await open.connect('Ada', undefined, BOTH_IN_ONE), await open.connect('Bo')] as [Client, Client]
  const { snapshot } = await clients[0].enter('match:create', { seat: 0, ...terms })
  await clients[1].enter('match:join', { code: snapshot.code })
  await clients[0].follower(snapshot.match).reached(1)
  return { match: snapshot.match, clients }
}

/** What a client was sent of a match, in order: the versions of updates, and 'ended'. */
const sentTo = ({ events }: Client, match: string): (number | 'ended')[] =>
  events.flatMap(([event, payload]): (number | 'ended')[] => {
    const { match: about, version } = payload as { match: string; version: number }
    if (about !== match) return []
    return event === 'match:update' ? [version] : event === 'match:ended' ? ['ended'] : []
  })

/** A random legal action of a client, as a request. */
function decision(match: string, client: Client, random: () => number): object {
  const { version, snapshot } = client.follower(match)
  return { match, actionId: newActionId(), version, action: pick(legalOf(snapshot!), random) }
}

const toDecide = (match: string, clients: readonly Client[]): Client | undefined =>
  clients.find((client) => client.follower(match).snapshot!.board?.legal)

/** Resolves when everything that the server has sent to these clients has come. */
const drained = async (match: string, clients: readonly Client[]): Promise<void> => {
  await Promise.all(clients.map((client) => client.ask('chat:read', { match })))
}

/** Lets the next commits wait until they are told how to go on. */
function hold(store: TestGateway['store']): { asked: Commit[]; go: ((then: 'commit' | 'fail') => void)[] } {
  const held: ReturnType<typeof hold> = { asked: [], go: [] }
  const commit = store.commit.bind(store)
  store.commit = (asked: Commit): Promise<CommitResult> =>
    new Promise((resolve, reject) => {
      held.asked.push(asked)
      held.go.push((then) => (then === 'commit' ? resolve(commit(asked)) : reject(new CodedError('unavailable'))))
    })
  return held
}

describe('the answer to an action', () => {
  it('has the update for a client that wants it so, and nobody else is sent less', async () => {
    const random = seededRandom(7)
    const { match, clients } = await seatTwo()
    const [ada, bo] = clients
    const own: number[] = []
    let last = 1
    for (let mover = toDecide(match, clients); mover; mover = toDecide(match, clients)) {
      const reply = await mover.act(decision(match, mover, random))
      last += 1
      expect(reply).toMatchObject({ ok: true, match, version: last })
      expect(committedAnswerSchema.extend({ ok: z.literal(true) }).parse(reply)).toEqual(reply)
      expect('update' in reply).toBe(mover === ada)
      if (mover === ada) own.push(last)
      await Promise.all(clients.map((client) => client.follower(match).reached(last)))
    }
    await drained(match, clients)
    const versions = Array.from({ length: last }, (_, index) => index + 1)
    expect(sentTo(ada, match)).toEqual([...versions.filter((version) => !own.includes(version)), 'ended'])
    expect(sentTo(bo, match)).toEqual([...versions.slice(1), 'ended'])
    for (const client of clients) expect(client.follower(match).faults).toEqual([])
  })

  it('comes after the updates of earlier versions and before those of later ones', async () => {
    const random = seededRandom(8)
    const {
      match,
      clients: [ada, bo],
    } = await seatTwo()
    while (!ada.follower(match).snapshot!.board!.legal) {
      await bo.act(decision(match, bo, random))
      await ada.follower(match).reached(bo.follower(match).version)
    }
    const held = hold(open.store)
    const { version } = ada.follower(match)
    const order: (number | string)[] = []
    ada.socket.onAny((event: string, payload: { version: number }) => {
      if (event === 'match:update') order.push(payload.version)
    })
    ada.onReply = (reply: Reply<{ version?: number; update?: unknown }>) => {
      if (reply.ok && reply.update) order.push(`answer ${reply.version}`)
    }
    const acted = ada.act(decision(match, ada, random))
    await atLast(() => expect(held.go).toHaveLength(1))
    // Time that is given back is another entry, which leaves the decision as it was.
    open.backend.run((step) => {
      const found = step.find(match)!
      const entry = { version: version + 1, at: step.now, body: { type: 'downtime', ms: 1 } } as const
      step.change({ is: 'change', id: match, entry, set: {} })
      step.publish({ match, type: 'entry', entry })
      return found.entries.length
    })
    await bo.follower(match).reached(version + 1)
    held.go[0]!('commit')
    await atLast(() => expect(held.go).toHaveLength(2))
    held.go[1]!('commit')
    expect(await acted).toMatchObject({ ok: true, version: version + 2, update: { version: version + 2 } })
    expect(order).toEqual([version + 1, `answer ${version + 2}`])
    expect(ada.follower(match).faults).toEqual([])
  })

  it('has no update when an action is repeated, or the match is not watched', async () => {
    const random = seededRandom(9)
    const {
      match,
      clients: [ada],
    } = await seatTwo()
    const request = decision(match, ada, random)
    expect(await ada.act(request)).toHaveProperty('update')
    const { update, ...again } = (await ada.act(request)) as { update?: unknown }
    expect([update, again]).toEqual([undefined, expect.objectContaining({ ok: true, match, version: 2 })])
    await ada.ask('match:unwatch', { match })
    expect(await ada.send('match:resign', { match, actionId: newActionId() })).not.toHaveProperty('update')
  })

  it('has the update that ends a match, too', async () => {
    const {
      match,
      clients: [ada, bo],
    } = await seatTwo()
    const reply = await ada.send('match:resign', { match, actionId: newActionId() })
    expect(reply).toMatchObject({ ok: true, version: 2, update: { version: 2, patch: { status: 'ended' } } })
    await drained(match, [ada, bo])
    expect([sentTo(ada, match), sentTo(bo, match)]).toEqual([
      [1, 'ended'],
      [2, 'ended'],
    ])
  })
})

describe('nothing leaves before the commit', () => {
  it.each([
    ['in answers', true],
    ['on their own', false],
  ])(
    'neither answer nor update, to anybody, while a commit is under way or when it fails: updates %s',
    async (_how, updateInAnswer) => {
      const random = seededRandom(10)
      const ada = await open.connect('Ada', undefined, { updateInAnswer })
      const bo = await open.connect('Bo', undefined, { updateInAnswer })
      const { snapshot } = await ada.enter('match:create', { seat: 0 })
      const { match } = snapshot
      await bo.enter('match:join', { code: snapshot.code })
      const eve = await open.connect('Eve')
      await eve.enter('match:watch', { match })
      await ada.follower(match).reached(1)
      const all = [ada, bo, eve]
      const held = hold(open.store)
      const states = (): number[][] =>
        all.map((client) => client.follower(match)).map(({ version, updates }) => [version, updates.length])

      for (let round = 0; round < 6; round += 1) {
        const mover = toDecide(match, all)!
        const request = decision(match, mover, random)
        const { version } = mover.follower(match)
        const before = states()
        let answered = false
        const act = async (): Promise<Reply> => {
          const reply = await mover.act(request)
          answered = true
          return reply
        }

        const [refused] = [act(), await atLast(() => expect(held.go).toHaveLength(1))]
        await drained(match, all)
        expect([answered, states(), open.backend.record(match).entries.length]).toEqual([false, before, version])
        held.go.pop()!('fail')
        expect(await refused).toMatchObject({ ok: false, error: { code: 'unavailable' } })
        await drained(match, all)
        expect([states(), open.backend.record(match).entries.length]).toEqual([before, version])

        answered = false
        const [accepted] = [act(), await atLast(() => expect(held.go).toHaveLength(1))]
        await drained(match, all)
        expect([answered, states()]).toEqual([false, before])
        held.go.pop()!('commit')
        expect(await accepted).toMatchObject({ ok: true, version: version + 1 })
        expect(open.backend.record(match).entries).toHaveLength(version + 1)
        await Promise.all(all.map((client) => client.follower(match).reached(version + 1)))
        // One commit, and no second one for the same action.
        expect(held.asked.splice(0).map((asked) => asked.version)).toEqual([version, version])
      }
      expect(all.flatMap((client) => client.follower(match).faults)).toEqual([])
    },
  )
})
