import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlayerRef, Snapshot } from '../../src/protocol/index.ts'
import { createRequestSchema } from '../../src/protocol/index.ts'
import { Follower } from '../support/follower.ts'
import { codeOf, creation, legalOf, openMatches } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'

describe('someone who plays alone, for both seats', () => {
  let store: MemoryStore
  let matches: ReturnType<typeof openMatches>
  let ada: PlayerRef
  let match: string
  beforeEach(async () => {
    store = new MemoryStore()
    matches = openMatches({ store })
    ada = newPlayer('Ada')
    match = await matches.play.create(ada, creation({ kind: 'agora-pantheon', opponent: 'self' }))
  })
  afterEach(() => matches.close())

  const view = () => matches.views.view(ada, match)
  const act = async (random: () => number, actionId = newActionId()) => {
    const { version, snapshot } = await view()
    const action = pick(legalOf(snapshot), random)
    return {
      request: { match, actionId, version, action },
      answer: await matches.play.act(ada, { match, actionId, version, action }),
    }
  }

  it('sits in both seats at once, and sees at every version what the seat sees that decides', async () => {
    const { snapshot } = await view()
    expect(snapshot).toMatchObject({ status: 'playing', origin: 'self', players: { 0: ada, 1: ada } })
    expect(snapshot.terms).toMatchObject({ rated: false, visibility: 'private' })
    const random = seededRandom(7)
    for (let move = 0; move < 40; move += 1) {
      const { snapshot: now } = await view()
      expect([now.you, now.board!.legal === undefined]).toEqual([now.board!.toAct, false])
      await act(random)
    }
  })

  it('receives patches that lead from each view to the next, whichever seat decides', async () => {
    const follower = new Follower()
    await follower.follow(matches, ada, match)
    const random = seededRandom(3)
    for (let move = 0; move < 60; move += 1) await act(random)
    const { version, snapshot } = await view()
    await follower.reached(version)
    expect([follower.faults, follower.snapshot]).toEqual([[], snapshot])
    await follower.stop()
  })

  it('has the same answer to the same action again, although the other seat decides now', async () => {
    const random = seededRandom(1)
    const { request, answer } = await act(random)
    expect(await matches.play.act(ada, request)).toEqual(answer)
  })

  it('is there at both seats while they watch', async () => {
    const follower = new Follower()
    await follower.follow(matches, ada, match)
    for (let move = 0; move < 5; move += 1) await act(seededRandom(move))
    await expect.poll(() => follower.attendance).toEqual({ match, seats: [0, 1], away: {}, watchers: 0 })
    await follower.stop()
  })

  it('can play to the end, or give up; nothing of it enters the history, and there is no rematch', async () => {
    const random = seededRandom(5)
    while ((await view()).snapshot.status === 'playing') await act(random)
    expect((await view()).snapshot.outcome).toBeDefined()
    expect(await store.claimEnded(10, 1000)).toEqual([])
    expect(await codeOf(matches.rematches.offer(ada, match))).toBe('not-now')
    expect((await matches.views.replay(ada, match)).complete).toBe(true)
    expect((await matches.own.page(ada, { limit: 9 })).matches).toEqual([])
  })

  it('has the match once in the list of their matches, and nobody else can sit down', async () => {
    expect((await matches.own.page(ada, { limit: 9 })).matches).toMatchObject([
      { match, opponent: ada, origin: 'self' },
    ])
    const { code } = (await store.load(match))!.header
    expect(await codeOf(matches.play.join(newPlayer('Bo'), { code }))).toBe('unknown-code')
    expect(await codeOf(matches.views.view(newPlayer('Bo'), match))).toBe('code-needed')
  })

  it('goes on from a position, as from any other match, once it has ended', async () => {
    const random = seededRandom(5)
    for (let move = 0; move < 12; move += 1) await act(random)
    await matches.endings.resign(ada, { match, actionId: newActionId() })
    const request = creation({ from: { match, version: 9 }, opponent: 'self' })
    const next = await matches.play.create(ada, request)
    const { snapshot } = await matches.views.view(ada, next)
    expect(snapshot).toMatchObject({ from: { match, version: 9 }, status: 'playing' } satisfies Partial<Snapshot>)
  })
})

it('nobody plays alone for a rating, at an open table, or with a bid', () => {
  const refused = (request: object) => createRequestSchema.safeParse({ opponent: 'self', ...request }).error?.issues
  expect(refused({ rated: true, clock: 'blitz' })).toMatchObject([{ path: ['rated'] }])
  expect(refused({ listed: true })).toMatchObject([{ path: ['listed'] }])
  expect(refused({ bid: 3 })).toMatchObject([{ path: ['bid'] }])
})
