/** The ladder of engines in the lobby of a node. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LobbyOptions } from '../../src/lobby/index.ts'
import type { PlayerRef, QueueJoinRequest } from '../../src/protocol/index.ts'
import { CodedError, playerRef, queueJoinRequestSchema } from '../../src/protocol/index.ts'
import { PATIENTLY } from '../live/lobby/harness.ts'
import { codeOf } from '../support/match.ts'
import { newPlayer } from '../support/players.ts'
import type { World } from './support.ts'
import { BLITZ, openWorld } from './support.ts'

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.close())

const IN_LADDER: QueueJoinRequest = { pool: 'engines', kind: 'base', clock: 'blitz' }
const POOL = { ...IN_LADDER, rated: true }

const newEngine = (): PlayerRef => {
  const { id, name } = newPlayer('Deep Ada')
  return playerRef(id, name, true)
}

/** A node with a ladder. */
const open = (places = 4, options: Partial<LobbyOptions> = {}) =>
  world.open({ ladder: { places, ownerOf: (bot) => Promise.resolve(`owner of ${bot}`) }, ...options })

const opened = (): number => world.matches.opened.size

it('a pair is two games on one deal, with the seats swapped, and each names the other', async () => {
  const { lobby } = open()
  const [ada, bo] = [newEngine(), newEngine()]
  for (const engine of [ada, bo]) await lobby.queue.join(engine, IN_LADDER)
  await expect.poll(() => lobby.queue.status(ada.id), PATIENTLY).toMatchObject({ status: 'matched', pool: POOL })
  const { match, twin } = (await lobby.queue.status(bo.id)) as { match: string; twin: string }
  const [one, other] = [match, twin].map((id) => world.matches.opened.get(id)!)
  expect(one!.players).toEqual(other!.players)
  const [first, second] = [one!.header, other!.header]
  expect([first.twin, second.twin, first.deal, second.deal]).toEqual([twin, match, undefined, match])
  expect([second.seed, second.options, second.terms]).toEqual([first.seed, first.options, first.terms])
  expect(second.host).toEqual({ ...first.host, seat: 1 - first.host.seat })
  expect(first).toMatchObject({ origin: 'ladder', terms: { clock: 'blitz', rated: true, visibility: 'public' } })
})

it('an engine waits again while it plays, and keeps the match of its last pair until both games have ended', async () => {
  const { lobby } = open()
  const engines = [newEngine(), newEngine()]
  const join = async (): Promise<void> => {
    for (const engine of engines) await lobby.queue.join(engine, IN_LADDER)
  }
  await join()
  await expect.poll(opened, PATIENTLY).toBe(2)
  await expect.poll(() => lobby.queue.status(engines[0]!.id), PATIENTLY).toMatchObject({ status: 'matched' })
  const { match, twin } = (await lobby.queue.status(engines[0]!.id)) as { match: string; twin: string }
  world.matches.end(match)
  expect(await lobby.queue.status(engines[1]!.id)).toMatchObject({ status: 'matched', match, twin })
  await join()
  await expect.poll(opened, PATIENTLY).toBe(4)
})

it('at most so many games are in play as there are places, also after a node has forgotten them', async () => {
  const { lobby } = open(2)
  for (let n = 0; n < 4; n += 1) await lobby.queue.join(newEngine(), IN_LADDER)
  await expect.poll(opened, PATIENTLY).toBe(2)
  const [first, second] = [...world.matches.opened.keys()] as [string, string]
  world.matches.end(first)
  await lobby.queue.join(newEngine(), IN_LADDER)
  expect(opened()).toBe(2)
  // No node reports this end.
  world.matches.over.add(second)
  world.pass(100_000)
  for (let n = 0; n < 4; n += 1) await lobby.queue.join(newEngine(), IN_LADDER)
  await expect.poll(opened, PATIENTLY).toBe(4)
})

it('is for bots alone, and they are in no other pool', async () => {
  const { lobby } = open()
  expect(await codeOf(lobby.queue.join(newPlayer('Ada'), IN_LADDER))).toBe('not-for-people')
  expect(await codeOf(lobby.queue.join(newEngine(), BLITZ))).toBe('not-for-bots')
  const { pools } = await lobby.queue.pools()
  expect(pools.filter(({ pool }) => pool.pool === 'engines').length).toBeGreaterThan(0)
})

it('without places there is none', async () => {
  const { lobby } = world.open()
  for (const player of [newEngine(), newPlayer('Ada')]) {
    expect(await codeOf(lobby.queue.join(player, IN_LADDER))).toBe('no-ladder')
  }
  const { pools } = await lobby.queue.pools()
  expect(pools.filter(({ pool }) => pool.pool === 'engines')).toEqual([])
})

it('lets nobody wait whose owner is not known', async () => {
  const { lobby } = open(4, {
    ladder: { places: 4, ownerOf: () => Promise.reject(new CodedError('unavailable')) },
  })
  expect(await codeOf(lobby.queue.join(newEngine(), IN_LADDER))).toBe('unavailable')
})

it.each([
  [{ clock: 'blitz' }, '/rated'],
  [{ pool: 'engines', clock: 'blitz', rated: false }, '/rated'],
  [{ pool: 'engines', clock: 'blitz', bot: 'club' }, '/bot'],
  [{ pool: 'people', clock: 'blitz', rated: true }, '/pool'],
])('a request %j is refused', (request, path) => {
  const { error } = queueJoinRequestSchema.safeParse(request)
  expect(error?.issues.map((issue) => `/${issue.path.join('/')}`)).toEqual([path])
})
