import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import { BASE, codeOf, create, creation, join, openMatches, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let matches: Matches
beforeEach(() => {
  backend = new MemoryBackend(7)
  matches = openMatches({
    store: new MemoryStore(backend),
    maxOpenPerPlayer: 8,
    longPolls: { inAll: 7, perPlayer: 3, perAddress: 5 },
  })
})
afterEach(() => matches.close())

describe('the matches of one host that have not ended', () => {
  const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  const open = () => create(matches, ada, creation({ options: BASE, seat: 0 }))

  // A node finds out what other nodes did for a few matches at a time.
  it('are bounded; a place is free when one of them ends, here or on another node, or expires', async () => {
    const opened = []
    for (let times = 0; times < 8; times += 1) opened.push((await open()).snapshot)
    await expect(open()).rejects.toMatchObject({ code: 'limit-reached', details: { limit: 8 } })
    expect(backend.matches.size).toBe(8)
    await create(matches, bo, creation({ options: BASE }))

    await join(matches, bo, { match: opened[0]!.match })
    expect(await codeOf(open())).toBe('limit-reached')
    await matches.endings.resign(bo, { match: opened[0]!.match, actionId: newActionId() })
    await open()

    const other = openMatches({ store: new MemoryStore(backend) })
    await other.endings.abort(ada, { match: opened[1]!.match, actionId: newActionId(), version: 0 })
    await other.close()
    await expect.poll(() => codeOf(open())).toMatch(/^resolved/)
    backend.expire(opened[2]!.match)
    await expect.poll(() => codeOf(open())).toMatch(/^resolved/)
    expect(await codeOf(open())).toBe('limit-reached')
  })

  it('are bounded although many are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(open())))
    expect(answers.filter((code) => code === 'limit-reached')).toHaveLength(12)
    expect(backend.matches.size).toBe(8)
  })
})

describe('requests that wait', () => {
  it('are bounded for each player, each address and all; a place is free when one is answered', async () => {
    const seated = await seatTwo(matches)
    const wait = (player: (typeof seated.players)[number] | null, address: string) =>
      matches.views.waitForView(player, seated.match, { sinceVersion: 1 }, { waitMs: 60_000, address })
    const [ada, bo] = seated.players
    const waiting = [wait(ada, 'a'), wait(ada, 'b'), wait(ada, 'c')]
    await expect(wait(ada, 'd')).rejects.toMatchObject({ code: 'limit-reached', details: { limit: 3 } })
    waiting.push(wait(bo, 'e'), wait(null, 'e'), wait(null, 'e'), wait(null, 'e'))
    expect(await codeOf(wait(null, 'f'))).toBe('busy')
    await step(matches, seated, seededRandom(1))
    await Promise.all(waiting)
    const again = Array.from({ length: 5 }, () =>
      matches.views.waitForView(null, seated.match, { sinceVersion: 2 }, { waitMs: 60_000, address: 'e' }),
    )
    const refused = matches.views.waitForView(bo, seated.match, { sinceVersion: 2 }, { waitMs: 60_000, address: 'e' })
    await expect(refused).rejects.toMatchObject({ code: 'limit-reached', details: { limit: 5 } })
    await step(matches, seated, seededRandom(1))
    await Promise.all(again)
  })
})
