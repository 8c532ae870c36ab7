import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { Replica } from '../../src/matches/replica/replica.ts'
import type { Entry } from '../../src/record/index.ts'
import { atLast } from '../support/at-last.ts'
import { openMatches, playOn, seatTwo } from '../support/match.ts'
import { MemoryBackend, MemoryStore } from '../support/memory-store.ts'
import { pick, seededRandom } from '../support/random.ts'

const newReplica = (match: string, store: MemoryStore): Replica =>
  new Replica(match, {
    store,
    sources: { store, createNext: () => Promise.resolve() },
    logger: pino({ level: 'silent' }),
  })

/** The replica of a match that has just begun, the versions it applies, and the entries that come after. */
async function replicaAtBeginning(seed: number) {
  const backend = new MemoryBackend(seed)
  const matches = openMatches({ store: new MemoryStore(backend) })
  const seated = await seatTwo(matches)
  const store = new MemoryStore(backend)
  const replica = newReplica(seated.match, store)
  await replica.open()
  // It receives only what the test gives it.
  store.cut()
  const applied: number[] = []
  replica.notifier.subscribers.add({ notify: ({ fold }) => applied.push(fold.version) })
  await playOn(matches, seated, seededRandom(seed))
  await matches.close()
  const { entries } = backend.record(seated.match)
  return { backend, store, replica, applied, later: entries.slice(1), entries }
}

const ILLEGAL = { type: 'act', seat: 0, action: { type: 'construct-building', slot: 0 } } as const
const upTo = (last: number): number[] => Array.from({ length: last - 1 }, (_, index) => index + 2)

describe('a replica', () => {
  it('applies each version once and in order, whatever comes late, twice or too early', async () => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = seededRandom(seed)
      const { replica, applied, later, entries } = await replicaAtBeginning(seed)
      const deliveries: Entry[] = later.flatMap((entry) => (random() < 0.3 ? [entry, entry] : [entry]))
      // Every entry strays up to five places from where it belongs.
      const strayed = deliveries
        .map((entry, index) => ({ entry, place: index + random() * 5 }))
        .sort((a, b) => a.place - b.place)
        .map(({ entry }) => entry)
      for (const entry of strayed) {
        replica.append(entry)
        if (random() < 0.2) await replica.catchUp()
      }
      await atLast(() => expect(replica.version).toBe(entries.length))
      expect(applied).toEqual(upTo(entries.length))
      expect(replica.record.entries).toEqual(entries)
      replica.close()
    }
  })

  it('reads the log once for any number of calls at once, and once more for those that come meanwhile', async () => {
    const { replica, store, applied, entries } = await replicaAtBeginning(3)
    const { reads } = store
    await Promise.all(Array.from({ length: 10 }, () => replica.catchUp()))
    expect(store.reads - reads).toBe(2)
    expect(applied).toEqual(upTo(entries.length))
    replica.close()
  })

  it('knows, after catching up, whatever was committed before the call', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const random = seededRandom(seed)
      const backend = new MemoryBackend(seed)
      const matches = openMatches({ store: new MemoryStore(backend) })
      const seated = await seatTwo(matches)
      const store = new MemoryStore(backend)
      const replica = newReplica(seated.match, store)
      await replica.open()
      store.cut()
      const playing = playOn(matches, seated, random, 8)
      const readers = Array.from({ length: 8 }, async () => {
        for (let pause = pick([0, 1, 2, 3], random); pause >= 0; pause -= 1) await backend.delay()
        const committed = backend.record(seated.match).entries.length
        await replica.catchUp()
        expect(replica.version).toBeGreaterThanOrEqual(committed)
      })
      await Promise.all([playing, ...readers])
      replica.close()
      await matches.close()
    }
  })

  it('takes what is published while it is opened', async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const backend = new MemoryBackend(seed)
      const matches = openMatches({ store: new MemoryStore(backend) })
      const seated = await seatTwo(matches)
      const store = new MemoryStore(backend)
      const replica = newReplica(seated.match, store)
      store.subscribe({
        news: (news) => replica.receive(news),
        interrupted: () => undefined,
      })
      await Promise.all([replica.open(), playOn(matches, seated, seededRandom(seed), 5)])
      await atLast(() => expect(replica.version).toBe(6))
      replica.close()
      await matches.close()
    }
  })

  it('reads the log again after an entry that does not fit, and has what the store has', async () => {
    const { replica, later, entries } = await replicaAtBeginning(5)
    replica.append({ ...later[0]!, body: ILLEGAL })
    await atLast(() => expect(replica.version).toBe(entries.length))
    expect(replica.record.entries).toEqual(entries)
    expect(replica.hasFailed).toBe(false)
    replica.close()
  })

  it('fails by a log that the rules do not allow, and says so to everybody who uses it', async () => {
    const { replica, backend } = await replicaAtBeginning(5)
    backend.rewriteLog(replica.match, ([first, second, ...rest]) => [first!, { ...second!, body: ILLEGAL }, ...rest])
    await expect(replica.catchUp()).rejects.toThrow('cannot be folded')
    expect(replica.hasFailed).toBe(true)
    expect(replica.version).toBe(1)
    await expect(replica.caughtUp()).rejects.toThrow('cannot be folded')
    replica.close()
  })

  it('fails when its match has expired', async () => {
    const { replica, backend } = await replicaAtBeginning(5)
    backend.expire(replica.match)
    await expect(replica.catchUp()).rejects.toMatchObject({ code: 'unknown-match' })
    expect(replica.hasFailed).toBe(true)
    replica.close()
  })
})
