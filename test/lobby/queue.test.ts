import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOBBY_RETENTION } from '../../src/live/index.ts'
import type { Lobby } from '../../src/lobby/index.ts'
import { LOBBY_TIMES } from '../../src/lobby/index.ts'
import { newHeader } from '../../src/matches/index.ts'
import type { PlayerRef, Pool } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_OPTIONS, GAME_KIND_IDS, HOUSE_BOTS } from '../../src/protocol/index.ts'
import { chosenSeat } from '../../src/record/index.ts'
import { ANYBODY, pairIn, PATIENTLY } from '../live/lobby/harness.ts'
import { newPlayer } from '../support/players.ts'
import { pick, seededRandom } from '../support/random.ts'
import type { World } from './support.ts'
import { BLITZ, DAILY, openWorld, RATING, SLOW } from './support.ts'

let world: World
let ada: PlayerRef
let bo: PlayerRef
beforeEach(() => {
  world = openWorld()
  ada = newPlayer('Ada')
  bo = newPlayer('Bo')
})
afterEach(() => world.close())

const HOUR = 3_600_000
/** A node that does nothing of its own accord. */
const IDLE = { times: { poll: HOUR, renewal: HOUR } }

const blitz = (host: PlayerRef, clock: Pool['clock'] = 'blitz') =>
  newHeader({
    host,
    seating: chosenSeat(0),
    kind: 'base',
    options: DEFAULT_GAME_OPTIONS,
    terms: { clock, rated: false, visibility: 'public' },
    origin: 'invitation',
  })

async function paired(lobby: Lobby, pool: Pool = BLITZ): Promise<string> {
  await lobby.queue.join(ada, pool)
  await lobby.queue.join(bo, pool)
  await expect.poll(() => lobby.queue.status(bo.id), PATIENTLY).toMatchObject({ status: 'matched' })
  return ((await lobby.queue.status(bo.id)) as { match: string }).match
}

describe('two players who wait for any opponent', () => {
  it('get one match, on the terms of their pool, and every node notifies both', async () => {
    const [one, other] = [world.open(), world.open()]
    const answer = await one.lobby.queue.join(ada, SLOW)
    expect(answer).toEqual({ status: 'waiting', pool: SLOW, since: 1_000_000, waiting: 1 })
    world.pass(10)
    await other.lobby.queue.join(bo, SLOW)
    for (const { recorder } of [one, other]) {
      for (const player of [ada, bo]) await expect.poll(() => recorder.of(player).length, PATIENTLY).toBe(2)
    }
    const { header, players } = world.matches.only
    for (const { recorder } of [one, other]) {
      for (const player of [ada, bo]) expect(recorder.of(player)).toEqual(['joined slow', `matched slow ${header.id}`])
    }
    expect(players).toEqual([ada, bo])
    expect(header).toMatchObject({
      host: { player: ada },
      options: { agora: true, wonders: 'draft', tiedPawn: 'chooses' },
      terms: { clock: 'slow', rated: false, visibility: 'public' },
      origin: 'queue',
    })
    for (const { id } of [ada, bo]) {
      expect(await one.lobby.queue.status(id)).toEqual({ status: 'matched', match: header.id, pool: SLOW })
    }
  })

  it('may get either seat', async () => {
    const { lobby } = world.open()
    for (let times = 0; times < 30; times += 1) {
      await lobby.queue.join(newPlayer('Ada'), BLITZ)
      await lobby.queue.join(newPlayer('Bo'), BLITZ)
    }
    await expect.poll(() => world.matches.opened.size, PATIENTLY).toBe(30)
    expect(new Set([...world.matches.opened.values()].map(({ header }) => header.host.seat))).toEqual(new Set([0, 1]))
  })

  it('wait until their ratings are near enough', async () => {
    const pool: Pool = { ...BLITZ, rated: true }
    const ratingOf = async (player: string) => ({ ...RATING, rating: player === ada.id ? 1500 : 1850 })
    const { lobby, recorder } = world.open({ ratingOf })
    await lobby.queue.join(ada, pool)
    await lobby.queue.join(bo, pool)
    await world.stores.queue.renew([ada.id, bo.id], HOUR)
    world.pass(14_999)
    expect(await lobby.queue.status(ada.id)).toMatchObject({ status: 'waiting', waiting: 2 })
    world.pass(1)
    await expect.poll(() => recorder.of(ada), PATIENTLY).toHaveLength(2)
  })
})

