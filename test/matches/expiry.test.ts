import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { PlayerServerEvent } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/contract/harness.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, openMatches, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { newActionId } from '../support/players.ts'

let backend: MemoryBackend
let store: MemoryStore
let matches: Matches
let seated: SeatedMatch
beforeEach(async () => {
  backend = new MemoryBackend(41)
  store = new MemoryStore(backend)
  matches = openMatches({ store })
  seated = await seatTwo(matches)
})
afterEach(() => matches.close())

it('everybody who watches a match is notified once that it has expired, and it is unknown', async () => {
  const { match, players } = seated
  const [ada, spectator] = [new Follower(), new Follower()]
  await ada.follow(matches, players[0], match)
  await spectator.follow(matches, null, match)
  const events: PlayerServerEvent[] = []
  await matches.streams.watch(players[1], { notify: (event) => events.push(event) })
  const waiting = codeOf(matches.views.waitForView(players[1], match, { sinceVersion: 1 }, { waitMs: 600_000 }))
  backend.expire(match)
  // The store says that there is something to read, now and later.
  for (let times = 0; times < 2; times += 1) store.mend(match)
  const expired = { match, version: 1 }
  await expect.poll(() => spectator.expiries, PATIENTLY).toEqual([expired])
  expect(ada.expiries).toEqual([expired])
  expect(events).toEqual([{ event: 'match:expired', payload: expired }])
  expect(await waiting).toBe('unknown-match')
  store.mend(match)
  expect(await codeOf(matches.views.view(players[0], match))).toBe('unknown-match')
  expect([ada.expiries, spectator.expiries, events].map(({ length }) => length)).toEqual([1, 1, 1])
})

it('a player who acts in a match that has expired is notified, too', async () => {
  const { match, players } = seated
  const ada = new Follower()
  await ada.follow(matches, players[0], match)
  backend.expire(match)
  const resigned = matches.endings.resign(players[0], { match, actionId: newActionId() })
  expect(await codeOf(resigned)).toBe('unknown-match')
  expect(ada.expiries).toEqual([{ match, version: 1 }])
})
