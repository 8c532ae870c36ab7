import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Contender, Started } from '../contenders.ts'
import { post } from '../load/post.ts'
import { usageOf } from '../load/processes.ts'
import { SocketIoClient } from '../load/socket-io.ts'

/** Two players of each. */
const MATCHES = 1_000
/** So many players connect, or matches begin, at a time. */
const AT_ONCE = 24
/** Clients that have a backoff of their own come back within so long (ms). */
const BACKOFF_MS = 5_000
/** What the end of the connections leaves to do is done by then (ms). */
const SETTLED_MS = 3_000

/** A player, and how they come into their match again. */
interface Player {
  open: () => SocketIoClient
  comeBack: (client: SocketIoClient) => Promise<unknown>
}

/** CPU of the server for one client that comes back (ms), by how they all come. */
export interface Storm {
  withBackoff: number
  atOnce: number
}

/**
 * All connections of a server are cut, and the clients come back: each opens a WebSocket, connects with its token, and
 * watches its match. A peer has no watch: it sends nothing that was not asked for.
 */
export async function measureStorm(contender: Contender): Promise<Storm> {
  const started = await contender.start()
  try {
    const players = contender.target === 'curia' ? await playersOfCuria(started) : playersOfPeer(started)
    let clients = await pLimit(AT_ONCE).map(players, comeIn)
    const storm = async (backoffMs: number): Promise<number> => {
      for (const client of clients) client.close()
      await delay(SETTLED_MS)
      const before = usageOf(started.processes.server!).cpuMs
      const group = backoffMs === 0 ? AT_ONCE : players.length
      clients = await pLimit(group).map(players, async (player) => {
        if (backoffMs > 0) await delay(Math.random() * backoffMs)
        return comeIn(player)
      })
      return (usageOf(started.processes.server!).cpuMs - before) / players.length
    }
    // The first warms it up.
    await storm(0)
    return { atOnce: await storm(0), withBackoff: await storm(BACKOFF_MS) }
  } finally {
    await started.end()
  }
}

async function comeIn({ open, comeBack }: Player): Promise<SocketIoClient> {
  const client = open()
  await client.connected
  await comeBack(client)
  return client
}

async function playersOfCuria({ urls: [address] }: Started): Promise<Player[]> {
  const url = new URL(address!)
  const pairs = await pLimit(AT_ONCE).map(Array.from({ length: MATCHES }), async (_, index) => {
    const tokens = await Promise.all(
      ['A', 'B'].map((seat) => post<{ token: string }>(url, '/v1/players', { name: `${seat}${index}` })),
    )
    const [host, guest] = tokens.map(
      ({ token }) =>
        () =>
          new SocketIoClient({ url, auth: { token, updateInAnswer: true } }),
    )
    const [first, second] = [host!(), guest!()]
    await Promise.all([first.connected, second.connected])
    const { snapshot } = await first.ask<{ snapshot: { match: string; code: string } }>('match:create', { seat: 0 })
    await second.ask('match:join', { code: snapshot.code })
    first.close()
    second.close()
    const comeBack = (client: SocketIoClient): Promise<unknown> => client.ask('match:watch', { match: snapshot.match })
    return [host!, guest!].map((open) => ({ open, comeBack }))
  })
  return pairs.flat()
}

function playersOfPeer({ urls: [address] }: Started): Player[] {
  const url = new URL(address!)
  return Array.from({ length: 2 * MATCHES }, (_, index) => ({
    open: () => new SocketIoClient({ url, auth: { match: Math.floor(index / 2), seat: index % 2 } }),
    comeBack: () => Promise.resolve(),
  }))
}
