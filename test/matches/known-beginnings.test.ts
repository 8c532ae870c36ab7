import { describe, expect, it } from 'vitest'
import type { CreateMessage } from '../../src/protocol/index.ts'
import { createRequestSchema, MOST_EXTRA_COINS } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldable, verifyRecord } from '../../src/record/index.ts'
import { headerHash } from '../../src/record/log-hash.ts'
import { playedRecord } from '../support/finished.ts'
import type { SeatedMatch } from '../support/match.ts'
import { codeOf, create, creation, join, openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryStore } from '../support/memory-store.ts'
import { newActionId, newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

/** Matches with a history of some games. */
const open = (records: readonly MatchRecord[] = []) => {
  const store = new MemoryStore()
  const recordOf = async (id: string) => records.find(({ header }) => header.id === id) ?? null
  return { store, matches: openMatches({ store, recordOf, playsBots: true }) }
}
type Opened = ReturnType<typeof open>['matches']

/** A match that was played for some moves, and resigned. */
async function ended(matches: Opened, moves: number, request: CreateMessage = {}): Promise<SeatedMatch> {
  const seated = await seatTwo(matches, {}, creation({ kind: 'agora-pantheon', ...request }))
  await playOn(matches, seated, seededRandom(5), moves)
  if (moves < Infinity) await resign(matches, seated)
  return seated
}

const resign = (matches: Opened, { match, players }: SeatedMatch): Promise<unknown> =>
  matches.endings.resign(players[0], { match, actionId: newActionId() })

const refusal = (matches: Opened, request: CreateMessage): Promise<string> =>
  codeOf(matches.play.create(newPlayer('Eve'), creation(request)))

describe('a match on a known deal', () => {
  it('has the seed, the kind and the options of the game, and names the deal', async () => {
    const { matches, store } = open()
    const first = await ended(matches, 3)
    const { snapshot } = await create(matches, newPlayer('Cy'), creation({ deal: first.match, kind: 'base' }))
    const [source, header] = (await Promise.all([first.match, snapshot.match].map((id) => store.load(id)))).map(
      (record) => record!.header,
    )
    expect(snapshot).toMatchObject({ kind: 'agora-pantheon', deal: first.match, seedHash: source!.seedHash })
    expect(header).toMatchObject({ deal: first.match, seed: source!.seed, options: source!.options })
    await matches.close()
  })

  it('has the deal of the first game, when it is played on a game that was played on it', async () => {
    const { matches } = open()
    const first = await ended(matches, 0)
    const second = await ended(matches, 0, { deal: first.match })
    const { snapshot } = await create(matches, newPlayer('Cy'), creation({ deal: second.match }))
    expect(snapshot.deal).toBe(first.match)
    await matches.close()
  })

  it('shows nothing of a bid by the hash of its log, although the seed is known', async () => {
    const { matches, store } = open()
    const first = await ended(matches, 0)
    const { snapshot } = await create(matches, newPlayer('Cy'), creation({ deal: first.match, bid: 7 }))
    const { header, createdAt } = (await store.load(snapshot.match))!
    const { logKey, ...known } = header
    const withBid = (bid: number, key?: string): string =>
      headerHash({ ...known, bid, ...(key !== undefined && { logKey: key }) }, createdAt)
    expect(withBid(7, logKey)).toBe(snapshot.logHash)
    for (let bid = 0; bid <= MOST_EXTRA_COINS; bid += 1) {
      expect([withBid(bid), withBid(bid, header.seed)]).not.toContain(snapshot.logHash)
    }
    expect(JSON.stringify(snapshot)).not.toContain(logKey)
    await matches.close()
  })

  it('can be on a deal of the history, and its invitation says so', async () => {
    const record = playedRecord(seededRandom(1), 20)
    const { matches } = open([record])
    const { snapshot } = await create(matches, newPlayer('Cy'), creation({ deal: record.header.id }))
    expect(snapshot).toMatchObject({ deal: record.header.id, seedHash: record.header.seedHash })
    expect(await matches.views.invitation(snapshot.code!)).toMatchObject({ deal: record.header.id })
    await matches.close()
  })

  it('is refused on one that nobody has finished a game on', async () => {
    const { matches } = open()
    const going = await seatTwo(matches)
    expect(await refusal(matches, { deal: going.match })).toBe('unknown-deal')
    await matches.endings.abort(going.players[0], { match: going.match, actionId: newActionId(), version: 1 })
    expect(await refusal(matches, { deal: going.match })).toBe('unknown-deal')
    expect(await refusal(matches, { deal: 'nobody-has-this1' })).toBe('unknown-deal')
    await matches.close()
  })

  it('is refused where other rules would deal something else', async () => {
    const { header, ...record } = playedRecord(seededRandom(1), 20)
    const { matches } = open([{ ...record, header: { ...header, rules: '1' } }])
    expect(await refusal(matches, { deal: header.id })).toBe('other-rules')
    expect(await refusal(matches, { from: { match: header.id, version: 3 } })).toBe('other-rules')
    await matches.close()
  })
})

describe('a match that goes on from a position', () => {
  it.each([
    [0, 30],
    [1, 30],
    [9, 30],
    [25, Infinity],
    [32, 30],
  ])('begins with what everybody saw there, at version %i of a game with at most %i moves', async (version, moves) => {
    const { matches, store } = open()
    const source = await ended(matches, moves)
    const at = Math.max(1, Math.min(version, moves + 1))
    const { board } = (await matches.views.position(null, source.match, at, { viewer: 'spectator' })).snapshot
    const next = await seatTwo(matches, {}, creation({ seat: 1, from: { match: source.match, version } }))
    const view = await matches.views.view(null, next.match)
    expect(view).toMatchObject({ version: 1, snapshot: { from: { match: source.match, version } } })
    expect(view.snapshot.board).toEqual(board)
    await playOn(matches, next, seededRandom(9))
    const record = (await store.load(next.match))!
    expect(verifyRecord(record).filter(({ ok }) => !ok)).toEqual([])
    expect(foldable(record).header.from).toEqual({ match: source.match, version })
    await matches.close()
  })

  it('can begin at a position of a match that went on itself, and against a bot', async () => {
    const { matches, store } = open()
    const source = await ended(matches, 12)
    const second = await ended(matches, 5, { from: { match: source.match, version: 10 } })
    const request = creation({ from: { match: second.match, version: 4 }, opponent: { bot: 'novice' } })
    const { snapshot } = await create(matches, newPlayer('Cy'), request)
    expect((await store.load(snapshot.match))!.header.opening).toHaveLength(9 + 3)
    expect(snapshot).toMatchObject({ status: 'playing', origin: 'bot', from: { match: second.match, version: 4 } })
    await matches.close()
  })

  it('has the coins that bids have given in the match that it goes on from; on its deal there are none', async () => {
    const { matches, store } = open()
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    const { snapshot: waiting } = await create(matches, ada, creation({ bid: 3 }))
    const { snapshot: begun } = await join(matches, bo, { code: waiting.code!, bid: 5 })
    const source: SeatedMatch = { match: waiting.match, players: [bo, ada] }
    await playOn(matches, source, seededRandom(4), 9)
    await resign(matches, source)
    const next = await seatTwo(matches, {}, creation({ seat: 0, from: { match: source.match, version: 10 } }))
    const { snapshot } = await matches.views.view(null, next.match)
    const { board } = (await matches.views.position(null, source.match, 10, { viewer: 'spectator' })).snapshot
    expect([snapshot.options, snapshot.board]).toEqual([begun.options, board])
    expect(begun.options.handicap).toEqual({ seat: 1, coins: 5 })
    const again = await create(matches, newPlayer('Cy'), creation({ deal: source.match }))
    expect(again.snapshot.options).not.toHaveProperty('handicap')
    const wanted = creation({ deal: source.match, options: { handicap: { seat: 0, coins: 2 } } })
    const given = await create(matches, newPlayer('Cy'), wanted)
    expect((await store.load(given.snapshot.match))!.header.options.handicap).toEqual({ seat: 0, coins: 2 })
    await matches.close()
  })

  it('is refused while the match goes on, beyond its end, and where nothing is left to decide', async () => {
    const { matches } = open()
    const going = await seatTwo(matches)
    expect(await refusal(matches, { from: { match: going.match, version: 1 } })).toBe('not-now')
    const resigned = await ended(matches, 4)
    expect(await refusal(matches, { from: { match: resigned.match, version: 7 } })).toBe('unknown-version')
    await playOn(matches, going, seededRandom(2))
    const { version } = await matches.views.view(null, going.match)
    expect(await refusal(matches, { from: { match: going.match, version } })).toBe('match-over')
    expect(await refusal(matches, { from: { match: 'nobody-has-this1', version } })).toBe('unknown-game')
    await matches.close()
  })

  it('needs the code of a private match, unless the player had a seat in it', async () => {
    const { matches, store } = open()
    const source = await ended(matches, 4, { visibility: 'private' })
    const { code } = (await store.load(source.match))!.header
    const from = { match: source.match, version: 3 }
    expect(await refusal(matches, { from })).toBe('code-needed')
    expect(await refusal(matches, { from: { ...from, code } })).toContain('resolved')
    expect(await codeOf(matches.play.create(source.players[1], creation({ from })))).toContain('resolved')
    await matches.close()
  })
})

it('the same request again has the same match, although the game is no longer there', async () => {
  const record = playedRecord(seededRandom(1), 20)
  const records = [record]
  const { matches } = open(records)
  for (const known of [{ deal: record.header.id }, { from: { match: record.header.id, version: 3 } }]) {
    const [cy, request] = [newPlayer('Cy'), creation({ ...known, actionId: newActionId() })]
    const match = await matches.play.create(cy, request)
    records.length = 0
    expect(await matches.play.create(cy, request)).toBe(match)
    records.push(record)
  }
  await matches.close()
})

describe('a request for a match', () => {
  const deal = 'an-earlier-game1'
  const from = { match: deal, version: 3 }
  it.each<[string, CreateMessage, string]>([
    ['rated, on a known deal', { rated: true, clock: 'blitz', deal }, 'deal'],
    ['rated, from a position', { rated: true, clock: 'blitz', from }, 'from'],
    ['on an open table, with a known deal', { listed: true, deal }, 'listed'],
    ['on an open table, from a position', { listed: true, from }, 'listed'],
    ['with a deal and a position', { deal, from }, 'from'],
    ['with a bid, from a position', { bid: 3, from }, 'bid'],
    ['with a deal and a seed', { deal, seed: '5eed'.repeat(16) }, 'seed'],
  ])('is refused if it is %s', (_what, request, path) => {
    expect(createRequestSchema.safeParse(request).error?.issues).toMatchObject([{ path: [path] }])
  })
})
