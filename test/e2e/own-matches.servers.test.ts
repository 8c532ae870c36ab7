import { expect, it } from 'vitest'
import { Curia, expandOffers } from '../../client/src/index.ts'
import { until } from '../../client/src/observable.ts'
import type { OwnMatchesAnswer } from '../../src/protocol/index.ts'
import { clientsOfEachTest } from '../support/clients.ts'
import { get } from '../support/rest.ts'
import { startServer } from '../support/server.ts'
import { twoNodes } from '../support/two-nodes.ts'

const { node, urls } = twoNodes()

const keep = clientsOfEachTest()

/** A new player at a node, with their token. */
async function player(url: string): Promise<{ curia: Curia; token: string }> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada"}' }
  const { token } = (await (await fetch(`${url}/v1/players`, init)).json()) as { token: string }
  const curia = keep(new Curia({ url }))
  await curia.resume({ token })
  return { curia, token }
}

/** A match that two players play, each at a node of their own; and the tokens of the two. */
async function seated(here: string, there: string): Promise<{ match: string; tokens: string[] }> {
  const [ada, bo] = [await player(here), await player(there)]
  const created = await ada.curia.rest.post('/v1/matches', { body: { clock: 'correspondence-3' } })
  const { code, match } = created.snapshot
  await bo.curia.rest.post('/v1/matches/join', { body: { code: code! } })
  return { match, tokens: [ada.token, bo.token] }
}

const matchesOf = async (url: string, token: string): Promise<string[]> =>
  (await get<OwnMatchesAnswer>(`${url}/v1/players/me/matches`, token)).matches.map(({ match }) => match)

it('players of two nodes find their match on either node, and after both were killed', async () => {
  const [here, there] = urls()
  const { match, tokens } = await seated(here, there)
  for (const url of urls()) for (const token of tokens) expect(await matchesOf(url, token)).toEqual([match])
  await Promise.all([node(0).end('SIGKILL'), node(1).end('SIGKILL')])
  await Promise.all([node(0).start(), node(1).start()])
  for (const token of tokens) expect(await matchesOf(there, token)).toEqual([match])
})

it('players of a single node without Redis find their match after it was killed', async () => {
  const server = await startServer()
  try {
    const { match, tokens } = await seated(server.url, server.url)
    await server.end('SIGKILL')
    await server.start()
    for (const token of tokens) expect(await matchesOf(server.url, token)).toEqual([match])
  } finally {
    await server.destroy()
  }
})

it('a player is sent the beginning, the turns and the end of a match by a node where it is not played', async () => {
  const [here, there] = urls()
  const [ada, bo] = [await player(here), await player(there)]
  const other = keep(new Curia({ url: there }))
  await other.resume({ token: ada.token })
  const leave = other.matches.subscribe(() => undefined)
  await until(other.matches, (matches) => matches !== null)
  const match = await bo.curia.create({ seat: 1 })
  const mine = await ada.curia.join({ code: match.value.snapshot.code! })
  await until(other.matches, (matches) => matches?.[0]?.toAct === 0)
  while (mine.value.snapshot.board?.toAct === 0) await mine.act(expandOffers(mine.value.snapshot.board.legal)[0]!)
  await until(other.matches, (matches) => matches?.[0]?.toAct === 1)
  await match.resign()
  await until(other.matches, (matches) => matches?.length === 0)
  leave()
})
