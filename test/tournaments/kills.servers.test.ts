/** A tournament over two nodes, in which nodes, Redis and Postgres are killed in every round. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Curia } from '../../client/src/index.ts'
import type { GamesPage, Round, Tournament, TournamentAnswer } from '../../src/protocol/index.ts'
import { nextRound } from '../../src/tournaments/next-round.ts'
import { standingsOf } from '../../src/tournaments/standings.ts'
import type { State } from '../../src/tournaments/state.ts'
import { PASSWORD } from '../support/accounts.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

const PLAYERS = 64
const ROUNDS = 6
const PATIENTLY = { timeout: 240_000, interval: 200 }

let stores: Stores
let nodes: [Server, Server]
beforeAll(async () => {
  stores = await startStores()
  nodes = await Promise.all([startServer(stores.environment), startServer(stores.environment)])
})
afterAll(async () => {
  await Promise.all(nodes?.map((node) => node.destroy()) ?? [])
  await stores?.destroy()
})

/** Asks a node, and the other one if it does not answer, until one does. */
async function ask<T>(path: string, { token, ...options }: { token?: string; method?: string; body?: object } = {}) {
  let answer: { status: number; body: T } | undefined
  let turn = 0
  await expect
    .poll(async () => {
      const { url } = nodes[(turn += 1) % 2]!
      try {
        const response = await fetch(url + path, {
          method: options.method ?? 'GET',
          headers: {
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...(options.body && { 'content-type': 'application/json' }),
          },
          ...(options.body && { body: JSON.stringify(options.body) }),
        })
        answer = { status: response.status, body: (await response.json().catch(() => null)) as T }
        return response.status < 500
      } catch {
        return false
      }
    }, PATIENTLY)
    .toBe(true)
  return answer!
}

const disasters: ((one: Server, other: Server) => Promise<void>)[] = [
  async (one) => {
    await one.end('SIGKILL')
    await one.start()
  },
  async () => {
    await stores.redis.kill9()
    await stores.redis.restart()
  },
  async () => {
    await stores.postgres.kill9()
    await stores.postgres.start()
  },
  async (one, other) => {
    await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')])
    await Promise.all([one.start(), other.start()])
  },
  async (one) => {
    await Promise.all([one.end('SIGKILL'), stores.redis.kill9()])
    await stores.redis.restart()
    await one.start()
  },
]

/** Who loses is the same in the model, and tells a stronger from a weaker player with some surprises. */
const loserOf = (order: ReadonlyMap<string, number>, one: string, other: string, round: number): string => {
  const [a, b] = [order.get(one)!, order.get(other)!]
  const isSurprise = (a * 7 + b * 13 + round) % 5 === 0
  return a < b !== isSurprise ? other : one
}

/** The same tournament, undisturbed: what the rules of pairing make of these results. */
function model(players: readonly string[], order: ReadonlyMap<string, number>): State {
  let state: State = {
    id: 'model',
    terms: {
      format: 'swiss',
      kind: 'base',
      clock: 'correspondence-1',
      rated: false,
      best: 1,
      rounds: ROUNDS,
      lives: null,
      minutes: null,
      sharedDeal: false,
      bots: false,
    },
    status: 'running',
    round: 0,
    endsAt: null,
    players: players.map((id) => ({ player: { id, name: '' }, rating: 1500, withdrawn: false, absences: 0 })),
    pairings: [],
  }
  for (let next = nextRound(state, 0); next.is === 'round'; next = nextRound(state, 0)) {
    const round = state.round + 1
    const pairings = next.pairs.map(([first, second], index) => {
      const loser = loserOf(order, first, second, round)
      const points = loser === first ? ([0, 2] as const) : ([2, 0] as const)
      return {
        round,
        board: index + 1,
        players: [first, second] as const,
        match: `${round} ${index}`,
        replays: 0,
        points,
        absent: [],
        settledAt: null,
      }
    })
    state = { ...state, round, pairings: [...state.pairings, ...pairings] }
  }
  return state
}

