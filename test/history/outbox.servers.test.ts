import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Archive } from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { foldRecord } from '../../src/record/index.ts'
import { EndedMatches } from '../support/ended-matches.ts'
import { playedRecord } from '../support/finished.ts'
import { openHistory, quiet } from '../support/history.ts'
import { NEVER, Outboxes, poll } from '../support/outbox.ts'
import type { Postgres } from '../support/postgres.ts'
import { startPostgres } from '../support/postgres.ts'

const outboxes = new Outboxes()
afterEach(outboxes.stop)

describe('The outbox of a history in Postgres', () => {
  let server: Postgres
  let archive: Archive
  beforeAll(async () => {
    server = await startPostgres()
    archive = await openHistory({ databaseUrl: server.url }, quiet)
  })
  afterAll(async () => {
    await archive.close()
    await server.destroy()
  })

  /** The stored games of the host of a match; each host has only this one. */
  const storedGames = async (record: MatchRecord): Promise<string[]> => {
    const player = record.header.host.player.id
    return (await archive.list(gamesQuerySchema.parse({ player }))).games.map(({ id }) => id)
  }

  it('stores whole games, with the scores that follow from their logs', async () => {
    const live = new EndedMatches()
    const records = Array.from({ length: 20 }, (_, n) => playedRecord(Math.random, n % 2 ? n : Infinity))
    const ids = records.map((record) => live.end(record))
    outboxes.start({ live, archive })
    await poll(() => live.archived).toEqual(ids)
    for (const record of records) {
      const { scores, outcome } = finishedGame(record)
      expect(await archive.get(record.header.id)).toMatchObject({ scores: { ...scores }, outcome: { by: outcome.by } })
      expect(await archive.record(record.header.id)).toEqual({ ...record, logHash: foldRecord(record).logHash.value })
    }
  })

  it('stores the others of a batch when a game cannot be stored, however often it is tried', async () => {
    const live = new EndedMatches()
    const records = Array.from({ length: 10 }, (_, n) => playedRecord(Math.random, n))
    const ids = records.map((record) => live.end(record))
    const poisoned = ids[3]!
    // The number of a chat line is too large for its column.
    live.say(poisoned, { number: 2 ** 40, at: 1, from: records[3]!.header.host.player, seat: 0, text: 'salve' })
    const outbox = outboxes.start({ live, archive })
    const sound = ids.filter((id) => id !== poisoned)
    await poll(() => live.archived).toEqual(sound)
    live.now += NEVER
    outbox.notify()
    await poll(() => live.claims).toBeGreaterThan(1)
    expect(live.waiting).toEqual([poisoned])
    for (const [n, record] of records.entries()) expect(await storedGames(record)).toEqual(n === 3 ? [] : [ids[n]])
  })

  it('waits while the server is stopped, and then stores each game that ended meanwhile once', async () => {
    const live = new EndedMatches()
    await server.stop()
    const records = Array.from({ length: 30 }, () => playedRecord())
    const [early, late] = [records.slice(0, 10), records.slice(10)]
    const ids = early.map((record) => live.end(record))
    let failures = 0
    const counted = <T>(attempt: Promise<T>): Promise<T> => {
      attempt.catch(() => (failures += 1))
      return attempt
    }
    outboxes.start({
      live,
      archive: {
        store: (game) => counted(archive.store(game)),
        storeAll: (games) => counted(archive.storeAll(games)),
        ping: () => counted(archive.ping()),
      },
    })
    // It has claimed the matches, tries, and tries again.
    await poll(() => failures).toBeGreaterThan(1)
    expect(live.claims).toBe(1)
    ids.push(...late.map((record) => live.end(record)))
    expect(live.archived).toEqual([])
    await server.start()
    // Matches that it had claimed do not wait for a lease; matches that have ended since need no notification.
    await poll(() => live.archived).toEqual(ids)
    for (const record of records) expect(await storedGames(record)).toEqual([record.header.id])
  })

  it('stores once when a node dies after it stored a game and before it marked the match as archived', async () => {
    const live = new EndedMatches()
    const record = playedRecord()
    const id = live.end(record)
    let storedBy = ''
    const thenDies = async <T>(result: T): Promise<T> => {
      storedBy = 'the node that dies'
      live.away = true
      return result
    }
    const dying: Pick<Archive, 'store' | 'storeAll' | 'ping'> = {
      ping: () => archive.ping(),
      store: async (game) => thenDies(await archive.store(game)),
      storeAll: async (games) => thenDies(await archive.storeAll(games)),
    }
    const first = outboxes.start({ live, archive: dying, times: { retry: { first: NEVER, longest: NEVER } } })
    await poll(() => storedBy).not.toBe('')
    await first.stop()
    live.away = false
    expect([live.archived, live.waiting]).toEqual([[], [id]])

    const second = outboxes.start({ live, archive })
    await poll(() => live.claims).toBe(2)
    expect(live.archived).toEqual([])
    live.now += NEVER
    second.notify()
    await poll(() => live.archived).toEqual([id])
    expect(await storedGames(record)).toEqual([id])
  })

  it('stores once when several nodes have the same match at the same time', async () => {
    const live = new EndedMatches()
    const records = Array.from({ length: 40 }, () => playedRecord())
    const ids = records.map((record) => live.end(record))
    // Leases expire at once: every node can claim every match.
    const times = { lease: 0, poll: 20 }
    for (let node = 0; node < 4; node++) outboxes.start({ live, archive, times })
    await poll(() => live.waiting).toEqual([])
    await outboxes.stop()
    expect(new Set(live.archived)).toEqual(new Set(ids))
    for (const record of records) expect(await storedGames(record)).toEqual([record.header.id])
  })
})
