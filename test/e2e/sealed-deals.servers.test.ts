/** Deals of the day on the server as people reach it: what others learn before they open, and who survives that moment. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pickAny } from '../../scripts/demo/play.ts'
import type { DailyDeal, DealResultsPage, ViewAnswer } from '../../src/protocol/index.ts'
import { ALL_ROUTES } from '../../src/protocol/index.ts'
import { hashSeed } from '../../src/record/index.ts'
import { becomeGuest } from '../support/guest.ts'
import { HttpPlayer } from '../support/http-player.ts'
import { finishedGame, get } from '../support/rest.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import type { Stores } from '../support/stack.ts'
import { startStores } from '../support/stack.ts'

const QUICK = { BOT_PACE_MS: '0' }
const DEAL = 'deal-of-the-day0'
/** Long enough for what is done before. */
const OPENS_IN_MS = 45_000
const PATIENTLY = { timeout: 300_000, interval: 100 }

let stores: Stores
beforeAll(async () => {
  stores = await startStores()
})
afterAll(async () => {
  await stores?.destroy()
})

/** Changes the present deal of the base game in a database: it gets a known id, and a seed, and opens after so many ms. */
async function setDeal(databaseUrl: string, seed: string, opensInMs: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `UPDATE daily_deals SET id = $1, seed = $2, seed_hash = $3, begins_at = now() - interval '1 hour',
       opens_at = now() + $4 * interval '1 ms'
     WHERE kind = 'base' AND now() BETWEEN begins_at AND opens_at`,
    [DEAL, seed, hashSeed(seed), opensInMs],
  )
  await client.end()
}

/** The view in which a player has to decide, or of the end. */
async function turnOf(player: HttpPlayer, match: string): Promise<ViewAnswer> {
  let view = await player.view(match)
  while (view.snapshot.status === 'playing' && !view.snapshot.board?.legal) {
    view = await player.view(match, { after: view.version, wait: 25 })
  }
  return view
}

/** Does so many actions of a player, each the first that is offered. */
async function play(player: HttpPlayer, match: string, actions: number): Promise<void> {
  for (let done = 0; done < actions; done += 1) {
    const view = await turnOf(player, match)
    await player.act(match, view, pickAny(view.snapshot))
  }
  await turnOf(player, match)
}

