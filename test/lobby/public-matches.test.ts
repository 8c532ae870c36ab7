import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newHeader } from '../../src/matches/index.ts'
import type { GameKind, MatchTerms, PublicMatchesRequest } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, HOUSE_BOTS, publicMatchesAnswerSchema } from '../../src/protocol/index.ts'
import type { MatchHeader } from '../../src/record/index.ts'
import { chosenSeat } from '../../src/record/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { codeOf } from '../support/match.ts'
import { newPlayer } from '../support/players.ts'
import type { World } from './support.ts'
import { openWorld, RATING } from './support.ts'

const HOUR = 3_600_000
const IDLE = { times: { poll: HOUR } }

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.close())

function header(terms: Partial<MatchTerms> = {}, kind: GameKind = 'base'): MatchHeader {
  return newHeader({
    host: newPlayer('Ada'),
    seating: chosenSeat(0),
    kind,
    options: DEFAULT_GAME_OPTIONS,
    origin: 'invitation',
    terms: { clock: 'blitz', rated: true, visibility: 'public', ...terms },
  })
}

/** Starts a match, and waits until it is shown. */
async function playing(match = header(), guest = newPlayer('Bo')): Promise<MatchHeader> {
  world.matches.start(match, [match.host.player, guest])
  await expect.poll(() => world.stores.shown.has(match.id), PATIENTLY).toBe(true)
  return match
}

describe('a public match', () => {
  const page = (query: Partial<PublicMatchesRequest> = {}) =>
    world.open(IDLE).lobby.publicMatches.page({ order: 'newest', limit: 20, ...query })
  const found = async (query: Partial<PublicMatchesRequest> = {}): Promise<string[]> =>
    (await page(query)).matches.map(({ match }) => match)

  it('is shown from its beginning to its end, with players, ratings and spectators', async () => {
    world.open(IDLE)
    const { id, terms } = await playing()
    world.live.watchers.set(id, 7)
    const { players } = world.matches.opened.get(id)!
    expect(publicMatchesAnswerSchema.parse(await page())).toEqual({
      matches: [
        {
          match: id,
          players: { 0: players[0], 1: players[1] },
          ratings: { 0: RATING, 1: RATING },
          kind: 'base',
          options: DEFAULT_GAME_OPTIONS,
          terms,
          origin: 'invitation',
          startedAt: 1_000,
          watchers: 7,
        },
      ],
    })
    const untimed = await playing(header({ clock: 'none', rated: false }))
    expect((await page()).matches[0]).not.toHaveProperty('ratings')
    world.matches.end(id)
    await expect.poll(() => found(), PATIENTLY).toEqual([untimed.id])
  })

  it('is found by kind of game, clock and rating', async () => {
    const strength = new Map<string, number>()
    world.open({ ...IDLE, ratingOf: async (player) => ({ ...RATING, rating: strength.get(player) ?? 1000 }) })
    const [strong, weak] = [header({}, 'agora'), header({ clock: 'slow' })]
    strength.set(strong.host.player.id, 2400)
    for (const match of [strong, weak]) await playing(match)
    expect(await found()).toEqual([weak.id, strong.id])
    expect(await found({ order: 'rating' })).toEqual([strong.id, weak.id])
    expect(await found({ kind: 'agora' })).toEqual([strong.id])
    expect(await found({ clock: 'slow', order: 'rating' })).toEqual([weak.id])
  })

  it('is found by whether a bot has a seat, and a page of one list does not continue another one', async () => {
    world.open(IDLE)
    const people = [(await playing()).id, (await playing()).id]
    const bots = [(await playing(header(), HOUSE_BOTS.club)).id, (await playing(header(), HOUSE_BOTS.novice)).id]
    expect(await found({ bots: true })).toEqual(bots.toReversed())
    expect(await found({ bots: false })).toEqual(people.toReversed())
    const first = await page({ bots: true, limit: 1 })
    expect(await found({ bots: true, limit: 1, cursor: first.next! })).toEqual([bots[0]])
    for (const other of [{}, { bots: false }]) {
      expect(await codeOf(page({ ...other, cursor: first.next! }))).toBe('bad-cursor')
    }
  })

  it('is on exactly one page', async () => {
    world.open(IDLE)
    const all: string[] = []
    for (let number = 0; number < 5; number += 1) all.unshift((await playing()).id)
    const first = await page({ limit: 2 })
    const second = await page({ limit: 2, cursor: first.next! })
    const third = await page({ limit: 2, cursor: second.next! })
    expect([first, second, third].flatMap(({ matches }) => matches.map(({ match }) => match))).toEqual(all)
    expect(third.next).toBeUndefined()
    for (const query of [{ cursor: 'AAAA' }, { cursor: first.next!, kind: 'base' as const }]) {
      expect(await codeOf(page(query))).toBe('bad-cursor')
    }
  })

  it('is not listed if it is private', async () => {
    const { lobby } = world.open(IDLE)
    const secret = header({ visibility: 'private' })
    world.matches.start(secret, [secret.host.player, newPlayer('Bo')])
    await playing()
    await lobby.close()
    expect(await world.stores.shown.has(secret.id)).toBe(false)
  })

  it('is shown again when a player comes back, if the node that should have shown it died', async () => {
    const { lobby } = world.open(IDLE)
    const { id } = await playing()
    await lobby.close()
    await world.stores.shown.hide(id)
    world.open(IDLE)
    world.matches.return(id)
    await expect.poll(() => world.stores.shown.has(id), PATIENTLY).toBe(true)
  })

  it('is hidden by a poll when it is over and no node has reported that', async () => {
    world.open({ times: { shownCheck: 0 } })
    const [over, on] = [await playing(), await playing()]
    world.matches.over.add(over.id)
    await expect.poll(() => world.stores.shown.has(over.id), PATIENTLY).toBe(false)
    expect(await world.stores.shown.has(on.id)).toBe(true)
  })
})
