/** Both games of a pair enter the history together. */
import { afterEach, expect, it } from 'vitest'
import type { FinishedGame } from '../../src/history/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { EndedMatches } from '../support/ended-matches.ts'
import { playedRecord } from '../support/finished.ts'
import { MemoryArchive } from '../support/memory-archive.ts'
import { Outboxes, poll } from '../support/outbox.ts'

const outboxes = new Outboxes()
afterEach(outboxes.stop)

const LEASE = 1_000

/** Remembers which games were stored together. */
class BatchArchive extends MemoryArchive {
  readonly batches: string[][] = []

  override storeAll(games: readonly FinishedGame[]): Promise<('stored' | 'already')[]> {
    if (games.length > 0) this.batches.push(games.map(({ record }) => record.header.id).sort())
    return super.storeAll(games)
  }
}

/** The records of a pair. */
function pair(): [MatchRecord, MatchRecord] {
  const [one, other] = [playedRecord(), playedRecord()]
  one.header.twin = other.header.id
  other.header.twin = one.header.id
  return [one, other]
}

function open() {
  const [live, archive] = [new EndedMatches(), new BatchArchive()]
  const over = new Set<string>()
  const outbox = outboxes.start({
    live,
    archive,
    hasEnded: (twin) => Promise.resolve(over.has(twin)),
    times: { lease: LEASE },
  })
  const end = (record: MatchRecord): string => {
    over.add(record.header.id)
    return live.end(record)
  }
  return { live, archive, outbox, over, end }
}

it('a game waits for its twin, others do not wait for it, and both are stored at once', async () => {
  const { live, archive, outbox, end } = open()
  const [one, other] = pair()
  const [first, alone] = [end(one), end(playedRecord())]
  outbox.notify()
  await poll(() => live.archived).toEqual([alone])
  expect(await archive.get(first)).toBeNull()
  const second = end(other)
  outbox.notify()
  await poll(() => [...live.archived].sort()).toEqual([alone, first, second].sort())
  expect(archive.batches).toEqual([[alone], [first, second].sort()])
})

it('a game that waits is looked at again once its lease has expired, also if nobody has reported the end of its twin', async () => {
  const { live, archive, outbox, over, end } = open()
  const [one, other] = pair()
  const first = end(one)
  outbox.notify()
  await poll(() => live.claims).toBeGreaterThan(0)
  expect(live.archived).toEqual([])
  // The twin was aborted, or has expired: it is in no outbox.
  over.add(other.header.id)
  live.now += LEASE
  outbox.notify()
  await poll(() => live.archived).toEqual([first])
  expect(archive.batches).toEqual([[first]])
})

it('two nodes that store a pair at the same time store each game once', async () => {
  const { live, archive, outbox, end } = open()
  const [one, other] = pair()
  const ids = [end(one), end(other)].sort()
  const second = outboxes.start({ live, archive, hasEnded: () => Promise.resolve(true), times: { lease: 0 } })
  outbox.notify()
  second.notify()
  await poll(() => [...new Set(live.archived)].sort()).toEqual(ids)
  for (const batch of archive.batches) expect(batch).toEqual(ids)
})
