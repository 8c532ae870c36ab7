import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as LiveModule from '../../src/live/index.ts'

/** What a process that uses a live store in Redis is asked. `checkout` has been built. */
export interface BystanderTask {
  checkout: string
  redisUrl: string
  /** How many matches it creates and follows. */
  matches: number
}

/** What it is sent: to commit as many times to each of its matches, or to commit nothing. */
export interface Order {
  commits: number
}

/** What it answers after each order: the CPU that it has used so far, all threads, in µs. */
export interface Done {
  cpuUs: number
}

// A process with a live store of a checkout: the task as one JSON argument, orders and answers as messages.

const { checkout, redisUrl, matches } = JSON.parse(process.argv[2]!) as BystanderTask
const { DEFAULT_RETENTION, openRedisStore } = (await import(
  pathToFileURL(join(checkout, 'dist/live/index.js')).href
)) as typeof LiveModule
const store = openRedisStore({ url: redisUrl, retention: DEFAULT_RETENTION })
store.subscribe({ news: () => undefined, interrupted: () => undefined })

const text = (length: number): string => randomBytes(length).toString('base64url').slice(0, length)
const deadline = { after: 86_400_000 }
const ids = Array.from({ length: matches }, () => text(16))
let version = 1

async function begin(id: string): Promise<void> {
  const host = { seat: 0 as const, player: { id: text(16), name: 'Ada' } }
  const options = { agora: false, wonders: 'draft' as const, tiedPawn: 'chooses' as const }
  await store.create({ id, code: text(8), options, rules: '1', seed: text(64), seedHash: text(64), host })
  await store.follow(id)
  const player = { id: text(16), name: 'Bo' }
  await store.commit({ match: id, version: 0, body: { type: 'join', seat: 1, player }, deadline })
}

/** One commit to each match, all at once. */
async function commitToAll(): Promise<void> {
  const action = { type: 'construct-building' as const, slot: version % 20 }
  const body = { type: 'act' as const, seat: (version % 2) as 0 | 1, action }
  const actionIds = ids.map(() => text(20))
  const results = await Promise.all(
    ids.map((match, index) => store.commit({ match, version, actionId: actionIds[index]!, body, deadline })),
  )
  if (results.some(({ status }) => status !== 'committed')) throw new Error('a commit was refused')
  version += 1
}

await Promise.all(ids.map(begin))
process.on('message', (order: Order) => {
  void obey(order)
})
process.send!({ cpuUs: 0 } satisfies Done)

async function obey({ commits }: Order): Promise<void> {
  for (let done = 0; done < commits; done += 1) await commitToAll()
  const { user, system } = process.cpuUsage()
  process.send!({ cpuUs: user + system } satisfies Done)
}