describe('a player who accepts a bot', () => {
  const PLAYS = { playsBots: true, times: { ticketTtl: HOUR } }
  const WAIT = LOBBY_TIMES.botAfter['real-time']

  it('gets it after the wait of the pool, and not before', async () => {
    const [one, other] = [world.open(PLAYS), world.open(PLAYS)]
    const answer = await one.lobby.queue.join(ada, { ...BLITZ, bot: 'club' })
    expect(answer).toEqual({ status: 'waiting', pool: BLITZ, since: 1_000_000, bot: 'club', waiting: 1 })
    world.pass(WAIT - 1)
    // A later player is paired by a run that finds nobody else for Ada.
    await other.lobby.queue.join(bo, SLOW)
    expect(await one.lobby.queue.join(ada, { ...BLITZ, bot: 'club' })).toMatchObject({ status: 'waiting' })
    world.pass(1)
    for (const { recorder } of [one, other]) await expect.poll(() => recorder.of(ada), PATIENTLY).toHaveLength(2)
    const { header, players } = world.matches.only
    expect(players).toEqual([ada, HOUSE_BOTS.club])
    expect(header).toMatchObject({ terms: { clock: 'blitz', rated: false, visibility: 'private' }, origin: 'queue' })
    expect(one.recorder.of(ada)).toEqual(['joined blitz', `matched blitz ${header.id}`])
    expect(await other.lobby.queue.status(ada.id)).toEqual({ status: 'matched', match: header.id, pool: BLITZ })
    expect(await other.lobby.queue.status(bo.id)).toMatchObject({ status: 'waiting' })
  })

  it('waits longer for a bot in correspondence', async () => {
    const { lobby } = world.open(PLAYS)
    await lobby.queue.join(ada, { ...DAILY, bot: 'novice' })
    world.pass(LOBBY_TIMES.botAfter.correspondence - 1)
    expect(await lobby.queue.join(ada, { ...DAILY, bot: 'novice' })).toMatchObject({ status: 'waiting' })
    world.pass(1)
    await expect.poll(() => world.matches.opened.size, PATIENTLY).toBe(1)
    expect(world.matches.only.players).toEqual([ada, HOUSE_BOTS.novice])
  })

  it('meets a person rather than the bot, if one waits', async () => {
    const { lobby } = world.open({ ...PLAYS, times: { ...IDLE.times, ticketTtl: HOUR } })
    await lobby.queue.join(ada, { ...BLITZ, bot: 'club' })
    world.pass(WAIT)
    await lobby.queue.join(bo, { ...BLITZ, bot: 'club' })
    await expect.poll(() => world.matches.opened.size, PATIENTLY).toBe(1)
    expect(world.matches.only.players).toEqual([ada, bo])
  })

  it('can change their mind, and keeps the place', async () => {
    const { lobby, recorder } = world.open(PLAYS)
    await lobby.queue.join(ada, BLITZ)
    world.pass(WAIT - 1)
    const bot = { ...BLITZ, bot: 'master' as const }
    expect(await lobby.queue.join(ada, bot)).toMatchObject({ since: 1_000_000, bot: 'master' })
    const without = await lobby.queue.join(ada, BLITZ)
    expect(without).toEqual({ status: 'waiting', pool: BLITZ, since: 1_000_000, waiting: 1 })
    world.pass(HOUR - WAIT)
    expect(await lobby.queue.status(ada.id)).toMatchObject({ status: 'waiting' })
    expect(recorder.of(ada)).toEqual(['joined blitz', 'joined blitz', 'joined blitz'])
    await lobby.queue.join(ada, bot)
    await expect.poll(() => world.matches.opened.size, PATIENTLY).toBe(1)
  })

  it('is refused by a server that plays none, and a bot is refused by every pool', async () => {
    const { lobby } = world.open()
    await expect(lobby.queue.join(ada, { ...BLITZ, bot: 'club' })).rejects.toMatchObject({ code: 'no-bots' })
    await expect(lobby.queue.join({ ...ada, bot: true }, BLITZ)).rejects.toMatchObject({ code: 'not-for-bots' })
    expect(await lobby.queue.status(ada.id)).toEqual({ status: 'idle' })
  })
})

