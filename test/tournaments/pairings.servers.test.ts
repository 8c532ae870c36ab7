/** Rounds that a host pairs, over two nodes with Redis and Postgres, one of which is killed meanwhile. */
import { expect, it } from 'vitest'
import { Curia } from '../../client/src/index.ts'
import type { Round } from '../../src/protocol/index.ts'
import { PASSWORD } from '../support/accounts.ts'
import { twoNodes } from '../support/two-nodes.ts'

const PLAYERS = 12
const PATIENTLY = { timeout: 240_000, interval: 100 }

const { node, urls } = twoNodes()

/** A client of a node, as a player who has a session at the other one. */
async function also(client: Curia, url: string): Promise<Curia> {
  const other = new Curia({ url })
  await other.resume({ token: client.token! })
  return other
}

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? String(error)
const seatsOf = ({ pairings }: Round): string[][] => pairings.map(({ players }) => [players[0].id, players[1]!.id])
const matchesOf = ({ pairings }: Round): string[] => pairings.map(({ match }) => match!)

it('a round is paired once and as a whole, whichever node is asked, and whichever is killed meanwhile', async () => {
  const rounds = 6
  const host = new Curia({ url: urls()[0] })
  await host.guest({ name: 'Host' })
  await host.register({ name: 'Host', password: PASSWORD })
  const hosts = [host, await also(host, urls()[1])]
  const clock = 'correspondence-1'
  const { id } = await host.tournaments.create({ name: 'By hand', format: 'manual', clock, rounds })
  const players = new Map<string, Curia>()
  for (let n = 0; n < PLAYERS; n++) {
    const player = new Curia({ url: urls()[n % 2]! })
    players.set((await player.guest({ name: `Player ${n}` })).id, player)
    await player.tournaments.join(id)
  }
  await host.tournaments.start(id)
  const ids = [...players.keys()]
  /** Other pairs in each round, and in each variant of it. */
  const pairsOf = (round: number, variant = 0): [string, string][] =>
    ids.slice(0, PLAYERS / 2).map((one, n) => [one, ids[PLAYERS / 2 + ((n + round + variant) % (PLAYERS / 2))]!])

  const matches: string[] = []
  /** Every match of a round is opened, with its players, and lost by the second one. */
  const playOut = async (round: Round): Promise<void> => {
    expect(seatsOf(round).flat().toSorted()).toEqual(ids.toSorted())
    matches.push(...matchesOf(round))
    for (const { match, players: seats } of round.pairings) {
      const resign = () =>
        players
          .get(seats[1]!.id)!
          .rest.post('/v1/matches/{id}/resign', {
            params: { id: match! },
            body: { actionId: crypto.randomUUID() },
          })
          .then(() => 'done', codeOf)
      // It is there once a node has opened it; a node that was killed is there once it has started again.
      await expect.poll(resign, PATIENTLY).toMatch(/^(done|match-over)$/)
    }
    const isOver = async () => (await host.tournaments.round(id, round.round)).pairings.every(({ points }) => points)
    await expect.poll(isOver, PATIENTLY).toBe(true)
  }

  // The same at both nodes at once, again and again.
  const first = { tournament: id, round: 1, pairs: pairsOf(1) }
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => hosts[n % 2]!.tournaments.pair(first)))
  for (const answer of answers) expect(seatsOf(answer)).toEqual(first.pairs)
  expect(new Set(answers.map((answer) => matchesOf(answer).join())).size).toBe(1)
  await playOut(answers[0]!)

  // Something else at each node: one of them counts, and the other one is refused.
  const different = [0, 1].map((variant) => ({ tournament: id, round: 2, pairs: pairsOf(2, variant) }))
  const results = await Promise.all(different.map((one, n) => hosts[n]!.tournaments.pair(one).catch(codeOf)))
  const winner = results.findIndex((result) => typeof result === 'object')
  expect(results[1 - winner]).toBe('bad-request')
  const second = await host.tournaments.round(id, 2)
  expect(seatsOf(second)).toEqual(different[winner]!.pairs)
  await playOut(second)

  // A node is killed at another moment each time: nothing of the round is there, or all of it.
  for (let round = 3; round <= rounds; round++) {
    const [killed, other] = [round % 2, 1 - (round % 2)]
    const request = { tournament: id, round, pairs: pairsOf(round) }
    const answered = hosts[killed]!.tournaments.pair(request).catch(codeOf)
    for (let tick = 3; tick < round; tick++) await hosts[killed]!.rest.get('/healthz')
    await node(killed).end('SIGKILL')
    const before = await answered
    const stored = await hosts[other]!.tournaments.round(id, round).catch(codeOf)
    if (typeof stored === 'string') expect(stored).toBe('unknown-round')
    else expect(seatsOf(stored)).toEqual(request.pairs)
    if (typeof before === 'object')
      expect(stored).toMatchObject({ pairings: before.pairings.map(({ match }) => ({ match })) })
    const again = await hosts[other]!.tournaments.pair(request)
    expect(seatsOf(again)).toEqual(request.pairs)
    if (typeof stored === 'object') expect(matchesOf(again)).toEqual(matchesOf(stored))
    await node(killed).start()
    await playOut(again)
  }
  expect(new Set(matches).size).toBe((rounds * PLAYERS) / 2)
  const status = async () => (await host.tournaments.get(id)).tournament.status
  await expect.poll(status, PATIENTLY).toBe('ended')
  const { standings } = await host.tournaments.get(id)
  expect(standings.map(({ points }) => points).toSorted()).toEqual(
    [...ids.slice(0, PLAYERS / 2).map(() => 2 * rounds), ...ids.slice(PLAYERS / 2).map(() => 0)].toSorted(),
  )
  for (const client of [...hosts, ...players.values()]) client.close()
})
