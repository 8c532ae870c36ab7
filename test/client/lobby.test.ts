import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChallengesChange, Observable, OwnMatchesChange, QueueState } from '../../client/src/index.ts'
import { expandOffers } from '../../client/src/index.ts'
import { until } from '../../client/src/observable.ts'
import type { Pool } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { BadLine } from '../support/bad-line.ts'
import type { TestGateway } from '../support/gateway.ts'
import { openGateway } from '../support/gateway.ts'
import { newPlayer } from '../support/players.ts'
import { Clients, codeOf } from './support.ts'

const POOL: Pool = { kind: 'base', clock: 'blitz', rated: false }

let open: TestGateway
let clients: Clients
beforeEach(async () => {
  open = await openGateway()
  clients = new Clients(open)
})
afterEach(async () => {
  clients.close()
  await open.close()
})

describe('the queue', () => {
  it('finds an opponent, and the match can be watched', async () => {
    const [ada, ben] = [await clients.open('Ada'), await clients.open('Ben')]
    expect(ada.queue.value).toEqual({ status: 'idle' })
    expect(await ada.queue.join({ clock: 'blitz', rated: false })).toMatchObject({
      status: 'waiting',
      pool: POOL,
      waiting: 1,
    })
    await ben.queue.join(POOL)
    const found = await Promise.all(
      [ada, ben].map(({ queue }) => until<QueueState>(queue, ({ status }) => status === 'matched')),
    )
    const [match] = found.map((state) => (state.status === 'matched' ? state.match : ''))
    expect(found[1]).toMatchObject({ match })
    expect((await ada.watch(match!)).value.snapshot).toMatchObject({ status: 'playing', origin: 'queue' })
    expect(await codeOf(ada.queue.join({ ...POOL, clock: 'slow' }))).toBe('already-playing')
  })

  it('can be left, here and on another device', async () => {
    const player = newPlayer('Ada')
    const [phone, laptop] = [await clients.open(player), await clients.open(player)]
    await laptop.connect()
    await phone.queue.join(POOL)
    await until<QueueState>(laptop.queue, ({ status }) => status === 'waiting')
    expect(await laptop.queue.leave()).toEqual({ status: 'idle' })
    expect(await until<QueueState>(phone.queue, ({ status }) => status === 'idle')).toEqual({
      status: 'idle',
      left: 'left',
    })
  })

  it('keeps the place of a player whose connection is lost', async () => {
    const line = await BadLine.open(() => open.url)
    try {
      const ada = await clients.open('Ada', { url: line.url })
      await ada.queue.join(POOL)
      line.cut()
      await until(ada.connection, (state) => state !== 'online')
      const ben = await clients.open('Ben')
      await ben.queue.join(POOL)
      // The opponent is found while the player is away, or later: the new connection asks for the status.
      expect((await until<QueueState>(ada.queue, ({ status }) => status === 'matched')).status).toBe('matched')
    } finally {
      await line.close()
    }
  })

  it('shows a match that goes on to a player who subscribes', async () => {
    const player = newPlayer('Ada')
    const ada = await clients.open(player)
    const match = await ada.create({ clock: 'blitz' })
    await (await clients.open('Ben')).join({ code: match.value.snapshot.code! })
    // As after the page was loaded again.
    const again = await clients.open(player)
    expect(await until<QueueState>(again.queue, ({ status }) => status === 'matched')).toMatchObject({
      match: match.id,
    })
  })
})

