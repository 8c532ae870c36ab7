import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { Feed } from '../../src/matches/feed.ts'
import type { Entry } from '../../src/record/index.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { pick, seededRandom } from '../support/random.ts'

const silent = pino({ level: 'silent' })

/** The feed of a match that has just begun, the versions it applies, and the entries that come after. */
async function feedAtBeginning(seed: number) {
  const backend = new MemoryBackend(seed)
  const matches = openMatches({ store: new MemoryStore(backend) })
  const table = await seatTwo(matches)
  const store = new MemoryStore(backend)
  const feed = new Feed(table.match, store, silent)
  await feed.open()
  // It hears of nothing but what the test gives it.
  store.cut()
  const applied: number[] = []
  feed.listeners.add({ step: ({ after }) => applied.push(after.fold.version) })
  await playOn(matches, table, seededRandom(seed))
  await matches.close()
  const { entries } = backend.record(table.match)
  return { backend, store, feed, applied, later: entries.slice(1), entries }
}

const upTo = (last: number): number[] => Array.from({ length: last - 1 }, (_, index) => index + 2)

describe('a feed', () => {
  it('applies each version once and in order, whatever comes late, twice or too early', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = seededRandom(seed)
      const { feed, applied, later, entries } = await feedAtBeginning(seed)
      const deliveries: Entry[] = later.flatMap((entry) => (random() < 0.3 ? [entry, entry] : [entry]))
      // Every entry strays up to five places from where it belongs.
      const strayed = deliveries
        .map((entry, index) => ({ entry, place: index + random() * 5 }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry)
      for (const entry of strayed) {
        feed.receive(entry)
        if (random() < 0.2) await feed.catchUp()
      }
      await vi.waitFor(() => expect(feed.version).toBe(entries.length))
      expect(applied).toEqual(upTo(entries.length))
      expect(feed.record.entries).toEqual(entries)
      feed.close()
    }
  })

  it('reads the log once for any number of calls at once, and once more for those that come meanwhile', async () => {
    const { feed, store, applied, entries } = await feedAtBeginning(3)
    const { reads } = store
    await Promise.all(Array.from({ length: 10 }, () => feed.catchUp()))
    expect(store.reads - reads).toBe(2)
    expect(applied).toEqual(upTo(entries.length))
    feed.close()
  })

  it('knows, after catching up, whatever was committed before the call', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seededRandom(seed)
      const backend = new MemoryBackend(seed)
      const matches = openMatches({ store: new MemoryStore(backend) })
      const table = await seatTwo(matches)
      const store = new MemoryStore(backend)
      const feed = new Feed(table.match, store, silent)
      await feed.open()
      store.cut()
      const playing = playOn(matches, table, random, 8)
      const readers = Array.from({ length: 8 }, async () => {
        for (let pause = pick([0, 1, 2, 3], random); pause >= 0; pause -= 1) await backend.delay()
        const committed = backend.record(table.match).entries.length
        await feed.catchUp()
        expect(feed.version).toBeGreaterThanOrEqual(committed)
      })
      await Promise.all([playing, ...readers])
      feed.close()
      await matches.close()
    }
  })

  it('takes what is published while it is opened', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const backend = new MemoryBackend(seed)
      const matches = openMatches({ store: new MemoryStore(backend) })
      const table = await seatTwo(matches)
      const store = new MemoryStore(backend)
      const feed = new Feed(table.match, store, silent)
      store.subscribe({
        news: (news) => void (news.type === 'entry' && feed.receive(news.entry)),
        interrupted: () => undefined,
      })
      await Promise.all([feed.open(), playOn(matches, table, seededRandom(seed), 5)])
      await vi.waitFor(() => expect(feed.version).toBe(6))
      feed.close()
      await matches.close()
    }
  })

  it('is lost by an entry that the rules do not allow, and says so to whoever uses it', async () => {
    const { feed, later } = await feedAtBeginning(5)
    feed.receive({ ...later[0]!, body: { type: 'act', seat: 0, action: { type: 'construct-building', slot: 0 } } })
    expect(feed.lost).toBe(true)
    expect(feed.version).toBe(1)
    await expect(feed.whole()).rejects.toThrow('version 2')
    feed.close()
  })

  it('is lost when its match has expired', async () => {
    const { feed, backend } = await feedAtBeginning(5)
    backend.matches.clear()
    await expect(feed.catchUp()).rejects.toMatchObject({ code: 'unknown-match' })
    expect(feed.lost).toBe(true)
    feed.close()
  })
})
