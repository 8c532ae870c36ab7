/** The deals of the day in the database: who makes them, what is told of them, and the one try of each account. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/database/index.ts'
import { openDatabase } from '../../src/database/index.ts'
import { DailyDeals } from '../../src/deals/index.ts'
import { GAME_KIND_IDS } from '../../src/protocol/index.ts'
import { hashSeed } from '../../src/record/index.ts'
import { DAY_MS, openNode } from '../support/accounts.ts'
import type { Places } from '../support/history.ts'
import { inFolders, quiet } from '../support/history.ts'
import { codeOf } from '../support/match.ts'

const NOON = Date.parse('2031-03-09T12:00:00Z')
const MIDNIGHT = Date.parse('2031-03-10T00:00:00Z')
const [TODAY, TOMORROW] = ['2031-03-09', '2031-03-10']

let places: Places
let database: Database
let players: Awaited<ReturnType<typeof openNode>>
const opened: DailyDeals[] = []
beforeAll(async () => {
  places = await inFolders()
  database = await openDatabase(await places.fresh(), quiet)
  players = await openNode(database)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((deals) => deals.close()))
  await database.use((db) => db.dailyDeal.deleteMany())
})
afterAll(async () => {
  await players.sessions.close()
  await database.close()
  await places.end()
})

/** A node at noon, or at another moment; its bots play by the network with this name. */
function open({ at = NOON, network = 'first' } = {}) {
  let now = at
  const deals = new DailyDeals({ database, networkOf: () => network, now: () => now, log: quiet })
  opened.push(deals)
  const wait = (ms: number): void => void (now += ms)
  return { deals, wait }
}

let names = 0
const account = async (): Promise<string> => (await players.player(`Player ${(names += 1)}`)).player.id

/** The deal of today, for the server. */
const dealOf = async ({ deals }: ReturnType<typeof open>) => {
  const { deal } = await deals.on('base', TODAY, null)
  return (await deals.find(deal!.id))!
}

it('there is one for each kind of game and day, whoever asks, and however many nodes there are', async () => {
  const nodes = [open(), open(), open()]
  const asked = await Promise.all(
    nodes.flatMap(({ deals }) => GAME_KIND_IDS.map((kind) => deals.on(kind, undefined, null))),
  )
  expect(new Set(asked.map(({ seedHash }) => seedHash)).size).toBe(GAME_KIND_IDS.length)
  expect(await database.use((db) => db.dailyDeal.count())).toBe(2 * GAME_KIND_IDS.length)
  expect(asked.map(({ date, beginsAt, sealedUntil }) => [date, beginsAt, sealedUntil])).toEqual(
    asked.map(() => [TODAY, MIDNIGHT - DAY_MS, MIDNIGHT]),
  )
})

it('tomorrow has nothing but its hash, and becomes today with the same one', async () => {
  const node = open()
  const tomorrow = await node.deals.on('pantheon', TOMORROW, null)
  expect(Object.keys(tomorrow).sort()).toEqual(['beginsAt', 'date', 'kind', 'sealedUntil', 'seedHash'])
  const { id } = (await database.use((db) => db.dailyDeal.findFirst({ where: { seedHash: tomorrow.seedHash } })))!
  expect([await node.deals.get(id), await node.deals.find(id)]).toEqual([null, null])
  node.wait(MIDNIGHT - NOON)
  const { deal, ...today } = await node.deals.on('pantheon', undefined, null)
  expect(today).toMatchObject(tomorrow)
  expect(deal).toMatchObject({ id, kind: 'pantheon', bot: { level: 'club', network: 'first' } })
})

it('the seed is told from the end of the day on, and is that of the hash', async () => {
  const node = open()
  const { id, seed } = await dealOf(node)
  node.wait(MIDNIGHT - NOON - 1)
  expect(JSON.stringify([await node.deals.get(id), await node.deals.on('base', TODAY, null)])).not.toContain(seed)
  node.wait(1)
  expect(await node.deals.get(id)).toMatchObject({ seed, seedHash: hashSeed(seed), sealedUntil: MIDNIGHT })
  expect((await node.deals.on('base', TODAY, null)).deal).toMatchObject({ seed })
})

it('names the deal of the day before, once it has begun itself', async () => {
  const node = open()
  const { deal } = await node.deals.on('agora', TODAY, null)
  expect(await node.deals.on('agora', TOMORROW, null)).not.toHaveProperty('previous')
  node.wait(MIDNIGHT - NOON)
  expect(await node.deals.on('agora', undefined, null)).toMatchObject({ date: TOMORROW, previous: deal!.id })
})

it.each(['2031-03-08', '2031-03-11', '1999-12-31', '9999-12-31'])('there is none on %s', async (date) => {
  expect(await codeOf(open().deals.on('base', date, null))).toBe('unknown-deal')
})

it('an account has one match on it, whichever node it asks, and is told which', async () => {
  const nodes = [open(), open()]
  const { id } = await dealOf(nodes[0]!)
  const [ada, bo] = [await account(), await account()]
  expect(await nodes[0]!.deals.on('base', TODAY, ada)).not.toHaveProperty('match')
  const asked = await Promise.all([0, 1, 0, 1].map((node) => nodes[node]!.deals.begin(id, ada)))
  expect(new Set(asked).size).toBe(1)
  expect(await nodes[1]!.deals.begin(id, bo)).not.toBe(asked[0])
  expect(await nodes[1]!.deals.on('base', TODAY, ada)).toMatchObject({ match: asked[0] })
})

it('another match takes its place once, whoever asks for that at the same time', async () => {
  const nodes = [open(), open()]
  const { id } = await dealOf(nodes[0]!)
  const ada = await account()
  const first = await nodes[0]!.deals.begin(id, ada)
  const asked = await Promise.all([0, 1, 0, 1].map((node) => nodes[node]!.deals.replace(id, ada, first)))
  expect(new Set(asked).size).toBe(1)
  expect(asked).not.toContain(first)
  expect(await nodes[0]!.deals.begin(id, ada)).toBe(asked[0])
})

it('is not begun where the bots have learned something else since it was made', async () => {
  const { id } = await dealOf(open())
  const ada = await account()
  expect(await codeOf(open({ network: 'second' }).deals.begin(id, ada))).toBe('no-bots')
  expect(await open().deals.on('base', TODAY, ada)).not.toHaveProperty('match')
})

it('is for accounts alone, and tries go with the account', async () => {
  const node = open()
  const { id } = await dealOf(node)
  expect(await codeOf(node.deals.begin(id, 'a-guest-12345678'))).toBe('account-needed')
  const ada = await account()
  await node.deals.begin(id, ada)
  await database.use((db) => db.account.delete({ where: { playerId: ada } }))
  expect(await database.use((db) => db.dealTry.count())).toBe(0)
})

it('tries are deleted a week after the deal has opened; the deal is retained', async () => {
  const node = open()
  const { id } = await dealOf(node)
  await node.deals.begin(id, await account())
  await node.deals.close()
  const { deals } = open({ at: MIDNIGHT + 7 * DAY_MS + 1 })
  await deals.on('base', undefined, null)
  expect(await database.use((db) => db.dealTry.count())).toBe(0)
  expect(await deals.find(id)).toMatchObject({ id })
})
