import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, join, openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let backend: MemoryBackend
let matches: Matches
let seated: SeatedMatch
beforeEach(async () => {
  backend = new MemoryBackend(5)
  const before = openMatches({ store: new MemoryStore(backend) })
  seated = await seatTwo(before)
  await playOn(before, seated, seededRandom(3), 5)
  await before.close()
  const store = new MemoryStore(backend)
  const load = store.load.bind(store)
  store.load = async (match) => {
    const record = await load(match)
    return record && { ...record, header: { ...record.header, rules: 'of another release' } }
  }
  matches = openMatches({ store })
})
afterEach(() => matches.close())

it('a match that was dealt by other rules is refused with their version, and never shown', async () => {
  const { match, players } = seated
  const request = { match, actionId: newActionId() }
  const refusals = [
    matches.views.view(players[0], match),
    matches.views.waitForView(null, match, { sinceVersion: 6 }, { waitMs: 1 }),
    matches.views.replay(null, match),
    matches.views.position(null, match, 1),
    matches.watches.watch(players[1], match, {}, new Follower()),
    matches.play.act(players[0], { ...request, version: 6, action: { type: 'decline' } }),
    matches.endings.resign(players[0], request),
    matches.chats.say(players[0], { match, text: 'Hello' }),
    join(matches, players[1], { match }),
  ]
  expect(new Set(await Promise.all(refusals.map(codeOf)))).toEqual(new Set(['other-rules']))
  await expect(matches.views.view(null, match)).rejects.toMatchObject({ details: { rules: 'of another release' } })
  expect(backend.record(match).entries).toHaveLength(6)
  // It does not prevent its players from playing another match.
  expect(await matches.views.isOver(match)).toBe(true)
})
