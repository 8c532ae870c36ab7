import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { CodedError, HOUSE_BOTS } from '../../src/protocol/index.ts'
import { Follower } from '../support/follower.ts'
import { codeOf, create, creation, join, openMatches } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'

const RATED = creation({ clock: 'blitz', rated: true })

let store: MemoryStore
let matches: Matches
let ada: PlayerRef
let bo: PlayerRef
let guest: PlayerRef
let guests: string[]
beforeEach(() => {
  ;[ada, bo, guest] = [newPlayer('Ada'), newPlayer('Bo'), newPlayer('Guest')]
  guests = [guest.id]
  store = new MemoryStore()
  matches = openMatches({
    store,
    playsBots: true,
    requireAccount: async ({ id }) => {
      if (guests.includes(id)) throw new CodedError('account-needed')
    },
  })
})
afterEach(async () => {
  await matches.close()
  await store.close()
})

describe('a guest', () => {
  it('creates no rated match, be it an invitation, an open table or a match against a bot', async () => {
    for (const more of [{}, { listed: true }, { opponent: { bot: 'club' } as const }]) {
      expect(await codeOf(matches.play.create(guest, { ...RATED, ...more }))).toBe('account-needed')
    }
    expect(await matches.own.page(guest, { limit: 10 })).toMatchObject({ matches: [] })
    await matches.play.create(guest, creation({ clock: 'blitz', seat: 0 }))
  })

  it('joins no rated match, neither by its code nor by its id, and the seat stays free', async () => {
    const { snapshot } = await create(matches, ada, RATED)
    for (const request of [{ match: snapshot.match }, { code: snapshot.code! }]) {
      expect(await codeOf(matches.play.join(guest, request))).toBe('account-needed')
    }
    expect((await matches.views.view(ada, snapshot.match)).version).toBe(0)
    await matches.play.join(bo, { code: snapshot.code! })
    expect(await codeOf(matches.play.join(guest, { match: snapshot.match }))).toBe('match-full')
  })
})

describe('a rated match', () => {
  it('shows nobody which seat its host has, not even the host, until the second player joins', async () => {
    for (const rated of [true, false]) {
      const { snapshot } = await create(matches, ada, creation({ clock: 'blitz', rated }))
      const { match } = snapshot
      expect(typeof snapshot.you).toBe(rated ? 'string' : 'number')
      expect(snapshot).toMatchObject({ code: expect.any(String) as string, mayDo: { abort: true } })
      expect('you' in (await matches.own.page(ada, { limit: 1 })).matches[0]!).toBe(!rated)
      const [stranger, news] = [new Follower(), new Follower()]
      await stranger.follow(matches, bo, match)
      await news.follow(matches, ada, match)
      const before = stranger.snapshot!
      expect(before.host).toEqual(rated ? ada : undefined)
      expect(Object.values(before.players)).toEqual(rated ? [] : [ada])
      await expect.poll(() => stranger.attendance).toMatchObject({ seats: rated ? [] : [snapshot.you], away: {} })
      const joined = await join(matches, bo, { match })
      expect(joined.snapshot).not.toHaveProperty('host')
      expect(Object.values(joined.snapshot.players)).toEqual(expect.arrayContaining([ada, bo]))
      for (const follower of [stranger, news]) {
        await follower.reached(1)
        // Who is connected was not said before.
        const host = joined.snapshot.you === 0 ? 1 : 0
        await expect.poll(() => follower.attendance!.seats).toContain(host)
        expect(follower.snapshot!.you).toBe(follower === news ? host : joined.snapshot.you)
        expect(follower.snapshot!.players).toEqual(joined.snapshot.players)
        expect(follower.snapshot).not.toHaveProperty('host')
        await follower.stop()
      }
    }
  })

  it('cannot be joined once its host has no account any more', async () => {
    const { snapshot } = await create(matches, ada, RATED)
    guests = [ada.id]
    await expect(matches.play.join(bo, { match: snapshot.match })).rejects.toMatchObject({
      code: 'account-needed',
      message: expect.stringContaining('other player') as string,
    })
  })

  it('that began between accounts goes on, and has a rematch only while both have one', async () => {
    const { snapshot } = await create(matches, ada, RATED)
    const { match } = snapshot
    await matches.play.join(bo, { match })
    guests = [ada.id]
    await matches.endings.resign(ada, { match, actionId: newActionId() })
    for (const player of [ada, bo]) expect(await codeOf(matches.rematches.offer(player, match))).toBe('account-needed')
    guests = []
    await matches.rematches.offer(ada, match)
    const { next } = await matches.rematches.offer(bo, match)
    expect((await matches.views.view(ada, next!)).snapshot.terms.rated).toBe(true)
  })

  it('is played by bots, which count as accounts', async () => {
    const match = await matches.play.create(ada, { ...RATED, opponent: { bot: 'club' } })
    const { players } = (await matches.views.view(ada, match)).snapshot
    expect(Object.values(players)).toContainEqual(HOUSE_BOTS.club)
  })
})
