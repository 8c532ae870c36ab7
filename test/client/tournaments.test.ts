/** Tournaments by the SDK: opened, joined, followed over a bad line, and played by whoever asks what comes next. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TournamentChange, TournamentState } from '../../client/src/index.ts'
import { Curia } from '../../client/src/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import { BadLine } from '../support/bad-line.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { codeOf, MemoryStorage } from './support.ts'

const TERMS = { name: 'Club evening', format: 'swiss', clock: 'blitz', rounds: 1 } as const
const PATIENCE = { timeoutMs: 240_000 }

let server: Server
const keep = clientsOfEachTest()
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.destroy())

const newClient = (url = server.url): Curia => keep(new Curia({ url, storage: new MemoryStorage() }))

let names = 0
async function guest(url?: string): Promise<Curia> {
  const client = newClient(url)
  await client.guest({ name: `Player ${(names += 1)}` })
  return client
}

async function account(url?: string): Promise<Curia> {
  const client = await guest(url)
  await client.register({ name: client.session.value.player!.name, password: PASSWORD })
  return client
}

/** A tournament with one round, hosted and joined by the first, and joined by the others. */
async function joined(players: readonly Curia[], terms: object = {}): Promise<string> {
  const { id } = await players[0]!.tournaments.create({ ...TERMS, ...terms })
  for (const player of players) await player.tournaments.join(id)
  return id
}

const statusOf = ({ answer }: TournamentState) => answer?.tournament.status

it('are opened, listed, joined, left, started and cancelled', async () => {
  const [host, other] = [await account(), await guest()]
  const { id } = await host.tournaments.create(TERMS)
  expect((await other.tournaments.list({ status: 'open' })).tournaments.map((one) => one.id)).toContain(id)
  await other.tournaments.join(id)
  await other.tournaments.join(id)
  expect((await other.tournaments.get(id)).you).toEqual({})
  expect(await codeOf(other.tournaments.start(id))).toBe('not-your-tournament')
  expect(await codeOf(host.tournaments.start(id))).toBe('bad-request')
  await other.tournaments.leave(id)
  expect((await host.tournaments.get(id)).tournament.players).toBe(0)
  await host.tournaments.cancel(id)
  expect(await codeOf(host.tournaments.cancel(id))).toBe('tournament-started')
  expect(await codeOf(host.tournaments.round(id, 1))).toBe('unknown-round')
  expect((await host.tournaments.crosstable(id)).rows).toEqual([])
  expect(await codeOf(host.tournaments.get('AAAAAAAAAAAAAAAA'))).toBe('unknown-tournament')
})

it('show what a player has done at once, and everybody what others do', async () => {
  const [host, other, visitor] = [await account(), await guest(), newClient()]
  const { id } = await host.tournaments.create(TERMS)
  const [own, theirs] = [host.tournaments.follow(id), visitor.tournaments.follow(id)]
  expect(own.value).toEqual({ answer: null, live: false, fault: null })
  const leave = own.subscribe(() => undefined)
  const leaveTheirs = theirs.subscribe(() => undefined)
  await own.until(({ live }) => live)
  await host.tournaments.join(id)
  expect(own.value.answer).toMatchObject({ tournament: { players: 1 }, you: {} })
  await other.tournaments.join(id)
  // Nobody is told of that: it is looked for.
  await own.until(({ answer }) => answer?.tournament.players === 2, PATIENCE)
  const { answer } = await theirs.until(({ answer }) => answer?.tournament.players === 2, PATIENCE)
  expect(answer).not.toHaveProperty('you')
  await host.tournaments.cancel(id)
  await own.until((state) => statusOf(state) === 'cancelled', PATIENCE)
  await theirs.until((state) => statusOf(state) === 'cancelled', PATIENCE)
  leave()
  leaveTheirs()
  expect(own.value).toMatchObject({ live: false, answer: { tournament: { status: 'cancelled' } } })
})

it('tell a program its next match, each once, until none follows', async () => {
  const [ada, bo] = [await account(), await guest()]
  const id = await joined([ada, bo], { format: 'knock-out', rounds: undefined, lives: 2 })
  const changes: TournamentChange[] = []
  const play = async (client: Curia, isWeaker: boolean): Promise<string[]> => {
    const tournament = client.tournaments.follow(id)
    const played: string[] = []
    tournament.subscribe((_state, change) => void (isWeaker && change && changes.push(change)))
    for (;;) {
      const next = await tournament.nextMatch(PATIENCE)
      if (next === null) return played
      played.push(next)
      const match = await client.watch(next)
      if (isWeaker) await match.resign()
      else await match.until(({ ended }) => ended !== null, PATIENCE)
      match.close()
    }
  }
  const both = Promise.all([play(ada, false), play(bo, true)])
  await bo.connect()
  await ada.tournaments.start(id)
  const [won, lost] = await both
  expect(lost).toHaveLength(2)
  expect(new Set(lost).size).toBe(2)
  expect(won).toEqual(lost)
  await expect.poll(() => changes.at(-1)).toEqual({ type: 'ended', place: 2 })
  expect(changes.filter(({ type }) => type === 'paired').map((change) => 'match' in change && change.match)).toEqual(
    lost,
  )
  expect(changes.filter(({ type }) => type === 'round')).toMatchObject([{ round: 1 }, { round: 2 }])
})

it('are as they are now after a lost connection, and say that they were not meanwhile', async () => {
  const line = await BadLine.open(() => server.url)
  try {
    const [ada, bo] = [await account(), await guest(line.url)]
    const id = await joined([ada, bo])
    const tournament = bo.tournaments.follow(id)
    const seen: TournamentState[] = []
    tournament.subscribe((state) => seen.push(state))
    await tournament.until(({ live, answer }) => live && answer?.tournament.players === 2, PATIENCE)
    await bo.connect()
    line.sever()
    await tournament.until(({ live }) => !live, PATIENCE)
    await ada.tournaments.start(id)
    // Whoever has not joined has none.
    expect(await newClient().tournaments.follow(id).nextMatch(PATIENCE)).toBeNull()
    const match = await ada.tournaments.follow(id).nextMatch(PATIENCE)
    await (await ada.watch(match!)).resign()
    expect(tournament.value).toMatchObject({ live: false, answer: { tournament: { status: 'open' } } })
    line.mend()
    const state = await tournament.until((one) => one.live && statusOf(one) === 'ended', PATIENCE)
    expect(state.answer!.tournament.winners).toMatchObject([{ id: bo.session.value.player!.id }])
    // What was not known to be so was never said to be: no state says that it is up to date, and has no answer.
    expect(seen.filter(({ live, answer, fault }) => live && (answer === null || fault !== null))).toEqual([])
  } finally {
    await line.close()
  }
})

it('say why they cannot be followed, and end with the client', async () => {
  const ada = await guest()
  const unknown = ada.tournaments.follow('AAAAAAAAAAAAAAAA')
  expect(await codeOf(unknown.nextMatch(PATIENCE))).toBe('unknown-tournament')
  expect(() => ada.tournaments.follow(1 as never)).toThrow(TypeError)
  const host = await account()
  const { id } = await host.tournaments.create({ ...TERMS, name: randomUUID() })
  const waiting = codeOf(host.tournaments.follow(id).nextMatch())
  const ending = new AbortController()
  const given = host.tournaments.follow(id).nextMatch({ signal: ending.signal })
  ending.abort(new Error('no patience'))
  await expect(given).rejects.toThrow('no patience')
  host.close()
  expect(await waiting).toBe('offline')
})