describe('a player who has a match', () => {
  it('gets it as the answer in the same pool, and is refused by another pool for real-time matches', async () => {
    const { lobby } = world.open()
    const match = await paired(lobby)
    expect(await lobby.queue.join(ada, BLITZ)).toEqual({ status: 'matched', match, pool: BLITZ })
    await expect(lobby.queue.join(ada, SLOW)).rejects.toMatchObject({ code: 'already-playing', details: { match } })
    expect(await lobby.queue.leave(ada.id)).toEqual({ status: 'matched', match, pool: BLITZ })
    expect(await lobby.queue.join(ada, DAILY)).toMatchObject({ status: 'waiting', pool: DAILY })
  })

  it('may wait again when it has ended, and so may the opponent', async () => {
    const { lobby } = world.open()
    const match = await paired(lobby)
    world.matches.end(match)
    await expect.poll(() => lobby.queue.status(ada.id), PATIENTLY).toEqual({ status: 'idle' })
    expect(await lobby.queue.join(ada, SLOW)).toMatchObject({ status: 'waiting' })
    expect(await lobby.queue.join(bo, BLITZ)).toMatchObject({ status: 'waiting' })
  })

  it('may wait again when it has ended, even if no node has reported it', async () => {
    const { lobby } = world.open()
    world.matches.over.add(await paired(lobby))
    expect(await lobby.queue.join(ada, SLOW)).toMatchObject({ status: 'waiting' })
    expect(await lobby.queue.status(bo.id)).toEqual({ status: 'idle' })
    expect((await world.stores.queue.status(bo.id)).playing).toEqual([])
  })

  it('is also notified of a real-time match that is not from the queue', async () => {
    const { lobby, recorder } = world.open()
    await lobby.queue.join(ada, SLOW)
    const header = blitz(ada)
    world.matches.start(header, [ada, bo])
    await expect.poll(() => recorder.of(ada), PATIENTLY).toEqual(['joined slow', 'playing slow'])
    expect(await lobby.queue.status(ada.id)).toEqual({ status: 'matched', match: header.id })
    const refusal = { code: 'already-playing', details: { match: header.id } }
    await expect(lobby.queue.join(bo, BLITZ)).rejects.toMatchObject(refusal)
    world.matches.end(header.id)
    await expect.poll(() => lobby.queue.status(bo.id), PATIENTLY).toEqual({ status: 'idle' })
  })

  it('for correspondence may wait for another one', async () => {
    const { lobby } = world.open()
    world.matches.start(blitz(ada, 'correspondence-7'), [ada, bo])
    const first = await paired(lobby, DAILY)
    expect(await lobby.queue.join(ada, DAILY)).toMatchObject({ status: 'waiting' })
    expect(await lobby.queue.status(bo.id)).toMatchObject({ status: 'matched', match: first })
  })
})

