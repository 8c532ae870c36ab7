import { afterEach, describe, expect, it } from 'vitest'
import type { FinishedGame } from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import type { MatchRecord } from '../../src/record/index.ts'
import { folded } from '../../src/record/index.ts'
import { EndedMatches } from '../support/ended-matches.ts'
import { newHeader, playedRecord } from '../support/finished.ts'
import { MemoryArchive } from '../support/memory-archive.ts'
import { NEVER, Outboxes, poll } from '../support/outbox.ts'
import { newPlayer } from '../support/players.ts'

const outboxes = new Outboxes()
afterEach(outboxes.stop)

/** Takes as long to store a game as the test wants. */
class HeldArchive extends MemoryArchive {
  readonly steps: string[] = []
  release = (): void => undefined

  override async store(game: FinishedGame): Promise<'stored' | 'already'> {
    this.steps.push('storing')
    await new Promise<void>((resolve) => (this.release = resolve))
    this.steps.push('stored')
    return super.store(game)
  }
}

describe('The outbox', () => {
  it('stores matches that ended before it started, and marks them as archived', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const ids = Array.from({ length: 50 }, () => live.end(playedRecord()))
    outboxes.start({ live, archive })
    await poll(() => live.archived).toEqual(ids)
    for (const id of ids) expect(await archive.get(id)).not.toBeNull()
  })

  it('stores the chat of the players, and stores it again when they have written more', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const record = playedRecord()
    const from = record.header.host.player
    const id = live.end(record)
    live.say(id, { number: 1, at: 1, from, seat: 0, text: 'salve' })
    const outbox = outboxes.start({ live, archive })
    await poll(() => live.archived).toEqual([id])
    live.say(id, { number: 2, at: 2, from, seat: 0, text: 'vale' })
    outbox.notify()
    await poll(() => live.archived).toEqual([id, id])
    expect((await archive.chat(id))!.page.lines.map(({ text }) => text)).toEqual(['salve', 'vale'])
  })

  it('polls when it is notified', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const outbox = outboxes.start({ live, archive })
    await poll(() => live.claims).toBeGreaterThan(0)
    const id = live.end(playedRecord())
    outbox.notify()
    await poll(() => live.archived).toEqual([id])
  })

  it('polls again when it was notified during a poll', async () => {
    const [live, archive] = [new EndedMatches(), new HeldArchive()]
    const first = live.end(playedRecord())
    const outbox = outboxes.start({ live, archive })
    await poll(() => archive.steps).toEqual(['storing'])
    const second = live.end(playedRecord())
    outbox.notify()
    archive.release()
    await poll(() => archive.steps).toEqual(['storing', 'stored', 'storing'])
    archive.release()
    await poll(() => live.archived).toEqual([first, second])
  })

  it('finds matches by itself that no notification announced', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    outboxes.start({ live, archive, times: { poll: 10 } })
    await poll(() => live.claims).toBeGreaterThan(1)
    const id = live.end(playedRecord())
    await poll(() => live.archived).toEqual([id])
  })

  it('reads only the logs of matches that this node has not folded', async () => {
    class CountedMatches extends EndedMatches {
      readonly loaded: string[] = []
      override async load(match: string): Promise<MatchRecord | null> {
        this.loaded.push(match)
        return super.load(match)
      }
    }
    const [live, archive] = [new CountedMatches(), new MemoryArchive()]
    const [here, elsewhere] = [playedRecord(), playedRecord()]
    const ids = [live.end(here), live.end(elsewhere)]
    outboxes.start({ live, archive, known: async (match) => (match === ids[0] ? folded(here) : null) })
    await poll(() => live.archived).toEqual(ids)
    expect(live.loaded).toEqual([ids[1]])
    for (const record of [here, elsewhere])
      expect(await archive.record(record.header.id)).toEqual(finishedGame(record).record)
  })

  it('creates the next game of a series before the match leaves it, and tries again if that fails', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const steps: string[] = []
    const id = live.end(playedRecord())
    const goOn = async ({ header }: { header: { id: string } }): Promise<void> => {
      expect(live.archived).toEqual([])
      expect(await archive.get(header.id)).not.toBeNull()
      steps.push(header.id)
      if (steps.length === 1) throw new CodedError('unavailable')
    }
    outboxes.start({ live, archive, goOn })
    await poll(() => live.archived).toEqual([id])
    expect(steps).toEqual([id, id])
  })

  it('gathers the games that end after one step for the next one', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const first = live.end(playedRecord())
    const outbox = outboxes.start({ live, archive, times: { gather: NEVER } })
    await poll(() => live.archived).toEqual([first])
    const { claims } = live
    live.end(playedRecord())
    outbox.notify()
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    expect(live.claims).toBe(claims)
  })

  it('does not let a match that cannot be stored hold up the others, and tries it again', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const unfinished: MatchRecord = { header: newHeader(newPlayer('Livia')), createdAt: 0, entries: [] }
    const broken = live.end(unfinished)
    const sound = live.end(playedRecord())
    const outbox = outboxes.start({ live, archive })
    await poll(() => live.archived).toEqual([sound])
    expect(live.waiting).toEqual([broken])

    const { entries } = playedRecord(Math.random, 1)
    unfinished.entries.push(...entries)
    live.now += NEVER
    outbox.notify()
    await poll(() => live.archived).toEqual([sound, broken])
  })

  it('stores one by one what cannot be stored together', async () => {
    class PickyArchive extends MemoryArchive {
      readonly together: number[] = []
      override async storeAll(games: readonly FinishedGame[]): Promise<('stored' | 'already')[]> {
        this.together.push(games.length)
        if (games.some(({ record }) => record.header.id === poisoned)) throw new Error('one of these games is at fault')
        return super.storeAll(games)
      }
      override async store(game: FinishedGame): Promise<'stored' | 'already'> {
        if (game.record.header.id === poisoned) throw new Error('this game is at fault')
        return super.store(game)
      }
    }
    const [live, archive] = [new EndedMatches(), new PickyArchive()]
    const ids = Array.from({ length: 5 }, () => live.end(playedRecord(Math.random, 3)))
    const poisoned = ids[2]!
    const outbox = outboxes.start({ live, archive })
    const sound = ids.filter((id) => id !== poisoned)
    await poll(() => live.archived).toEqual(sound)
    const next = live.end(playedRecord(Math.random, 3))
    outbox.notify()
    await poll(() => live.archived).toEqual([...sound, next])
    expect(archive.together).toEqual([5, 1])
    expect(live.waiting).toEqual([poisoned])
  })

  it('works again when the live store is back', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    const id = live.end(playedRecord())
    live.away = true
    const outbox = outboxes.start({ live, archive })
    outbox.notify()
    live.away = false
    await poll(() => live.archived).toEqual([id])
  })

  it('stops when the match in work is stored, and does nothing after that', async () => {
    const live = new EndedMatches()
    const id = live.end(playedRecord())
    const archive = new HeldArchive()
    const outbox = outboxes.start({ live, archive })
    await poll(() => archive.steps).toEqual(['storing'])
    const stopped = outbox.stop().then(() => archive.steps.push('stopped'))
    archive.release()
    await stopped
    expect(archive.steps).toEqual(['storing', 'stored', 'stopped'])
    expect(live.archived).toEqual([id])

    const { claims } = live
    live.end(playedRecord())
    outbox.notify()
    await outbox.stop()
    expect(live.claims).toBe(claims)
  })

  it('stops at once while it waits for a store to come back', async () => {
    const [live, archive] = [new EndedMatches(), new MemoryArchive()]
    live.away = true
    const outbox = outboxes.start({ live, archive, times: { retry: { first: NEVER, longest: NEVER } } })
    await outbox.stop()
  })
})
