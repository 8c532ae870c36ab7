import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { finishedGame, openHistory, startOutbox } from '../../src/history/index.ts'
import type { Archive, Outbox } from '../../src/history/index.ts'
import { gamesQuerySchema } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { EndedMatches } from '../support/ended-matches.ts'
import { newHeader, playedRecord } from '../support/finished.ts'
import { quiet } from '../support/history.ts'
import { MemoryArchive } from '../support/memory-archive.ts'
import { newPlayer } from '../support/players.ts'
import { startPostgres } from '../support/postgres.ts'
import type { Postgres } from '../support/postgres.ts'

const NEVER = 3_600_000
/** Quick to try again, and never by itself but for that. */
const PATIENT = { sweep: NEVER, lease: NEVER, backoff: 20, maxBackoff: 100 }

const poll = <T>(what: () => T) => expect.poll(what, { timeout: 60_000, interval: 20 })

let running: Outbox[] = []
const start = (...[parts]: Parameters<typeof startOutbox>): Outbox => {
  const outbox = startOutbox(parts)
  running.push(outbox)
  return outbox
}
afterEach(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()))
  running = []
})

describe('The outbox', () => {
  it('stores and settles what had ended before it started', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const ids = Array.from({ length: 50 }, () => live.end(playedRecord()))
    start({ live, archive, log: quiet, times: PATIENT })
    await poll(() => live.settled).toEqual(ids)
    for (const id of ids) expect(await archive.get(id)).not.toBeNull()
  })

  it('looks when it is nudged, also when that happens while it looks', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const outbox = start({ live, archive, log: quiet, times: PATIENT })
    await poll(() => live.claims).toBeGreaterThan(0)
    const first = live.end(playedRecord())
    outbox.nudge()
    await poll(() => live.settled).toEqual([first])
    const rest = Array.from({ length: 5 }, () => {
      const id = live.end(playedRecord())
      outbox.nudge()
      return id
    })
    await poll(() => live.settled).toEqual([first, ...rest])
  })

  it('finds by itself what nobody nudged it for', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    start({ live, archive, log: quiet, times: { ...PATIENT, sweep: 10 } })
    await poll(() => live.claims).toBeGreaterThan(1)
    const id = live.end(playedRecord())
    await poll(() => live.settled).toEqual([id])
  })

  it('does not let a match that cannot be stored hold up the others, and tries it again', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const unfinished: MatchRecord = { header: newHeader(newPlayer('Livia')), createdAt: 0, entries: [] }
    const broken = live.end(unfinished)
    const sound = live.end(playedRecord())
    const outbox = start({ live, archive, log: quiet, times: PATIENT })
    await poll(() => live.settled).toEqual([sound])
    expect(live.waiting).toEqual([broken])

    const { entries } = playedRecord(Math.random, 1)
    unfinished.entries.push(...entries)
    live.now += NEVER
    outbox.nudge()
    await poll(() => live.settled).toEqual([sound, broken])
  })

  it('goes on when the live store is back', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const id = live.end(playedRecord())
    live.away = true
    const outbox = start({ live, archive, log: quiet, times: PATIENT })
    outbox.nudge()
    live.away = false
    await poll(() => live.settled).toEqual([id])
  })

  it('stops when the work in hand is done, and does nothing after that', async () => {
    const live = new EndedMatches()
    const id = live.end(playedRecord())
    const steps: string[] = []
    let finish = (): void => undefined
    const archive = Object.assign(new MemoryArchive(), {
      store: async () => {
        steps.push('storing')
        await new Promise<void>((resolve) => (finish = resolve))
        steps.push('stored')
        return 'stored' as const
      },
    })
    const outbox = start({ live, archive, log: quiet, times: PATIENT })
    await poll(() => steps).toEqual(['storing'])
    const stopped = outbox.stop().then(() => steps.push('stopped'))
    finish()
    await stopped
    expect(steps).toEqual(['storing', 'stored', 'stopped'])
    expect(live.settled).toEqual([id])

    const { claims } = live
    live.end(playedRecord())
    outbox.nudge()
    await outbox.stop()
    expect(live.claims).toBe(claims)
  })

  it('stops at once while it waits for a store to come back', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    live.away = true
    const outbox = start({ live, archive, log: quiet, times: { ...PATIENT, backoff: NEVER, maxBackoff: NEVER } })
    await outbox.stop()
  })
})

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

  /** The games of a match's host, who plays only this one. */
  const kept = async (record: MatchRecord): Promise<string[]> => {
    const player = record.header.host.player.id
    return (await archive.list(gamesQuerySchema.parse({ player }))).games.map(({ id }) => id)
  }

  it('keeps whole games, with the scores that their logs give', async () => {
    const live = new EndedMatches()
    const records = Array.from({ length: 20 }, (_, n) => playedRecord(Math.random, n % 2 ? n : Infinity))
    const ids = records.map((record) => live.end(record))
    start({ live, archive, log: quiet, times: PATIENT })
    await poll(() => live.settled).toEqual(ids)
    for (const record of records) {
      const { scores, outcome } = finishedGame(record)
      expect(await archive.get(record.header.id)).toMatchObject({ scores: { ...scores }, outcome: { by: outcome.by } })
      expect(await archive.record(record.header.id)).toEqual(record)
    }
  })

  it('waits while the server is stopped and stores what ended meanwhile once, as soon as it is back', async () => {
    const live = new EndedMatches()
    await server.stop()
    const records = Array.from({ length: 30 }, () => playedRecord())
    const [early, late] = [records.slice(0, 10), records.slice(10)]
    const ids = early.map((record) => live.end(record))
    start({ live, archive, log: quiet, times: PATIENT })
    // It has them in hand, tries, and tries again.
    await poll(() => live.claims).toBe(1)
    ids.push(...late.map((record) => live.end(record)))
    expect(live.settled).toEqual([])
    await server.start()
    // What it had in hand needs no lease to run out, what has ended since no nudge.
    await poll(() => live.settled).toEqual(ids)
    for (const record of records) expect(await kept(record)).toEqual([record.header.id])
  })

  it('stores once when a node dies after storing and before settling', async () => {
    const live = new EndedMatches()
    const record = playedRecord()
    const id = live.end(record)
    let storedBy = ''
    const dying: Pick<Archive, 'store' | 'ping'> = {
      ping: () => archive.ping(),
      store: async (game) => {
        const result = await archive.store(game)
        storedBy = 'the node that dies'
        live.away = true
        return result
      },
    }
    const first = start({ live, archive: dying, log: quiet, times: { ...PATIENT, backoff: NEVER, maxBackoff: NEVER } })
    await poll(() => storedBy).not.toBe('')
    await first.stop()
    live.away = false
    expect([live.settled, live.waiting]).toEqual([[], [id]])

    const second = start({ live, archive, log: quiet, times: PATIENT })
    await poll(() => live.claims).toBe(2)
    expect(live.settled).toEqual([])
    live.now += NEVER
    second.nudge()
    await poll(() => live.settled).toEqual([id])
    expect(await kept(record)).toEqual([id])
  })

  it('stores once when several nodes have the same match at the same time', async () => {
    const live = new EndedMatches()
    const records = Array.from({ length: 40 }, () => playedRecord())
    const ids = records.map((record) => live.end(record))
    // A lease of nothing: everybody is offered everything.
    const times = { ...PATIENT, lease: 0, sweep: 20 }
    for (let node = 0; node < 4; node++) start({ live, archive, log: quiet, times })
    await poll(() => live.waiting).toEqual([])
    await Promise.all(running.map((outbox) => outbox.stop()))
    expect(new Set(live.settled)).toEqual(new Set(ids))
    for (const record of records) expect(await kept(record)).toEqual([record.header.id])
  })
})