describe('a player who waits', () => {
  it('waits in one pool, on all their devices', async () => {
    const [one, other] = [world.open(), world.open()]
    await one.lobby.queue.join(ada, BLITZ)
    world.pass(5)
    expect(await other.lobby.queue.join(ada, BLITZ)).toMatchObject({ status: 'waiting', since: 1_000_000, waiting: 1 })
    await other.lobby.queue.join(ada, SLOW)
    expect(await one.lobby.queue.status(ada.id)).toMatchObject({ status: 'waiting', pool: SLOW, since: 1_000_005 })
    expect(await one.lobby.queue.leave(ada.id)).toEqual({ status: 'idle' })
    expect(await one.lobby.queue.leave(ada.id)).toEqual({ status: 'idle' })
    const expected = ['joined blitz', 'joined slow', 'left slow']
    for (const { recorder } of [one, other]) expect(recorder.of(ada)).toEqual(expected)
  })

  it('waits as long as a connection retains the ticket, and then for the grace', async () => {
    const { lobby, recorder } = world.open()
    const [telephone, tablet] = [{}, {}]
    await lobby.queue.join(ada, BLITZ)
    for (const holder of [telephone, tablet]) lobby.queue.retain(ada.id, BLITZ, holder)
    const goOn = async () => {
      for (let times = 0; times < 5; times += 1) {
        world.pass(14_000)
        await lobby.queue.renew()
      }
    }
    await goOn()
    lobby.queue.release(ada.id, telephone)
    await goOn()
    expect((await world.stores.queue.status(ada.id)).ticket).not.toBeNull()
    lobby.queue.release(ada.id, tablet)
    world.pass(14_999)
    await lobby.queue.renew()
    expect((await world.stores.queue.status(ada.id)).ticket).not.toBeNull()
    world.pass(1)
    await expect.poll(() => recorder.of(ada), PATIENTLY).toEqual(['joined blitz', 'gone blitz'])
  })

  it('also waits as long as they poll', async () => {
    const { lobby } = world.open()
    await lobby.queue.join(ada, BLITZ)
    for (let times = 0; times < 5; times += 1) {
      world.pass(14_000)
      expect(await lobby.queue.status(ada.id)).toMatchObject({ status: 'waiting' })
    }
    world.pass(15_000)
    expect(await lobby.queue.status(ada.id)).toEqual({ status: 'idle' })
  })

  it('gets the expected wait as soon as enough is known', async () => {
    const { lobby } = world.open()
    const pool: Pool = { ...BLITZ, clock: 'standard' }
    for (const [index, ms] of [400, 100, 90_000].entries()) {
      const name = 'base.standard.casual'
      await world.stores.queue.join({ player: newPlayer('X'), pool: name, rating: 1500 }, HOUR, true)
      world.pass(ms)
      await world.stores.queue.join({ player: newPlayer('Y'), pool: name, rating: 1500 }, HOUR, true)
      await expect.poll(() => world.matches.opened.size, PATIENTLY).toBe(index + 1)
    }
    // 0 and 400, 0 and 100, 0 and 90 s.
    const since = expect.any(Number) as number
    const answer = await lobby.queue.join(ada, pool)
    expect(answer).toEqual({ status: 'waiting', pool, since, waiting: 1, expectedWaitMs: 100 })
    const { pools } = await lobby.queue.pools()
    // For each kind of game: six clocks, rated and not.
    expect(pools).toHaveLength(12 * GAME_KIND_IDS.length)
    expect(pools).toContainEqual({ pool, waiting: 1, expectedWaitMs: 100, used: true })
    expect(pools).toContainEqual({ pool: SLOW, waiting: 0, used: false })
  })

  it('is paired even if their rating cannot be read', async () => {
    const failing = world.open({ ratingOf: () => Promise.reject(new Error('down')) })
    const slow = world.open({ ratingOf: () => new Promise(() => undefined), times: { rating: 10 } })
    await failing.lobby.queue.join(ada, { ...BLITZ, rated: true })
    await slow.lobby.queue.join(bo, { ...BLITZ, rated: true })
    await expect.poll(() => world.matches.opened.size, PATIENTLY).toBe(1)
  })
})

