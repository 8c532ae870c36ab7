import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOST_TABLES } from '../../src/lobby/index.ts'
import { newHeader } from '../../src/matches/index.ts'
import { DEFAULT_GAME_OPTIONS, openTableSchema } from '../../src/protocol/index.ts'
import type { GameKind, MatchTerms, PlayerRef } from '../../src/protocol/index.ts'
import type { MatchHeader } from '../../src/record/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { newPlayer } from '../support/players.ts'
import { ListKeeper, openWorld, RATING } from './support.ts'
import type { World } from './support.ts'

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.close())

const HOUR = 3_600_000
const IDLE = { times: { look: HOUR, tell: HOUR } }

const table = (terms: Partial<MatchTerms> = {}, kind: GameKind = 'base', host: PlayerRef = newPlayer('Ada')): MatchHeader =>
  newHeader({
    host, seat: 1, kind, options: DEFAULT_GAME_OPTIONS,
    terms: { clock: 'blitz', rated: true, visibility: 'public', ...terms }, origin: 'table',
  })

/** A match that waits, and is listed. */
async function listed(header = table()): Promise<MatchHeader> {
  await world.matches.create(header)
  world.live.waiting.set(header.code, header.id)
  await expect.poll(async () => (await world.store.tables(1000)).map(({ match }) => match), PATIENTLY).toContain(header.id)
  return header
}

describe('an open table', () => {
  it('is shown to everybody, with its host and his rating, and without its code', async () => {
    const { lobby } = world.open()
    const header = await listed()
    const { tables } = await lobby.tables.list()
    expect(tables).toEqual([{
      match: header.id, host: header.host.player, rating: RATING, seat: 1, kind: 'base', options: DEFAULT_GAME_OPTIONS, terms: header.terms, createdAt: 1_000_000,
    }])
    expect(openTableSchema.parse(tables[0])).toEqual(tables[0])
    const untimed = await listed(table({ clock: 'none', rated: false }))
    expect((await lobby.tables.list()).tables[0]).toEqual({
      match: untimed.id, host: untimed.host.player, seat: 1, kind: 'base', options: DEFAULT_GAME_OPTIONS, terms: untimed.terms, createdAt: 1_000_000,
    })
  })

  it('is found by what is played', async () => {
    const { lobby } = world.open()
    const [base, agora, slow] = [await listed(), await listed(table({ rated: false }, 'agora')), await listed(table({ clock: 'slow' }))]
    const found = async (query: Parameters<typeof lobby.tables.list>[0]) => (await lobby.tables.list(query)).tables.map(({ match }) => match)
    expect(await found({})).toEqual([slow.id, agora.id, base.id])
    expect(await found({ kind: 'agora' })).toEqual([agora.id])
    expect(await found({ kind: 'base' })).toEqual([slow.id, base.id])
    expect(await found({ clock: 'blitz' })).toEqual([agora.id, base.id])
    expect(await found({ clock: 'blitz', rated: true })).toEqual([base.id])
    expect(await found({ clock: 'correspondence-1' })).toEqual([])
  })

  it('is one of at most 200 that are shown, but a filter looks at more', async () => {
    const { lobby } = world.open(IDLE)
    const first = table({ clock: 'slow' })
    const headers = [first, ...Array.from({ length: 230 }, () => table())]
    for (const header of headers) await world.matches.create(header)
    await expect.poll(async () => (await world.store.tables(1000)).length, PATIENTLY).toBe(231)
    const { tables } = await lobby.tables.list()
    expect(tables.map(({ match }) => match)).toEqual(headers.slice(-200).reverse().map(({ id }) => id))
    expect((await lobby.tables.list({ clock: 'slow' })).tables.map(({ match }) => match)).toEqual([first.id])
  })

  it('is not created beyond what one host may have', async () => {
    world.open(IDLE)
    const host = newPlayer('Ada')
    const headers = []
    for (let number = 0; number < MOST_TABLES; number += 1) headers.push(await listed(table({}, 'base', host)))
    await expect(world.matches.create(table({}, 'base', host))).rejects.toMatchObject({ code: 'limit-reached', details: { limit: MOST_TABLES } })
    await listed()
    world.matches.start(headers[0]!, [host, newPlayer('Bo')])
    await expect.poll(async () => (await world.store.tables(1000)).length, PATIENTLY).toBe(MOST_TABLES)
    await listed(table({}, 'base', host))
  })

  it('goes when somebody joins, and when its host cancels', async () => {
    const { lobby } = world.open(IDLE)
    const [joined, cancelled, stays] = [await listed(), await listed(), await listed()]
    const both: [PlayerRef, PlayerRef] = [newPlayer('Ada'), newPlayer('Bo')]
    world.matches.start(joined, both)
    world.matches.opened.set(cancelled.id, { header: cancelled, players: both, times: 1 })
    world.matches.end(cancelled.id)
    await expect.poll(async () => (await lobby.tables.list()).tables.map(({ match }) => match), PATIENTLY).toEqual([stays.id])
  })

  it('of who only invites somebody is not one', async () => {
    const { lobby } = world.open()
    const header: MatchHeader = { ...table(), origin: 'invitation' }
    await world.matches.create(header)
    await listed()
    expect((await lobby.tables.list()).tables).toHaveLength(1)
  })
})

