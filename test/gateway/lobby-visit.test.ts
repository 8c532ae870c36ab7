import { expect, it } from 'vitest'
import { LobbyVisit } from '../../src/gateway/lobby-visit.ts'
import type { Lobby, TablesWatcher } from '../../src/lobby/index.ts'
import type { TablesChange } from '../../src/protocol/index.ts'
import { newPlayer } from '../support/players.ts'

const change = (match: string): TablesChange => ({ opened: [], closed: [match] })

/** A visit to a lobby that has nothing but a list; the test publishes its changes. */
function visitList() {
  const watchers = new Set<TablesWatcher>()
  const tables = {
    watch: async (watcher: TablesWatcher) => {
      watchers.add(watcher)
      await Promise.resolve()
      return { answer: { tables: [] }, stop: () => void watchers.delete(watcher) }
    },
  }
  const sent: unknown[] = []
  const queue = { release: () => undefined }
  const visit = new LobbyVisit(
    { tables, queue } as unknown as Lobby,
    newPlayer('Ada'),
    ({ event, payload }) => void sent.push([event, payload]),
  )
  const publish = (match: string): void => {
    for (const watcher of watchers) watcher.changed(change(match))
  }
  return { visit, publish, sent, watchers }
}

it('changes of the list are buffered until the list is on its way', async () => {
  const { visit, publish, sent } = visitList()
  const watching = visit.tables.begin()
  publish('first')
  const { answer, afterwards } = await watching
  publish('second')
  expect([answer, sent]).toEqual([{ tables: [] }, []])
  afterwards!()
  publish('third')
  expect(sent).toEqual(['first', 'second', 'third'].map((match) => ['lobby:tables', change(match)]))
})

it('nothing is sent to a client that stopped watching, or left, before it had the answer', async () => {
  const stops = [(visit: LobbyVisit): void => visit.tables.stop(), (visit: LobbyVisit): void => visit.close()]
  for (const stop of stops) {
    const { visit, publish, sent, watchers } = visitList()
    const watching = visit.tables.begin()
    publish('first')
    stop(visit)
    const { afterwards } = await watching
    afterwards!()
    publish('second')
    expect([sent, watchers.size]).toEqual([[], 0])
  }
})

it('a client that watches twice receives each change once', async () => {
  const { visit, publish, sent, watchers } = visitList()
  const both = await Promise.all([visit.tables.begin(), visit.tables.begin()])
  for (const { afterwards } of both) afterwards!()
  publish('first')
  expect([sent.length, watchers.size]).toEqual([1, 1])
})
