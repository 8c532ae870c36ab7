import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TableStore } from '../../src/live/index.ts'
import { MOST_TABLES } from '../../src/lobby/index.ts'
import { newHeader } from '../../src/matches/index.ts'
import type { GameKind, MatchTerms, PlayerRef } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, openTableSchema } from '../../src/protocol/index.ts'
import type { MatchHeader } from '../../src/record/index.ts'
import { chosenSeat } from '../../src/record/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { newPlayer } from '../support/players.ts'
import type { World } from './support.ts'
import { ListReplica, openWorld, RATING } from './support.ts'

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.close())

const HOUR = 3_600_000
const IDLE = { times: { poll: HOUR, tableChanges: HOUR } }

function table(terms: Partial<MatchTerms> = {}, kind: GameKind = 'base', host = newPlayer('Ada')): MatchHeader {
  return newHeader({
    host,
    seating: chosenSeat(1),
    kind,
    options: DEFAULT_GAME_OPTIONS,
    terms: { clock: 'blitz', rated: true, visibility: 'public', ...terms },
    origin: 'table',
  })
}

/** A match that waits, and whose table is open. */
async function listed(header = table()): Promise<MatchHeader> {
  await world.matches.create(header)
  world.matches.waiting.add(header.id)
  const matches = async () => (await world.stores.tables.list(1000)).map(({ match }) => match)
  await expect.poll(matches, PATIENTLY).toContain(header.id)
  return header
}

describe('an open table', () => {
  it('is shown to everybody, with its host and their rating, and without its code', async () => {
    const { lobby } = world.open()
    const header = await listed()
    const { tables } = await lobby.tables.list()
    expect(tables).toEqual([
      {
        match: header.id,
        host: header.host.player,
        rating: RATING,
        kind: 'base',
        options: DEFAULT_GAME_OPTIONS,
        terms: header.terms,
        createdAt: 1_000_000,
      },
    ])
    expect(openTableSchema.parse(tables[0])).toEqual(tables[0])
    const untimed = await listed(table({ clock: 'none', rated: false }))
    expect((await lobby.tables.list()).tables[0]).toEqual({
      match: untimed.id,
      host: untimed.host.player,
      seat: 1,
      kind: 'base',
      options: DEFAULT_GAME_OPTIONS,
      terms: untimed.terms,
      createdAt: 1_000_000,
    })
  })

  it('says whom it admits, also to those who watch the list, and nothing else of that', async () => {
    const { lobby } = world.open()
    const admits = { rating: { least: 1400, most: 1800 }, accounts: true } as const
    const watcher = new ListReplica()
    const { answer } = await lobby.tables.watch(watcher)
    expect(answer.tables).toEqual([])
    await listed({ ...table(), admits: { ...admits, later: 'a secret' } as typeof admits })
    await expect.poll(() => watcher.tables, PATIENTLY).toHaveLength(1)
    const { tables } = await lobby.tables.list()
    for (const shown of [tables[0], watcher.tables[0]]) expect(openTableSchema.parse(shown).admits).toEqual(admits)
    const whole = await world.stores.tables.list(1)
    expect(whole[0]).toHaveProperty('code')
  })

  it('is found by the filters of the list', async () => {
    const { lobby } = world.open()
    const base = await listed()
    const agora = await listed(table({ rated: false }, 'agora'))
    const slow = await listed(table({ clock: 'slow' }))
    const found = async (query: Parameters<typeof lobby.tables.list>[0]) =>
      (await lobby.tables.list(query)).tables.map(({ match }) => match)
    expect(await found({})).toEqual([slow.id, agora.id, base.id])
    expect(await found({ kind: 'agora' })).toEqual([agora.id])
    expect(await found({ kind: 'base' })).toEqual([slow.id, base.id])
    expect(await found({ clock: 'blitz' })).toEqual([agora.id, base.id])
    expect(await found({ clock: 'blitz', rated: true })).toEqual([base.id])
    expect(await found({ clock: 'correspondence-1' })).toEqual([])
    const bot = await listed(table({}, 'agora', { ...newPlayer('Bot'), bot: true }))
    expect(await found({ bots: true })).toEqual([bot.id])
    expect(await found({ bots: false })).toEqual([slow.id, agora.id, base.id])
    expect(await found({ bots: false, kind: 'agora' })).toEqual([agora.id])
  })

  it('is shown by later versions alone if its kind of game is one of theirs', async () => {
    const { lobby } = world.open(IDLE)
    const known = await listed()
    const { host, code, terms } = table()
    const options = { ...DEFAULT_GAME_OPTIONS, agora: false, pantheon: false, aSwitchToCome: true }
    const match = 'aMatchOfTomorrow'
    await world.stores.tables.reserve(
      { match, host: host.player, rating: null, seat: 1, options, terms: terms! },
      MOST_TABLES,
    )
    await world.stores.tables.open(match, code)
    expect((await lobby.tables.list()).tables.map((shown) => shown.match)).toEqual([known.id])
  })

  it('is one of at most 200 in an answer, but a filter searches more tables', async () => {
    const { lobby } = world.open(IDLE)
    const first = table({ clock: 'slow' })
    const headers = [first, ...Array.from({ length: 230 }, () => table())]
    for (const header of headers) await world.matches.create(header)
    await expect.poll(async () => (await world.stores.tables.list(1000)).length, PATIENTLY).toBe(231)
    const { tables } = await lobby.tables.list()
    expect(tables.map(({ match }) => match)).toEqual(
      headers
        .slice(-200)
        .reverse()
        .map(({ id }) => id),
    )
    expect((await lobby.tables.list({ clock: 'slow' })).tables.map(({ match }) => match)).toEqual([first.id])
  })

  it('is refused if its host has too many', async () => {
    world.open(IDLE)
    const host = newPlayer('Ada')
    const headers = []
    for (let number = 0; number < MOST_TABLES; number += 1) headers.push(await listed(table({}, 'base', host)))
    const refusal = { code: 'limit-reached', details: { limit: MOST_TABLES } }
    await expect(world.matches.create(table({}, 'base', host))).rejects.toMatchObject(refusal)
    await listed()
    world.matches.start(headers[0]!, [host, newPlayer('Bo')])
    await expect.poll(async () => (await world.stores.tables.list(1000)).length, PATIENTLY).toBe(MOST_TABLES)
    await listed(table({}, 'base', host))
  })

  it('is closed when a second player joins, and when its host cancels', async () => {
    const { lobby } = world.open(IDLE)
    const [joined, cancelled, stays] = [await listed(), await listed(), await listed()]
    const both: [PlayerRef, PlayerRef] = [newPlayer('Ada'), newPlayer('Bo')]
    world.matches.start(joined, both)
    world.matches.opened.set(cancelled.id, { header: cancelled, players: both, times: 1 })
    world.matches.end(cancelled.id)
    const shown = async () => (await lobby.tables.list()).tables.map(({ match }) => match)
    await expect.poll(shown, PATIENTLY).toEqual([stays.id])
  })

  it('is not opened for a match that is by invitation', async () => {
    const { lobby } = world.open()
    const header: MatchHeader = { ...table(), origin: 'invitation' }
    await world.matches.create(header)
    await listed()
    expect((await lobby.tables.list()).tables).toHaveLength(1)
  })
})