describe('who watches the list', () => {
  it('is told on every node what changes, until he stops', async () => {
    const nodes = [world.open(), world.open()]
    const before = await listed()
    const keepers = nodes.map(() => new ListKeeper())
    const stops = []
    for (const [index, { lobby }] of nodes.entries()) {
      const { answer, stop } = await lobby.tables.watch(keepers[index]!)
      expect(answer.tables.map(({ match }) => match)).toEqual([before.id])
      keepers[index]!.tables = answer.tables
      stops.push(stop)
    }
    const [after, another] = [await listed(), await listed()]
    world.matches.start(before, [newPlayer('Ada'), newPlayer('Bo')])
    for (const keeper of keepers) await expect.poll(() => keeper.matches.sort(), PATIENTLY).toEqual([after.id, another.id].sort())
    stops[0]!()
    world.matches.start(after, [newPlayer('Ada'), newPlayer('Bo')])
    await expect.poll(() => keepers[1]!.matches, PATIENTLY).toEqual([another.id])
    expect(keepers[0]!.matches.sort()).toEqual([after.id, another.id].sort())
  })

  it('is told of many changes together, the last word on each', async () => {
    const { lobby } = world.open({ times: { look: HOUR, tell: 100 } })
    const keeper = new ListKeeper()
    await lobby.tables.watch(keeper)
    const headers = []
    for (let number = 0; number < 20; number += 1) headers.push(await listed())
    for (const header of headers.slice(0, 10)) await lobby.tables.close(header.id)
    await expect.poll(() => keeper.matches.sort(), PATIENTLY).toEqual(headers.slice(10).map(({ id }) => id).sort())
    expect(keeper.changes.length).toBeLessThan(10)
    for (const { opened, closed } of keeper.changes) {
      const all = [...opened.map(({ match }) => match), ...closed]
      expect(new Set(all).size).toBe(all.length)
    }
  })

  it('gets the whole list when something may have been missed, and nothing old after it', async () => {
    const { lobby } = world.open({ times: { look: 5, tell: 20, tableLook: HOUR } })
    const keeper = new ListKeeper()
    const before = await listed()
    keeper.tables = (await lobby.tables.watch(keeper)).answer.tables
    // That it is opened is heard, that it is closed again is not.
    const [node] = world.listeners.splice(0, 1)
    const brief = (await world.store.tables(1))[0]!
    node!.opened({ ...brief, match: 'brief' })
    await lobby.tables.close(before.id)
    const after = await listed()
    node!.interrupted()
    world.listeners.push(node!)
    const later = await listed()
    await expect.poll(() => keeper.changes.some(({ whole }) => whole), PATIENTLY).toBe(true)
    await expect.poll(() => keeper.matches.sort(), PATIENTLY).toEqual([after.id, later.id].sort())
    expect(keeper.changes.flatMap(({ opened }) => opened.map(({ match }) => match))).not.toContain('brief')
  })
})

