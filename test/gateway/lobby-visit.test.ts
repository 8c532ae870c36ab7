import { expect, it } from 'vitest'
import { LobbyVisit } from '../../src/gateway/lobby-visit.ts'
import type { Lobby, TablesWatcher } from '../../src/lobby/index.ts'
import type { TablesChange } from '../../src/protocol/index.ts'
import { newPlayer } from '../support/players.ts'

const change = (match: string): TablesChange => ({ opened: [], closed: [match] })

/** A visit to a lobby that has nothing but a list, to whose watchers the test speaks. */
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
  const visit = new LobbyVisit({ tables, queue } as unknown as Lobby, newPlayer('Ada'), ({ event, payload }) => void sent.push([event, payload]))
  const tell = (match: string): void => {
    for (const watcher of watchers) watcher.changed(change(match))
  }
  return { visit, tell, sent, watchers }
}

it('changes of the list are held back until the list is on its way', async () => {
  const { visit, tell, sent } = visitList()
  const watching = visit.watch()
  tell('first')
  const { answer, afterwards } = await watching
  tell('second')
  expect([answer, sent]).toEqual([{ tables: [] }, []])
  afterwards!()
  tell('third')
  expect(sent).toEqual(['first', 'second', 'third'].map((match) => ['lobby:tables', change(match)]))
})

it('nothing is sent any more to who stopped watching, or left, before he had the answer', async () => {
  for (const stop of ['unwatch', 'close'] as const) {
    const { visit, tell, sent, watchers } = visitList()
    const watching = visit.watch()
    tell('first')
    visit[stop]()
    const { afterwards } = await watching
    afterwards!()
    tell('second')
    expect([sent, watchers.size]).toEqual([[], 0])
  }
})

it('who watches twice is told once', async () => {
  const { visit, tell, sent, watchers } = visitList()
  const both = await Promise.all([visit.watch(), visit.watch()])
  for (const { afterwards } of both) afterwards!()
  tell('first')
  expect([sent.length, watchers.size]).toEqual([1, 1])
})