describe('the list of open tables', () => {
  it('is up to date while somebody subscribes', async () => {
    const [host, guest] = [await clients.open('Ada'), await clients.open('Ben')]
    const first = await host.create({ listed: true })
    expect(guest.tables.value).toBeNull()
    const leave = guest.tables.subscribe(() => undefined)
    await until(guest.tables, (tables) => tables?.length === 1)
    const second = await host.create({ listed: true, kind: 'agora' })
    await until(guest.tables, (tables) => tables?.length === 2)
    expect(guest.tables.value!.map(({ match }) => match)).toEqual(expect.arrayContaining([first.id, second.id]))
    const times = guest.tables.value!.map(({ createdAt }) => createdAt)
    expect(times).toEqual([...times].sort((a, b) => b - a))

    await guest.join({ match: first.id })
    await until(guest.tables, (tables) => tables?.length === 1)
    leave()
    expect(guest.tables.value).toBeNull()
  })

  it('says whom a table admits', async () => {
    const [host, guest] = [await clients.open('Ada'), await clients.open('Ben')]
    const admits = { rating: { least: 1200, most: 1400 } }
    const table = await host.create({ listed: true, clock: 'blitz', admits })
    guest.tables.subscribe(() => undefined)
    const tables = await until(guest.tables, (tables) => tables?.length === 1)
    expect(tables![0]!.admits).toEqual(admits)
    expect(await codeOf(guest.join({ match: table.id }))).toBe('not-eligible')
  })

  it('is whole again after a lost connection', async () => {
    const line = await BadLine.open(() => open.url)
    try {
      const [host, guest] = [await clients.open('Ada'), await clients.open('Ben', { url: line.url })]
      guest.tables.subscribe(() => undefined)
      await until(guest.tables, (tables) => tables?.length === 0)
      line.cut()
      await until(guest.connection, (state) => state !== 'online')
      const match = await host.create({ listed: true })
      await until(guest.tables, (tables) => tables?.[0]?.match === match.id)
    } finally {
      await line.close()
    }
  })
})

describe("the player's matches", () => {
  it('are listed, page by page, with whose turn it is', async () => {
    const [ada, ben] = [await clients.open('Ada'), await clients.open('Ben')]
    const first = await ada.create({ seat: 0 })
    const second = await ada.create({ seat: 1 })
    await ben.join({ code: first.value.snapshot.code! })
    const page = await ada.myMatches({ limit: 1 })
    const rest = await ada.myMatches({ limit: 1, cursor: page.next! })
    const all = [...page.matches, ...rest.matches]
    expect(rest.next).toBeUndefined()
    expect(all.find(({ match }) => match === first.value.match)).toMatchObject({ you: 0, status: 'playing', toAct: 0 })
    expect(all.find(({ match }) => match === second.value.match)).toMatchObject({ you: 1, status: 'waiting' })
    expect((await ben.myMatches()).matches.map(({ match }) => match)).toEqual([first.value.match])
  })
})

describe('the list of own matches', () => {
  it('is kept up to date on a device that plays none of them', async () => {
    const player = newPlayer('Ada')
    const [phone, laptop] = [await clients.open(player), await clients.open(player)]
    const ben = await clients.open('Ben')
    const changes: (OwnMatchesChange | undefined)[] = []
    const leave = laptop.matches.subscribe((_, change) => changes.push(change))
    await until(laptop.matches, (matches) => matches !== null)
    const match = await phone.create({ seat: 0 })
    await ben.join({ code: match.value.snapshot.code! })
    const playing = await until(laptop.matches, (matches) => matches?.length === 1)
    expect(playing).toMatchObject([{ match: match.value.match, opponent: { name: 'Ben' }, toAct: 0 }])
    while (match.value.snapshot.board?.toAct === 0) await match.act(expandOffers(match.value.snapshot.board.legal)[0]!)
    await until(laptop.matches, (matches) => matches?.[0]?.toAct === 1)
    await match.resign()
    await until(laptop.matches, (matches) => matches?.length === 0)
    const ended = { type: 'ended', match: match.id, outcome: { by: 'resignation', winner: 1 } }
    expect(changes.filter((change) => change)).toMatchObject([ended])
    leave()
    expect(laptop.matches.value).toBeNull()
  })
})

describe('the public matches', () => {
  it('are listed while they are played', async () => {
    const [ada, ben] = [await clients.open('Ada'), await clients.open('Ben')]
    const match = await ada.create({ clock: 'blitz' })
    await ben.join({ code: match.value.snapshot.code! })
    const listed = async () => (await ben.publicMatches({ clock: 'blitz' })).matches.map((each) => each.match)
    await expect.poll(listed, PATIENTLY).toEqual([match.value.match])
    expect((await ben.publicMatches({ kind: 'agora' })).matches).toEqual([])
  })
})