describe('a watcher of the list', () => {
  it('is notified on every node of what changes, until it stops', async () => {
    const nodes = [world.open(), world.open()]
    const before = await listed()
    const replicas = nodes.map(() => new ListReplica())
    const stops = []
    for (const [index, { lobby }] of nodes.entries()) {
      const { answer, stop } = await lobby.tables.watch(replicas[index]!)
      expect(answer.tables.map(({ match }) => match)).toEqual([before.id])
      replicas[index]!.tables = answer.tables
      stops.push(stop)
    }
    const [after, another] = [await listed(), await listed()]
    world.matches.start(before, [newPlayer('Ada'), newPlayer('Bo')])
    for (const replica of replicas) {
      await expect.poll(() => replica.matches.sort(), PATIENTLY).toEqual([after.id, another.id].sort())
    }
    stops[0]!()
    world.matches.start(after, [newPlayer('Ada'), newPlayer('Bo')])
    await expect.poll(() => replicas[1]!.matches, PATIENTLY).toEqual([another.id])
    expect(replicas[0]!.matches.sort()).toEqual([after.id, another.id].sort())
  })

  it('is notified of many changes together, only of the last one of each table', async () => {
    const { lobby } = world.open({ times: { poll: HOUR, tableChanges: 100 } })
    const replica = new ListReplica()
    await lobby.tables.watch(replica)
    const headers = []
    for (let number = 0; number < 20; number += 1) headers.push(await listed())
    for (const header of headers.slice(0, 10)) await lobby.tables.close(header.id)
    await expect
      .poll(() => replica.matches.sort(), PATIENTLY)
      .toEqual(
        headers
          .slice(10)
          .map(({ id }) => id)
          .sort(),
      )
    expect(replica.changes.length).toBeLessThan(10)
    for (const { opened, closed } of replica.changes) {
      const all = [...opened.map(({ match }) => match), ...closed]
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('gets the whole list when news may have been missed, and nothing older after it', async () => {
    const { lobby } = world.open({ times: { poll: 5, tableChanges: 20, tableCheck: HOUR } })
    const replica = new ListReplica()
    const before = await listed()
    replica.tables = (await lobby.tables.watch(replica)).answer.tables
    // The node gets the news of an opening, and misses the news of the closing.
    const [node] = world.subscribers.splice(0, 1)
    const brief = (await world.stores.tables.list(1))[0]!
    node!.news({ type: 'opened', table: { ...brief, match: 'brief' } })
    await lobby.tables.close(before.id)
    const after = await listed()
    node!.interrupted()
    world.subscribers.push(node!)
    const later = await listed()
    await expect.poll(() => replica.changes.some(({ whole }) => whole), PATIENTLY).toBe(true)
    await expect.poll(() => replica.matches.sort(), PATIENTLY).toEqual([after.id, later.id].sort())
    expect(replica.changes.flatMap(({ opened }) => opened.map(({ match }) => match))).not.toContain('brief')
  })
})

it('a change while the whole list is read again is sent after the list', async () => {
  const node = world.node()
  const { tables } = node
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  let reads = 0
  const slow: TableStore = {
    reserve: (table, most) => tables.reserve(table, most),
    open: (match, code) => tables.open(match, code),
    close: (match) => tables.close(match),
    claim: (limit, everyMs) => tables.claim(limit, everyMs),
    list: async (limit) => {
      const listed = await tables.list(limit)
      reads += 1
      if (reads > 1) await held
      return listed
    },
  }
  const { lobby } = world.open({
    stores: { ...node, tables: slow },
    times: { poll: 5, tableChanges: 1, tableCheck: HOUR },
  })
  const replica = new ListReplica()
  const brief = await listed()
  replica.tables = (await lobby.tables.watch(replica)).answer.tables
  world.subscribers.at(-1)!.interrupted()
  await expect.poll(() => reads, PATIENTLY).toBe(2)
  await world.stores.tables.close(brief.id)
  // By then, a change that did not wait for the list would have been sent.
  const marker = new ListReplica()
  await world.open().lobby.tables.watch(marker)
  const after = await listed()
  await expect.poll(() => marker.matches, PATIENTLY).toContain(after.id)
  go()
  await expect.poll(() => replica.matches, PATIENTLY).toEqual([after.id])
  expect(replica.changes[0]).toMatchObject({ whole: true, opened: [{ match: brief.id }] })
})

describe('a table that nobody closes', () => {
  const isListed = async ({ id }: MatchHeader) =>
    (await world.stores.tables.list(1000)).some(({ match }) => match === id)

  it('is closed when its match no longer waits', async () => {
    world.open()
    const [gone, stays] = [await listed(), await listed()]
    world.matches.waiting.delete(gone.id)
    await expect.poll(() => isListed(gone), PATIENTLY).toBe(false)
    expect(await isListed(stays)).toBe(true)
    expect(world.matches.cancelled).toEqual([])
  })

  it('is closed with its match when its host has been away for a minute, except for correspondence', async () => {
    world.open()
    const headers = {
      blitz: await listed(),
      untimed: await listed(table({ clock: 'none', rated: false })),
      daily: await listed(table({ clock: 'correspondence-1' })),
      there: await listed(),
    }
    for (const { id } of [headers.blitz, headers.untimed, headers.daily]) world.live.away.set(id, { 1: 1_000_000 })
    // The host is connected: the other seat is the one without a connection.
    world.live.away.set(headers.there.id, { 0: 1 })
    world.pass(59_999)
    const marker = await listed()
    world.matches.waiting.delete(marker.id)
    await expect.poll(() => isListed(marker), PATIENTLY).toBe(false)
    expect(world.matches.cancelled).toEqual([])
    world.pass(1)
    const anyListed = async () => (await isListed(headers.blitz)) || (await isListed(headers.untimed))
    await expect.poll(anyListed, PATIENTLY).toBe(false)
    expect([...new Set(world.matches.cancelled)].sort()).toEqual([headers.blitz.id, headers.untimed.id].sort())
    expect([await isListed(headers.daily), await isListed(headers.there)]).toEqual([true, true])
  })

  it('stays, and is checked again, while the store does not answer', async () => {
    world.open()
    const header = await listed()
    world.matches.down = true
    world.live.away.set(header.id, { 1: 0 })
    const marker = await listed()
    world.matches.waiting.delete(marker.id)
    await expect.poll(() => isListed(marker), PATIENTLY).toBe(false)
    expect(await isListed(header)).toBe(true)
    world.matches.down = false
    await expect.poll(() => isListed(header), PATIENTLY).toBe(false)
    expect(world.matches.cancelled).toContain(header.id)
  })

  it('and was never opened, because its match could not be created, does not count for long', async () => {
    const { lobby } = world.open()
    const host = newPlayer('Ada')
    for (let number = 0; number < MOST_TABLES; number += 1) {
      await lobby.tables.reserve(table({}, 'base', host)).catch(() => undefined)
    }
    const last = table({}, 'base', host)
    await expect
      .poll(
        () =>
          lobby.tables.reserve(last).then(
            () => true,
            () => false,
          ),
        PATIENTLY,
      )
      .toBe(true)
  })
})