it('ends as an undisturbed one, with every game stored once', async () => {
  const host = new Curia({ url: nodes[0].url })
  await host.guest({ name: 'Host' })
  const { token: hostToken } = await host.rest.post('/v1/players/me/account', {
    body: { name: 'Host', password: PASSWORD },
  })
  const terms = { name: 'Through everything', format: 'swiss', clock: 'correspondence-1', rounds: ROUNDS }
  const opened = await ask<Tournament>('/v1/tournaments', { method: 'POST', token: hostToken, body: terms })
  const { id } = opened.body
  const tokens = new Map<string, string>()
  for (let n = 0; n < PLAYERS; n++) {
    const { body } = await ask<{ player: { id: string }; token: string }>('/v1/players', {
      method: 'POST',
      body: { name: `Player ${n}` },
    })
    tokens.set(body.player.id, body.token)
    const joined = await ask(`/v1/tournaments/${id}/join`, { method: 'POST', token: body.token })
    expect(joined.status).toBe(204)
  }
  const players = [...tokens.keys()]
  const order = new Map(players.map((player, n) => [player, n]))
  const expected = model(players, order)
  expect((await ask(`/v1/tournaments/${id}/start`, { method: 'POST', token: hostToken })).status).toBe(204)

  const matches: string[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    let pairings: Round['pairings'] = []
    await expect
      .poll(async () => {
        const { status, body } = await ask<Round>(`/v1/tournaments/${id}/rounds/${round}`)
        pairings = status === 200 ? body.pairings : []
        return pairings.length
      }, PATIENTLY)
      .toBe(PLAYERS / 2)
    const wanted = expected.pairings.filter((pairing) => pairing.round === round).map((pairing) => pairing.players)
    expect(pairings.map((pairing) => [pairing.players[0].id, pairing.players[1]!.id])).toEqual(wanted)
    matches.push(...pairings.map(({ match }) => match!))
    const resign = async ({ match, players: seats }: Round['pairings'][number]): Promise<void> => {
      const loser = loserOf(order, seats[0].id, seats[1]!.id, round)
      const asked = { method: 'POST', token: tokens.get(loser)!, body: { actionId: randomUUID() } }
      await expect.poll(async () => (await ask(`/v1/matches/${match}/resign`, asked)).status, PATIENTLY).toBe(200)
    }
    // Some matches end before the disaster, and the others while it lasts.
    const some = pairings.length / 4
    await Promise.all(pairings.slice(0, some).map(resign))
    const disaster = disasters[(round - 1) % disasters.length]!(nodes[round % 2]!, nodes[(round + 1) % 2]!)
    await Promise.all([disaster, ...pairings.slice(some).map(resign)])
  }

  let answer: TournamentAnswer | undefined
  await expect
    .poll(async () => {
      answer = (await ask<TournamentAnswer>(`/v1/tournaments/${id}`)).body
      return answer.tournament.status
    }, PATIENTLY)
    .toBe('ended')
  const shown = (rows: TournamentAnswer['standings']) =>
    rows.map(({ place, player, points, buchholz, sonnebornBerger }) => [
      place,
      player.id,
      points,
      buchholz,
      sonnebornBerger,
    ])
  expect(shown(answer!.standings)).toEqual(shown(standingsOf(expected, new Map())))

  const stored: string[] = []
  await expect
    .poll(async () => {
      stored.length = 0
      let cursor = ''
      do {
        const { body } = await ask<GamesPage>(`/v1/games?limit=100${cursor}`)
        stored.push(...body.games.map((game) => game.id))
        cursor = body.next === undefined ? '' : `&cursor=${body.next}`
      } while (cursor !== '')
      return stored.length
    }, PATIENTLY)
    .toBe(matches.length)
  expect(stored.toSorted()).toEqual(matches.toSorted())
})