it('what changes while the whole list is read again is told after it', async () => {
  const node = world.node()
  const read = node.tables.bind(node)
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  let reads = 0
  const slow = Object.assign(Object.create(node) as typeof node, {
    tables: async (limit: number) => {
      const tables = await read(limit)
      reads += 1
      if (reads > 1) await held
      return tables
    },
  })
  const { lobby } = world.open({ store: slow, times: { look: 5, tell: 1, tableLook: HOUR } })
  const keeper = new ListKeeper()
  const brief = await listed()
  keeper.tables = (await lobby.tables.watch(keeper)).answer.tables
  world.listeners.at(-1)!.interrupted()
  await expect.poll(() => reads, PATIENTLY).toBe(2)
  await world.store.closeTable(brief.id)
  // Long enough for what is told apart from the list.
  const marker = new ListKeeper()
  await world.open().lobby.tables.watch(marker)
  const after = await listed()
  await expect.poll(() => marker.matches, PATIENTLY).toContain(after.id)
  go()
  await expect.poll(() => keeper.matches, PATIENTLY).toEqual([after.id])
  expect(keeper.changes[0]).toMatchObject({ whole: true, opened: [{ match: brief.id }] })
})

describe('a table that nobody closes', () => {
  const isListed = async ({ id }: MatchHeader) => (await world.store.tables(1000)).some(({ match }) => match === id)

  it('goes when its match no longer waits', async () => {
    world.open()
    const [gone, stays] = [await listed(), await listed()]
    world.live.waiting.delete(gone.code)
    await expect.poll(() => isListed(gone), PATIENTLY).toBe(false)
    expect(await isListed(stays)).toBe(true)
    expect(world.matches.cancelled).toEqual([])
  })

  it('goes with its match when its host has been away for a minute, but for correspondence', async () => {
    world.open()
    const headers = {
      blitz: await listed(), untimed: await listed(table({ clock: 'none', rated: false })), daily: await listed(table({ clock: 'correspondence-1' })),
      there: await listed(),
    }
    for (const { id } of [headers.blitz, headers.untimed, headers.daily]) world.live.away.set(id, { 1: 1_000_000 })
    // Who has the other seat has not come yet.
    world.live.away.set(headers.there.id, { 0: 1 })
    world.pass(59_999)
    const marker = await listed()
    world.live.waiting.delete(marker.code)
    await expect.poll(() => isListed(marker), PATIENTLY).toBe(false)
    expect(world.matches.cancelled).toEqual([])
    world.pass(1)
    await expect.poll(async () => (await isListed(headers.blitz)) || (await isListed(headers.untimed)), PATIENTLY).toBe(false)
    expect([...new Set(world.matches.cancelled)].sort()).toEqual([headers.blitz.id, headers.untimed.id].sort())
    expect([await isListed(headers.daily), await isListed(headers.there)]).toEqual([true, true])
  })

  it('stays, and is looked after again, while nothing can be done', async () => {
    world.open()
    const header = await listed()
    world.matches.down = true
    world.live.away.set(header.id, { 1: 0 })
    const marker = await listed()
    world.live.waiting.delete(marker.code)
    await expect.poll(() => isListed(marker), PATIENTLY).toBe(false)
    expect(await isListed(header)).toBe(true)
    world.matches.down = false
    await expect.poll(() => isListed(header), PATIENTLY).toBe(false)
    expect(world.matches.cancelled).toContain(header.id)
  })

  it('and was never open, because its match could not be created, takes no room', async () => {
    const { lobby } = world.open()
    const host = newPlayer('Ada')
    for (let number = 0; number < MOST_TABLES; number += 1) await lobby.tables.reserve(table({}, 'base', host)).catch(() => undefined)
    const last = table({}, 'base', host)
    await expect.poll(() => lobby.tables.reserve(last).then(() => true, () => false), PATIENTLY).toBe(true)
  })
})