describe('bids for the first turn', () => {
  it('are sent with a challenge, a match, an acceptance and a join', async () => {
    const player = newPlayer('Ben')
    const [ada, ben] = [await clients.open('Ada'), await clients.open(player)]
    await ben.connect()
    const online = async () => (await open.lobby.online.page({ limit: 10 })).count
    await expect.poll(online, PATIENTLY).toBe(1)
    const challenge = await ada.challenges.send({ to: { player: player.id }, bid: 2 })
    expect(challenge.bid).toBe(true)
    expect(await codeOf(ben.challenges.accept(challenge.id))).toBe('bad-request')
    const accepted = await ada.watch(await ben.challenges.accept(challenge.id, 0))
    expect(accepted.value.snapshot).toMatchObject({ you: 0, bids: { 0: 2, 1: 0 } })
    const created = await ada.create({ bid: 1 })
    const { code } = created.value.snapshot
    const joined = await ben.join({ code: code!, bid: 5 })
    expect(joined.value.snapshot).toMatchObject({ you: 0, bids: { 0: 5, 1: 1 } })
  })
})

describe('challenges', () => {
  it('are sent, seen and accepted on any device', async () => {
    const player = newPlayer('Ben')
    const [ada, ben, tablet] = [await clients.open('Ada'), await clients.open(player), await clients.open(player)]
    await Promise.all([ben.connect(), tablet.connect()])
    const changes: (ChallengesChange | undefined)[] = []
    const leave = tablet.challenges.subscribe((_, change) => changes.push(change))
    await until(tablet.challenges, (state) => state !== null)
    const online = async () => (await open.lobby.online.page({ limit: 10 })).count
    await expect.poll(online, PATIENTLY).toBe(1)
    const { id } = await ada.challenges.send({ to: { player: player.id }, clock: 'blitz', seat: 0 })
    await until(tablet.challenges, (state) => state?.received[0]?.id === id)
    const match = await ben.challenges.accept(id)
    await until(tablet.challenges, (state) => state?.received.length === 0)
    expect((await ada.watch(match)).value.snapshot).toMatchObject({ you: 0, origin: 'challenge' })
    const next = await ada.challenges.send({ to: { player: player.id } })
    await ada.challenges.close(next.id)
    expect(await codeOf(ben.challenges.accept(next.id))).toBe('unknown-challenge')
    await expect
      .poll(() => changes.filter((change) => change), PATIENTLY)
      .toEqual([
        { type: 'closed', challenge: id, reason: 'accepted', match },
        { type: 'closed', challenge: next.id, reason: 'withdrawn' },
      ])
    leave()
    expect(tablet.challenges.value).toBeNull()
  })
})

describe('every observable', () => {
  it('has the same value until something changes, also after a lost connection', async () => {
    const line = await BadLine.open(() => open.url)
    try {
      const [ada, ben] = [await clients.open('Ada', { url: line.url }), await clients.open('Ben')]
      const player = ada.session.value.player!
      await ada.connect()
      await ben.challenges.send({ to: { player: player.id } })
      await ben.create({ listed: true })
      const match = await ada.create({ clock: 'blitz' })
      const observables = [...Object.entries(ada), ...Object.entries(match)].filter(
        (entry): entry is [string, Observable<unknown>] =>
          entry[1] instanceof Object && 'subscribe' in entry[1] && 'value' in entry[1],
      )
      expect(observables.map(([name]) => name)).toEqual(
        expect.arrayContaining(['session', 'connection', 'queue', 'tables', 'challenges', 'matches', 'clocks']),
      )
      const all: [string, Observable<unknown>][] = [...observables, ['match', match]]
      const unstable = (): string[] => all.flatMap(([name, one]) => (one.value === one.value ? [] : [name]))
      expect(unstable()).toEqual([])
      const leaves = all.map(([, one]) => one.subscribe(() => undefined))
      await expect
        .poll(() => [ada.tables.value, ada.challenges.value, ada.matches.value], PATIENTLY)
        .toMatchObject([[{}], { received: [{}] }, [{}]])
      expect(unstable()).toEqual([])

      const lists = { tables: ada.tables.value, challenges: ada.challenges.value, matches: ada.matches.value }
      line.cut()
      await match.until(({ live }) => !live)
      await match.until(({ live }) => live)
      // Answered after the questions that were asked on the new connection.
      await ada.myMatches()
      expect(ada.tables.value).toBe(lists.tables)
      expect(ada.challenges.value).toBe(lists.challenges)
      expect(ada.matches.value).toBe(lists.matches)
      for (const leave of leaves) leave()
    } finally {
      await line.close()
    }
  })
})