describe('a pairing', () => {
  /** A pairing of Ada and Bo, created by a node that does nothing more. */
  const pairTwo = async (leaseMs = HOUR) => {
    for (const player of [ada, bo])
      await world.stores.queue.join({ player, pool: 'base.blitz.casual', rating: 1500 }, HOUR, true)
    expect(await pairIn(world.stores.pairings, 'base.blitz.casual', ANYBODY, leaseMs)).toHaveLength(1)
  }

  it.each(['join', 'status', 'leave'] as const)('of a dead node is completed by its player: %s', async (what) => {
    const { lobby, recorder } = world.open(IDLE)
    await pairTwo()
    const answer = what === 'join' ? await lobby.queue.join(ada, SLOW) : await lobby.queue[what](ada.id)
    const { id } = world.matches.only.header
    expect(answer).toEqual({ status: 'matched', match: id, pool: BLITZ })
    for (const player of [ada, bo]) expect(recorder.of(player)).toEqual(['joined blitz', `matched blitz ${id}`])
  })

  it('of a dead node is completed by another node when its lease expires', async () => {
    const { recorder } = world.open()
    await pairTwo(10_000)
    world.pass(10_000)
    await expect.poll(() => recorder.of(ada).length, PATIENTLY).toBe(2)
    expect(world.matches.only.times).toBe(1)
  })

  it('gets one match, however often it fails and whichever node creates it', async () => {
    const [one, other] = [world.open(), world.open()]
    world.matches.down = true
    await pairTwo(0)
    await expect(one.lobby.queue.status(ada.id)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(other.lobby.queue.leave(bo.id)).rejects.toMatchObject({ code: 'unavailable' })
    world.matches.down = false
    const answers = await Promise.all([
      one.lobby.queue.status(ada.id),
      other.lobby.queue.leave(bo.id),
      one.lobby.queue.join(bo, BLITZ),
    ])
    const { id } = world.matches.only.header
    expect(answers.map((answer) => 'match' in answer && answer.match)).toEqual([id, id, id])
    expect(one.recorder.of(ada)).toEqual(['joined blitz', `matched blitz ${id}`])
  })

  it('whose match cannot be created is removed, and both players are notified', async () => {
    const { lobby, recorder } = world.open()
    world.matches.down = true
    await pairTwo(0)
    world.pass(LOBBY_RETENTION.pairingMs + 10_000)
    await expect.poll(() => recorder.of(ada), PATIENTLY).toEqual(['joined blitz', 'failed blitz'])
    world.matches.down = false
    expect(await lobby.queue.status(bo.id)).toEqual({ status: 'idle' })
  })
})

describe('a node that has missed the news', () => {
  it.each([
    ['that a player has a match', async (lobby: Lobby) => void (await lobby.queue.join(bo, BLITZ)), /^matched blitz/],
    ['that a player has left', async (lobby: Lobby) => void (await lobby.queue.leave(ada.id)), /^gone blitz$/],
  ])('%s notices it, and notifies the player', async (_what, happen, expected) => {
    const [unaware, other] = [world.open(), world.open()]
    await unaware.lobby.queue.join(ada, BLITZ)
    unaware.lobby.queue.retain(ada.id, BLITZ, {})
    world.subscribers.splice(0, 1)
    await happen(other.lobby)
    await expect.poll(() => unaware.recorder.of(ada).at(-1), PATIENTLY).toMatch(expected)
    expect(unaware.recorder.of(ada)).toHaveLength(2)
  })
})

it('a player leaves while they are paired, 200 times: they have left, or both have the match', async () => {
  const [one, other] = [world.open(IDLE), world.open(IDLE)]
  const outcomes = new Set<string>()
  for (let time = 0; time < 200; time += 1) {
    const [ada, bo] = [newPlayer('Ada'), newPlayer('Bo')]
    await one.lobby.queue.join(ada, BLITZ)
    const join = () => other.lobby.queue.join(bo, BLITZ)
    const leave = async () => {
      // Each time a little later than before.
      for (let turns = time % 40; turns > 0; turns -= 1) await Promise.resolve()
      return one.lobby.queue.leave(ada.id)
    }
    const [answer] = await Promise.all([leave(), join()])
    outcomes.add(answer.status)
    if (answer.status === 'matched') {
      for (const { recorder } of [one, other]) {
        for (const player of [ada, bo]) {
          await expect.poll(() => recorder.of(player).at(-1), PATIENTLY).toBe(`matched blitz ${answer.match}`)
        }
      }
      const { match } = answer
      expect(await other.lobby.queue.status(bo.id)).toEqual({ status: 'matched', match, pool: BLITZ })
    } else {
      expect(await other.lobby.queue.status(bo.id)).toMatchObject({ status: 'waiting' })
      expect(other.recorder.of(ada)).toEqual(['joined blitz', 'left blitz'])
      await other.lobby.queue.leave(bo.id)
    }
  }
  expect(outcomes).toEqual(new Set(['idle', 'matched']))
})

it('whatever many players do on three nodes, no player has two real-time matches at once', async () => {
  const nodes = [world.open(), world.open(), world.open()]
  const players = Array.from({ length: 30 }, (_, index) => newPlayer(`Player ${index}`))
  const random = seededRandom(4)
  const doSomething = async (player: PlayerRef): Promise<void> => {
    const { queue } = pick(nodes, random).lobby
    const mine = [...world.matches.opened].find(
      ([match, { players }]) => !world.matches.over.has(match) && players.some(({ id }) => id === player.id),
    )
    if (mine && random() < 0.5) world.matches.end(mine[0])
    else if (random() < 0.2) await queue.leave(player.id)
    else await queue.join(player, pick([BLITZ, SLOW], random)).catch(refusedOnly)
  }
  /** A player is refused only because they play another match. */
  const refusedOnly = (error: { code?: string }): void => expect(error.code).toBe('already-playing')
  for (let round = 0; round < 100; round += 1) {
    world.pass(1000)
    await world.stores.queue.renew(
      players.map(({ id }) => id),
      HOUR,
    )
    await Promise.all(players.filter(() => random() < 0.4).map(doSomething))
  }
  expect(world.matches.opened.size).toBeGreaterThan(50)
  expect(world.matches.doubles).toEqual([])
})
