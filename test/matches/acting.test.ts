import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, create, creation, deciding, legalOf, openMatches, playOn, seatTwo, step } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

const NOWHERE = 'AAAAAAAAAAAAAAAA'
const random = seededRandom(3)
let backend: MemoryBackend
let store: MemoryStore
let matches: Matches
let seated: SeatedMatch
beforeEach(async () => {
  backend = new MemoryBackend(11)
  store = new MemoryStore(backend)
  matches = openMatches({ store })
  seated = await seatTwo(matches)
})
afterEach(() => matches.close())

/** A legal request of the player who decides. */
async function legalRequest() {
  const now = (await deciding(matches, seated))!
  const { version, snapshot } = now.view
  return {
    player: now.player,
    request: { match: seated.match, actionId: newActionId(), version, action: legalOf(snapshot)[0]! },
  }
}
const logged = (): number => backend.record(seated.match).entries.length

describe('an action', () => {
  it('is answered with its version and time once it is in the log', async () => {
    const { player, request } = await legalRequest()
    const answer = await matches.play.act(player, request)
    expect(answer).toEqual({ match: seated.match, version: 2, at: backend.record(seated.match).entries[1]!.at })
    expect(backend.record(seated.match).entries[1]!.body).toEqual({ type: 'act', seat: 0, action: request.action })
  })

  it('that is repeated with its id has the same answer, also after later moves and after the end', async () => {
    const { player, request } = await legalRequest()
    const answer = await matches.play.act(player, request)
    expect(await matches.play.act(player, request)).toEqual(answer)
    await step(matches, seated, random)
    expect(await matches.play.act(player, request)).toEqual(answer)
    await playOn(matches, seated, random)
    const length = logged()
    expect(await matches.play.act(player, { ...request, version: 0 })).toEqual(answer)
    expect(logged()).toBe(length)
  })

  it('with an id that the other player used is another action', async () => {
    const first = await legalRequest()
    await matches.play.act(first.player, first.request)
    let next = await legalRequest()
    for (; next.player.id === first.player.id; next = await legalRequest()) {
      await matches.play.act(next.player, next.request)
    }
    const { player, request } = next
    const answer = await matches.play.act(player, { ...request, actionId: first.request.actionId })
    expect(answer.version).toBe(request.version + 1)
  })

  it('is refused for the first reason that applies', async () => {
    const [ada, bo] = seated.players
    const { request } = await legalRequest()
    const illegal = { type: 'construct-building', slot: 0 } as const
    expect(await codeOf(matches.play.act(ada, { ...request, match: NOWHERE }))).toBe('unknown-match')
    expect(await codeOf(matches.play.act(newPlayer('Cy'), { ...request, version: 0, action: illegal }))).toBe(
      'not-your-match',
    )
    expect(await codeOf(matches.play.act(bo, { ...request, version: 0, action: illegal }))).toBe('stale')
    expect(await codeOf(matches.play.act(bo, { ...request, version: 2, action: illegal }))).toBe('unknown-version')
    expect(await codeOf(matches.play.act(bo, { ...request, action: illegal }))).toBe('not-your-turn')
    expect(await codeOf(matches.play.act(ada, { ...request, action: illegal }))).toBe('illegal-action')
    expect(logged()).toBe(1)
  })

  it('is refused before the second player has joined, and after the end', async () => {
    const { player, request } = await legalRequest()
    const { match } = (await create(matches, player, creation({ seat: 0 }))).snapshot
    expect(await codeOf(matches.play.act(player, { ...request, match, version: 0 }))).toBe('match-not-started')
    expect(await codeOf(matches.endings.resign(player, { match, actionId: newActionId() }))).toBe('match-not-started')
    await playOn(matches, seated, random)
    const length = logged()
    for (const version of [1, length]) {
      expect(await codeOf(matches.play.act(player, { ...request, version }))).toBe('match-over')
    }
    expect(await codeOf(matches.endings.resign(player, { match: seated.match, actionId: newActionId() }))).toBe(
      'match-over',
    )
    expect(logged()).toBe(length)
  })

  it('that is stale is refused with the present version', async () => {
    await playOn(matches, seated, random, 4)
    const { player, request } = await legalRequest()
    const refused = matches.play.act(player, { ...request, version: 2 })
    await expect(refused).rejects.toEqual(new CodedError('stale', undefined, { version: 5 }))
  })

  it('that the rules forbid is refused with their reason', async () => {
    const { player, request } = await legalRequest()
    const refused = matches.play.act(player, { ...request, action: { type: 'draft-wonder', wonder: 'no-such-wonder' } })
    await expect(refused).rejects.toMatchObject({ code: 'illegal-action', details: { rule: 'not-offered' } })
  })
})

describe('a resignation', () => {
  it('ends the match for the other player, whatever the version', async () => {
    await playOn(matches, seated, random, 5)
    const ended: string[] = []
    matches.lifecycle.subscribe({ ended: ({ id }) => ended.push(id) })
    const actionId = newActionId()
    const answer = await matches.endings.resign(seated.players[1], { match: seated.match, actionId })
    expect(await matches.endings.resign(seated.players[1], { match: seated.match, actionId })).toEqual(answer)
    const { snapshot } = await matches.views.view(null, seated.match)
    expect(snapshot).toMatchObject({
      status: 'ended',
      outcome: { by: 'resignation', winner: 0 },
      seed: backend.record(seated.match).header.seed,
    })
    expect(snapshot.board?.legal).toBeUndefined()
    expect(ended).toEqual([seated.match])
    expect([...backend.outbox.keys()]).toEqual([seated.match])
  })

  it('of a player without a seat is refused', async () => {
    expect(
      await codeOf(matches.endings.resign(newPlayer('Cy'), { match: seated.match, actionId: newActionId() })),
    ).toBe('not-your-match')
  })
})

describe('when the store fails', () => {
  it('a command that was not stored is not acknowledged; one that was stored without an answer is found', async () => {
    const { player, request } = await legalRequest()
    store.down = true
    expect(await codeOf(matches.play.act(player, request))).toBe('unavailable')
    store.down = false
    expect(logged()).toBe(1)

    store.answersLost = true
    expect(await codeOf(matches.play.act(player, request))).toBe('unavailable')
    store.answersLost = false
    expect(logged()).toBe(2)
    expect(await matches.play.act(player, request)).toMatchObject({ version: 2 })
    expect(logged()).toBe(2)
  })

  it('a command that is stale because it was committed before is answered like the first time', async () => {
    const { player, request } = await legalRequest()
    const answer = await matches.play.act(player, request)
    const deaf = new MemoryStore(backend)
    const other = openMatches({ store: deaf })
    deaf.load = async (match) => ({ ...backend.record(match), entries: backend.record(match).entries.slice(0, 1) })
    deaf.commit = () => Promise.resolve({ status: 'stale', version: 2 })
    expect(await other.play.act(player, request)).toEqual(answer)
    await other.close()
  })

  it('a match that is not in the cache is answered as soon as it is back', async () => {
    const other = new MemoryStore(backend)
    const cold = openMatches({ store: other })
    other.down = true
    expect(await codeOf(cold.views.view(null, seated.match))).toBe('unavailable')
    other.down = false
    expect((await cold.views.view(null, seated.match)).version).toBe(1)
    await cold.close()
  })
})
