import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Matches } from '../../src/matches/index.ts'
import type { Admission, CreateMessage, PlayerRef } from '../../src/protocol/index.ts'
import { CodedError, createRequestSchema, NEWCOMER_RATING, RATING_BOUNDS } from '../../src/protocol/index.ts'
import { verifyRecord } from '../../src/record/index.ts'
import { repeats } from '../support/drawn.ts'
import { codeOf, create, creation, join, openMatches } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { ratedPlayers } from '../support/rated-players.ts'

const TABLE = { clock: 'blitz', listed: true, seat: 0 } as const satisfies CreateMessage

let store: MemoryStore
let matches: Matches
let ada: PlayerRef
let bo: PlayerRef
let guests: Set<string>
/** By player and kind; others are newcomers. */
let ratings: Map<string, number>
let isDown: boolean
beforeEach(() => {
  ;[ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
  guests = new Set()
  ratings = new Map()
  isDown = false
  store = new MemoryStore()
  matches = openMatches({
    store,
    rated: ratedPlayers({
      requireAccount: async ({ id }) => {
        if (guests.has(id)) throw new CodedError('account-needed')
      },
      ratingOf: async (player, kind) => {
        if (isDown) throw new CodedError('unavailable')
        return { rating: ratings.get(`${player} ${kind}`) ?? NEWCOMER_RATING }
      },
    }),
  })
})
afterEach(async () => {
  await matches.close()
  await store.close()
})

const table = (admits: Admission | undefined, more: CreateMessage = {}) =>
  create(matches, ada, creation({ ...TABLE, ...(admits && { admits }), ...more }))

describe('a table that admits some ratings', () => {
  it('is joined by whoever has one of them, and by nobody else: neither by its id nor by its code', async () => {
    // No -0, which JSON does not have.
    const value = fc.double({ ...RATING_BOUNDS.rating, noNaN: true }).map((one) => one + 0)
    const bound = fc.option(value, { nil: undefined })
    await fc.assert(
      fc.asyncProperty(bound, bound, value, fc.boolean(), async (one, other, rating, byCode) => {
        const [least, most] = one !== undefined && other !== undefined && one > other ? [other, one] : [one, other]
        fc.pre(least !== undefined || most !== undefined)
        const range = { ...(least !== undefined && { least }), ...(most !== undefined && { most }) }
        const { snapshot } = await table({ rating: range })
        ratings.set(`${bo.id} base-real-time`, rating)
        const joined = matches.play.join(bo, byCode ? { code: snapshot.code! } : { match: snapshot.match })
        const isIn = (least === undefined || rating >= least) && (most === undefined || rating <= most)
        if (isIn) expect(await joined).toBe(snapshot.match)
        else {
          await expect(joined).rejects.toMatchObject({ code: 'not-eligible', details: { rating: range } })
          expect((await matches.views.view(ada, snapshot.match)).version).toBe(0)
        }
        await matches.endings.annul(snapshot.match)
      }),
      { numRuns: repeats(60) },
    )
  })

  it('counts the rating that the match would change: another one than against a bot, or at another pace', async () => {
    const bot = { ...newPlayer('Bot'), bot: true as const }
    const admits = { rating: { least: 1700 } }
    ratings.set(`${bo.id} base-real-time`, 1800).set(`${bot.id} base-bots`, 1800)
    const { match } = (await table(admits, { clock: 'correspondence-1' })).snapshot
    expect(await codeOf(matches.play.join(bo, { match }))).toBe('not-eligible')
    ratings.set(`${bo.id} base-correspondence`, 1700)
    await matches.play.join(bo, { match })
    await matches.play.join(bot, { match: (await table(admits)).snapshot.match })
  })

  it('takes a player without a rating as a newcomer', async () => {
    for (const [range, code] of [
      [{ least: NEWCOMER_RATING, most: NEWCOMER_RATING }, null],
      [{ least: NEWCOMER_RATING + 1 }, 'not-eligible'],
      [{ most: NEWCOMER_RATING - 1 }, 'not-eligible'],
    ] as const) {
      const { match } = (await table({ rating: range })).snapshot
      const joined = matches.play.join(bo, { match })
      if (code === null) expect(await joined).toBe(match)
      else expect(await codeOf(joined)).toBe(code)
    }
  })

  it('admits nobody while the history does not say which rating they have', async () => {
    const { match } = (await table({ rating: { most: 2000 } })).snapshot
    isDown = true
    expect(await codeOf(matches.play.join(bo, { match }))).toBe('unavailable')
    isDown = false
    await matches.play.join(bo, { match })
    // Whoever has a seat is not asked again.
    isDown = true
    expect(await matches.play.join(bo, { match })).toBe(match)
  })
})

describe('a table for accounts', () => {
  it('refuses guests, and admits bots', async () => {
    const { snapshot } = await table({ accounts: true })
    guests.add(bo.id)
    for (const seat of [{ match: snapshot.match }, { code: snapshot.code! }]) {
      expect(await codeOf(matches.play.join(bo, seat))).toBe('account-needed')
    }
    await matches.play.join({ ...newPlayer('Bot'), bot: true }, { match: snapshot.match })
  })

  it('can be one of some ratings, too: both must hold', async () => {
    const { match } = (await table({ accounts: true, rating: { least: 1600 } })).snapshot
    guests.add(bo.id)
    ratings.set(`${bo.id} base-real-time`, 1600)
    expect(await codeOf(matches.play.join(bo, { match }))).toBe('account-needed')
    guests.clear()
    ratings.clear()
    expect(await codeOf(matches.play.join(bo, { match }))).toBe('not-eligible')
    ratings.set(`${bo.id} base-real-time`, 1600)
    await matches.play.join(bo, { match })
  })

  it('can be opened by a guest', async () => {
    guests.add(ada.id)
    const { match } = (await table({ accounts: true })).snapshot
    await matches.play.join(bo, { match })
  })
})

describe('whom a table admits', () => {
  const ADMITS = { rating: { least: 1400, most: 1800 }, accounts: true } as const

  it('is said to everybody, and stays in the record, which can be verified', async () => {
    const { snapshot } = await table(ADMITS)
    const { match } = snapshot
    expect((await matches.views.view(bo, match)).snapshot.admits).toEqual(ADMITS)
    expect((await matches.views.invitation(snapshot.code!))!.admits).toEqual(ADMITS)
    expect((await join(matches, bo, { match })).snapshot.admits).toEqual(ADMITS)
    await matches.endings.resign(bo, { match, actionId: newActionId() })
    const { record } = await matches.whole(match)
    expect(record.header.admits).toEqual(ADMITS)
    expect(verifyRecord(record).filter(({ ok }) => !ok)).toEqual([])
  })

  it('is nothing that a rematch has, and keeps nobody out of the next game of a series', async () => {
    const { match } = (await table(ADMITS, { series: { best: 3 } })).snapshot
    await matches.play.join(bo, { match })
    ratings.set(`${bo.id} base-real-time`, 2400)
    await matches.endings.resign(bo, { match, actionId: newActionId() })
    const next = async () => (await matches.views.view(bo, match)).snapshot.series?.next
    await expect.poll(next).toBeTypeOf('string')
    const { snapshot } = await matches.views.view(bo, (await next())!)
    expect(snapshot.status).toBe('playing')
    expect(snapshot).not.toHaveProperty('admits')
  })

  it('is left out of a table that admits everybody, also of one that an older version has opened', async () => {
    const { snapshot } = await table(undefined)
    expect(snapshot).not.toHaveProperty('admits')
    expect((await matches.whole(snapshot.match)).record.header).not.toHaveProperty('admits')
    guests.add(bo.id)
    ratings.set(`${bo.id} base-real-time`, -1000)
    await matches.play.join(bo, { match: snapshot.match })
  })
})

describe('a request for a table', () => {
  const wrong = (admits: unknown, more: object = {}): string[] =>
    createRequestSchema.safeParse({ ...TABLE, admits, ...more }).error?.issues.map(({ path }) => path.join('/')) ?? []

  it('may name each bound, both, the same twice, and accounts', () => {
    for (const admits of [
      { rating: { least: 1400 } },
      { rating: { most: 1800 } },
      { rating: { least: 1500, most: 1500 } },
      { rating: { least: RATING_BOUNDS.rating.min, most: RATING_BOUNDS.rating.max } },
      { accounts: true },
      { rating: { most: 1800 }, accounts: true },
    ]) {
      expect([admits, wrong(admits)]).toEqual([admits, []])
    }
  })

  it('is refused if it says nothing, or what cannot be', () => {
    for (const [admits, path] of [
      [{}, 'admits'],
      [{ rating: {} }, 'admits/rating'],
      [{ rating: { least: 1801, most: 1800 } }, 'admits/rating'],
      [{ rating: { least: RATING_BOUNDS.rating.min - 1 } }, 'admits/rating/least'],
      [{ rating: { most: RATING_BOUNDS.rating.max + 1 } }, 'admits/rating/most'],
      [{ rating: { most: '1800' } }, 'admits/rating/most'],
      [{ rating: { least: Number.NaN } }, 'admits/rating/least'],
      [{ accounts: false }, 'admits/accounts'],
      [{ accounts: true, friends: true }, 'admits'],
      ['accounts', 'admits'],
      [null, 'admits'],
    ]) {
      expect([admits, wrong(admits)]).toEqual([admits, [path]])
    }
  })

  it('is refused where nobody has a rating, or where there is no table', () => {
    expect(wrong({ rating: { least: 1 } }, { clock: 'none' })).toEqual(['admits/rating'])
    expect(wrong({ accounts: true }, { clock: 'none' })).toEqual([])
    for (const more of [{ listed: false }, { listed: false, opponent: { bot: 'club' } }]) {
      expect(wrong({ accounts: true }, more)).toEqual(['admits'])
    }
  })
})
