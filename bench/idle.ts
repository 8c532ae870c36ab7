import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { post } from './load/post.ts'
import { usageOf } from './load/processes.ts'
import { SocketIoClient } from './load/socket-io.ts'
import { startCuria } from './servers/curia.ts'
import { startRedis } from './servers/redis.ts'

// What clients cost that do nothing: the memory and CPU of idle sockets; and what it costs when many players enter the
// queue, until all of them are in a match.
// npm run bench:idle -- [--sockets 10000] [--players 1000] [--seconds 10]

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** So many clients connect at a time. */
const AT_ONCE = 48

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '10000' },
    players: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
  },
})
const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const pause = (seconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

async function connect(url: URL, count: number): Promise<SocketIoClient[]> {
  const clients: SocketIoClient[] = []
  const next = async (): Promise<void> => {
    while (clients.length < count) {
      const index = clients.length
      const { token } = await post<{ token: string }>(url, '/v1/players', { name: `Guest ${index}` })
      const client = new SocketIoClient({ url, auth: { token } })
      clients.push(client)
      await client.connected
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return clients
}

/** The share of a core that a process uses in so many seconds. */
async function load(pid: number, seconds: number): Promise<number> {
  const before = usageOf(pid).cpuMs
  await pause(seconds)
  return (usageOf(pid).cpuMs - before) / seconds / 1000
}

const redis = await startRedis('everysec')
const server = await startCuria({ checkout: ROOT, redisUrl: redis.url })
try {
  const url = new URL(server.url)
  await connect(url, 200)
  await pause(2)
  const [empty, count] = [usageOf(server.pid).rssKb, Number(values.sockets)]
  const began = performance.now()
  const clients = await connect(url, count)
  const elapsed = (performance.now() - began) / 1000
  await pause(5)
  const memory = (usageOf(server.pid).rssKb - empty) / count
  const share = await load(server.pid, Number(values.seconds))
  say(`${count} sockets: connected in ${elapsed.toFixed(0)} s, ${memory.toFixed(1)} KB each, ${share.toFixed(2)} of a core while idle`)

  const players = clients.slice(0, Number(values.players))
  const matched = players.map(
    (player) =>
      new Promise<void>((resolve) => {
        player.onEvent = (text) => {
          if (text.startsWith('42["queue:matched"')) resolve()
        }
      }),
  )
  const [cpu, entered] = [usageOf(server.pid).cpuMs, performance.now()]
  // Not all at once: a server that has too much to do refuses.
  for (let from = 0; from < players.length; from += AT_ONCE) {
    const group = players.slice(from, from + AT_ONCE)
    await Promise.all(group.map((player) => player.ask('queue:join', { kind: 'base', clock: 'blitz', rated: false })))
  }
  await Promise.all(matched)
  const seconds = (performance.now() - entered) / 1000
  const each = (usageOf(server.pid).cpuMs - cpu) / players.length
  say(`${players.length} players enter the queue: all are matched after ${seconds.toFixed(1)} s, ${each.toFixed(2)} ms of CPU each`)
  for (const client of clients) client.close()
} finally {
  await server.end()
  await redis.end()
}
process.exit(0)
