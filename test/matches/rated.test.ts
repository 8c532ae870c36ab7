import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { PlayerRef } from '../../src/protocol/index.ts'
import { CodedError, HOUSE_BOTS } from '../../src/protocol/index.ts'
import { otherSeat, verifyRecord } from '../../src/record/index.ts'
import { drawSeat } from '../../src/rules/index.ts'
import { Follower } from '../support/follower.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, create, creation, join, openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'
import { ratedPlayers } from '../support/rated-players.ts'

const RATED = creation({ clock: 'blitz', rated: true })

let store: MemoryStore
let matches: Matches
let ada: PlayerRef
let bo: PlayerRef
let guest: PlayerRef
let guests: string[]
/** How often players began. Of others the history does not answer. */
let began: Map<string, number>
/** Who left which match early, and until when players can play none. */
let early: [player: string, match: string][]
let until: Map<string, number>
beforeEach(() => {
  ;[ada, bo, guest] = [newPlayer('Ada'), newPlayer('Bo'), newPlayer('Guest')]
  guests = [guest.id]
  began = new Map()
  early = []
  until = new Map()
  store = new MemoryStore()
  matches = openMatches({
    store,
    playsBots: true,
    rated: ratedPlayers({
      requireAccount: async ({ id }) => {
        if (guests.includes(id)) throw new CodedError('account-needed')
      },
      earlyEnds: {
        add: async (player, match) => void early.push([player, match]),
        coolDown: async (player) => until.get(player) ?? null,
      },
      begunBy: async (player) => {
        if (began.has(player)) return began.get(player)!
        throw new CodedError('unavailable')
      },
    }),
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

  it.each([
    ['the host has begun less often', 3, 4, 0],
    ['the second player has begun less often', 4, 3, 1],
  ] as const)('is begun by whoever began less often: %s', async (_who, ofAda, ofBo, seat) => {
    began = new Map([
      [ada.id, ofAda],
      [bo.id, ofBo],
    ])
    // Often enough that every seat is drawn for the host while the match waits.
    for (let times = 0; times < 20; times += 1) {
      const match = await matches.play.create(ada, RATED)
      const [host, other] = [new Follower(), new Follower()]
      await host.follow(matches, ada, match)
      const joined = await join(matches, bo, { match })
      await other.follow(matches, bo, match)
      expect(joined.snapshot.you).toBe(otherSeat(seat))
      await host.reached(1)
      expect(host.snapshot).toMatchObject({ you: seat, players: { [seat]: ada, [otherSeat(seat)]: bo } })
      await expect.poll(() => other.attendance).toMatchObject({ seats: [0, 1], away: {} })
      const { record } = await matches.whole(match)
      expect(record.header).not.toHaveProperty('seatBy')
      expect(record.entries[0]!.body).toMatchObject({ seatBy: 'balance', began: { host: ofAda, guest: ofBo } })
      await matches.endings.resign(bo, { match, actionId: newActionId() })
      const checks = verifyRecord((await matches.whole(match)).record)
      expect(checks.filter(({ ok }) => !ok)).toEqual([])
      for (const follower of [host, other]) await follower.stop()
    }
  })

  it('is begun by whom the seed says, if both have begun as often, or the history does not answer', async () => {
    for (const known of [true, false]) {
      began = new Map(known ? [ada, bo].map(({ id }) => [id, 7]) : [])
      const seats = new Set<unknown>()
      for (let times = 0; times < 20; times += 1) {
        const match = await matches.play.create(ada, RATED)
        await join(matches, bo, { match })
        const { record } = await matches.whole(match)
        const { host, seed } = record.header
        const { you } = (await matches.views.view(ada, match)).snapshot
        expect(you).toBe(drawSeat(seed))
        expect(you).toBe(host.seat)
        const counted = known ? { began: { host: 7, guest: 7 } } : {}
        expect(record.entries[0]!.body).toEqual({
          type: 'join',
          seat: otherSeat(host.seat),
          player: bo,
          seatBy: 'seed',
          ...counted,
        })
        seats.add(you)
      }
      expect(seats).toEqual(new Set([0, 1]))
    }
  })

  it('is begun by whoever began less often when it is played again, and not by the other player in turn', async () => {
    began = new Map([
      [ada.id, 1],
      [bo.id, 5],
    ])
    let match = await matches.play.create(ada, RATED)
    await join(matches, bo, { match })
    for (let times = 0; times < 4; times += 1) {
      expect((await matches.views.view(ada, match)).snapshot.you).toBe(0)
      await matches.endings.resign(ada, { match, actionId: newActionId() })
      await matches.rematches.offer(times % 2 === 0 ? ada : bo, match)
      match = (await matches.rematches.offer(times % 2 === 0 ? bo : ada, match)).next!
      expect((await matches.whole(match)).record.header).toMatchObject({ seatBy: 'balance' })
    }
  })

  it('ends with no draw by agreement, which invites arranged results', async () => {
    for (const rated of [true, false]) {
      const seated = await seatTwo(matches, {}, { clock: 'standard', rated })
      const { match, players } = seated
      await playOn(matches, seated, seededRandom(5), 10)
      const offered = matches.endings.draw(players[0], { match, actionId: newActionId(), answer: 'offer' })
      const { mayDo } = (await matches.views.view(players[0], match)).snapshot
      if (rated) {
        expect(await codeOf(offered)).toBe('not-now')
        expect(mayDo).not.toHaveProperty('offerDraw')
      } else {
        await offered
        expect((await matches.views.view(players[1], match)).snapshot.mayDo).toMatchObject({ answerDraw: true })
      }
      expect((await matches.whole(match)).fold.drawOffer).toBe(rated ? null : 0)
    }
  })

  describe('that does not count yet', () => {
    const SEATS = [0, 1] as const
    type Ending = (seated: SeatedMatch, seat: 0 | 1) => Promise<unknown>
    const request = (match: string) => ({ match, actionId: newActionId() })
    const abort: Ending = ({ match, players }, seat) =>
      matches.endings.abort(players[seat], { ...request(match), version: 1 })
    const resign: Ending = ({ match, players }, seat) => matches.endings.resign(players[seat], request(match))
    const annul: Ending = ({ match }) => matches.endings.annul(match)

    it.each([
      ['abort', 1, abort],
      ['resignation', 3, resign],
    ] as const)('is remembered of the player who ends it: %s', async (_name, version, end) => {
      for (const seat of SEATS) {
        const seated = await seatTwo(matches, {}, { clock: 'standard', rated: true })
        await playOn(matches, seated, seededRandom(5), version - 1)
        await end(seated, seat)
        expect(early.splice(0)).toEqual([[seated.players[seat].id, seated.match]])
      }
    })

    it('is remembered of nobody if a moderator ends it, if it is not rated, if nobody joined, or once it counts', async () => {
      await annul(await seatTwo(matches, {}, { clock: 'standard', rated: true }), 0)
      await abort(await seatTwo(matches, {}, { clock: 'standard' }), 0)
      const { snapshot } = await create(matches, ada, RATED)
      await matches.endings.abort(ada, { ...request(snapshot.match), version: 0 })
      const counting = await seatTwo(matches, {}, { clock: 'standard', rated: true })
      while ((await matches.whole(counting.match)).fold.tookTurn.includes(false)) {
        await playOn(matches, counting, seededRandom(7), 1)
      }
      await resign(counting, 1)
      expect(early).toEqual([])
    })

    it('closes other rated matches for the time that is left, and no others', async () => {
      const { snapshot } = await create(matches, ada, RATED)
      until = new Map([[bo.id, Date.now() + 60_000]])
      const refusal = { code: 'cooling-down', details: { retryAfterMs: expect.any(Number) as number } }
      await expect(matches.play.create(bo, RATED)).rejects.toMatchObject(refusal)
      await expect(matches.play.join(bo, { match: snapshot.match })).rejects.toMatchObject(refusal)
      const error = await matches.play.create(bo, RATED).catch((error: unknown) => error)
      const { retryAfterMs } = (error as CodedError).details as { retryAfterMs: number }
      expect(retryAfterMs).toBeGreaterThan(0)
      expect(retryAfterMs).toBeLessThanOrEqual(60_000)
      await matches.play.create(bo, creation({ clock: 'blitz' }))
      until = new Map([[bo.id, Date.now() - 1]])
      await matches.play.join(bo, { match: snapshot.match })
    })
  })

  it('is played by bots, which count as accounts', async () => {
    const match = await matches.play.create(ada, { ...RATED, opponent: { bot: 'club' } })
    const { players } = (await matches.views.view(ada, match)).snapshot
    expect(Object.values(players)).toContainEqual(HOUSE_BOTS.club)
  })
})