/** Everything that others are answered about a deal and a match on it, by all doors, without what depends on the moment. */
async function whatOthersGet(url: string, { match, code, names }: Subject): Promise<Record<string, string>> {
  const { player: eve, token: eves } = await becomeGuest(url, 'Eve')
  const gets = [...ALL_ROUTES].flatMap(([name, { stream }]) => {
    const [method, path] = name.split(' ') as [string, string]
    return method === 'GET' && path !== '/v1/events' && (stream !== 'text/event-stream' || path.includes('{id}'))
      ? path
      : []
  })
  expect(gets.length).toBeGreaterThan(40)
  const ids = [match, DEAL, code, Object.keys(names)[0]!]
  const paths = gets.flatMap((path) => (path.includes('{') ? ids.map((id) => fill(path, id)) : path))
  paths.push(
    '/v1/deals/daily?kind=base',
    ...[0, 1, 'spectator'].map((viewer) => `/v1/games/${match}/positions/2?viewer=${viewer}`),
  )
  const answers: Record<string, string> = {}
  for (const path of paths) {
    for (const token of [undefined, eves]) {
      for (const query of ['', `${path.includes('?') ? '&' : '?'}code=${code}`]) {
        const answer = await fetch(`${url}${path}${query}`, {
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        })
        const text = await answer.text()
        const shown = path === '/metrics' ? namesIn(text) : text
        answers[`${path}${query} ${token === undefined ? 'nobody' : 'Eve'}`] = `${answer.status} ${shown}`
      }
    }
  }
  for (const body of [{ deal: match }, { from: { match, version: 2 } }]) {
    const answer = await fetch(`${url}/v1/matches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${eves}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    answers[JSON.stringify(body)] = `${answer.status} ${await answer.text()}`
  }
  return normalised(answers, { ...names, [match]: 'MATCH', [code]: 'CODE', [eve.id]: 'EVE' })
}

interface Subject {
  match: string
  code: string
  /** What stands for the ids that are random. */
  names: Record<string, string>
}

const fill = (path: string, id: string): string =>
  path
    .replace('{id}', id)
    .replace('{version}', '2')
    .replace('{code}', id)
    .replace('{kind}', 'base')
    .replace(/\{\w+\}/g, id)

/** The names and labels of figures: their values depend on how often somebody looked. */
const namesIn = (metrics: string): string =>
  [...new Set(metrics.split('\n').map((line) => line.replace(/ \S+$/, '').replace(/le="[^"]*"/, '')))]
    .filter((line) => !line.startsWith('#'))
    .sort()
    .join('\n')

function normalised(answers: Record<string, string>, names: Record<string, string>): Record<string, string> {
  const plain = (text: string): string =>
    Object.entries(names)
      .reduce((all, [id, name]) => all.replaceAll(id, name), text)
      .replace(/\b1\d{12}\b/g, 'TIME')
      .replace(/"seedHash":"[0-9a-f]{64}"/g, 'PUBLISHED HASH')
      // Each database has a key of its own for Web Push.
      .replace(/"key":"[\w-]{80,}"/g, 'KEY')
  return Object.fromEntries(Object.entries(answers).map(([path, text]) => [plain(path), plain(text)]))
}

it('before it opens, others get the same answers whatever is dealt: in play, and after the end', async () => {
  const found: Record<string, string>[][] = []
  for (const seed of ['1'.repeat(64), '2'.repeat(64)]) {
    const databaseUrl = await stores.postgres.createDatabase()
    const server = await startServer({
      DATABASE_URL: databaseUrl,
      TOKEN_SECRET: stores.environment.TOKEN_SECRET!,
      ...QUICK,
    })
    try {
      const ada = await HttpPlayer.account(server.url, 'Ada')
      await get(`${server.url}/v1/deals/daily?kind=base`)
      await setDeal(databaseUrl, seed, 3_600_000)
      const { snapshot } = await ada.create({ deal: DEAL })
      const { match, code } = snapshot as { match: string; code: string }
      expect(snapshot.seedHash).toBe(hashSeed(seed))
      const subject = { match, code, names: { [ada.player.id]: 'ADA' } }
      await play(ada, match, 6)
      const inPlay = await whatOthersGet(server.url, subject)
      await ada.resign(match)
      const after = await whatOthersGet(server.url, subject)
      expect(JSON.stringify([inPlay, after])).not.toContain(seed)
      expect(inPlay['/v1/matches/MATCH nobody']).toMatch(/^403 .*"sealed"/)
      expect(after['/v1/games/MATCH/replay nobody']).toMatch(/^403 .*"sealed"/)
      found.push([inPlay, after])
    } finally {
      await server.destroy()
    }
  }
  const [one, other] = found.map((phases) => phases.map((answers) => Object.entries(answers)))
  const differ = one!.flatMap((phase, nth) =>
    phase.flatMap(([path, text], index) =>
      other![nth]![index]![1] === text ? [] : [[path, text, other![nth]![index]![1]]],
    ),
  )
  expect(differ).toEqual([])
})

it('opens although a node and Redis are killed before it does: what ended is stored, and what is in play is aborted', async () => {
  const environment = { ...stores.environment, ...QUICK }
  const nodes: Server[] = await Promise.all([startServer(environment), startServer(environment)])
  const [one, other] = nodes as [Server, Server]
  try {
    const [ada, bo] = await Promise.all(['Ada', 'Bo'].map((name) => HttpPlayer.account(one.url, name)))
    await get(`${one.url}/v1/deals/daily?kind=base`)
    await setDeal(stores.environment.DATABASE_URL!, '3'.repeat(64), OPENS_IN_MS)
    const [ended, going] = await Promise.all(
      [ada!, bo!].map(async (player) => (await player.create({ deal: DEAL })).snapshot.match),
    )
    await Promise.all([play(ada!, ended!, 1), play(bo!, going!, 1)])
    await ada!.resign(ended!)
    await expect(get(`${other.url}/v1/games/${ended}`)).rejects.toThrow('sealed')
    await Promise.all([one.end('SIGKILL'), stores.redis.kill9()])
    await stores.redis.restart()
    const bos = await bo!.at(other.url)
    await expect
      .poll(
        () =>
          bos.view(going!).then(
            () => true,
            () => false,
          ),
        PATIENTLY,
      )
      .toBe(true)
    const view = await turnOf(bos, going!)
    const { sealedUntil } = await get<DailyDeal>(`${other.url}/v1/deals/${DEAL}`)
    await expect.poll(() => Date.now() > sealedUntil, PATIENTLY).toBe(true)
    await expect(bos.act(going!, view, pickAny(view.snapshot))).rejects.toMatchObject({ code: 'late' })
    expect((await bos.view(going!)).snapshot.outcome).toEqual({ by: 'aborted' })
    const results = `${other.url}/v1/deals/${DEAL}/results`
    await expect
      .poll(async () => (await get<DealResultsPage>(results)).games.map(({ id }) => id), PATIENTLY)
      .toEqual([ended])
    const { game } = await finishedGame(other.url, ended!)
    expect(game).toMatchObject({ deal: DEAL, seed: '3'.repeat(64), outcome: { by: 'resignation', winner: 1 } })
    expect(await get(`${other.url}/v1/deals/${DEAL}`)).toMatchObject({ seed: '3'.repeat(64), sealedUntil })
  } finally {
    await Promise.all(nodes.map((node) => node.destroy()))
  }
})
