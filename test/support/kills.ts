import { expect } from 'vitest'
import { becomeGuest, Client } from '../../scripts/demo/client.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import { DEFAULT_GAME_KIND } from '../../src/protocol/index.ts'
import type { CreateMessage, GameKind, Snapshot, ViewAnswer } from '../../src/protocol/index.ts'
import { finishedGame, get } from './rest.ts'
import type { Server } from './server.ts'

/** A move that the server has acknowledged. */
interface Acknowledged {
  seat: number
  version: number
  action: object
}

/** When the server is killed: at a version, while moves are on their way, or before a move on such a board. */
type Moment = number | ((board: NonNullable<Snapshot['board']>) => boolean)

/** In the middle of a turn, with other decisions still to come. */
const inAChain: Moment = ({ decision }) => !['turn', 'draft', 'first-player'].includes(decision!.kind)

/** When the server is killed in a game of a kind. Expansions have chains of decisions, in every game. */
export const momentsOf = (kind: GameKind): readonly Moment[] =>
  kind === DEFAULT_GAME_KIND ? [4, 30] : [inAChain, 30]

/**
 * Plays a game and kills the server at some moments, one after the other. No acknowledged move may be lost, and no move
 * may be made twice.
 */
export async function playThroughKills(server: Server, game: CreateMessage, kills: readonly Moment[]): Promise<void> {
  const guests = [await becomeGuest(server.url, 'Ada'), await becomeGuest(server.url, 'Ben')]
  const clients = guests.map((guest) => new Client(server.url, guest)) as [Client, Client]
  const acknowledged: Acknowledged[] = []
  let killing: Promise<void> = Promise.resolve()
  const left = [...kills]

  /** Kills the server without waiting for moves that are on their way. */
  const killNow = async (match: string): Promise<void> => {
    await server.end('SIGKILL')
    const last = Math.max(...acknowledged.map(({ version }) => version))
    await server.start()
    for (const { token } of guests) {
      const { version } = await get<ViewAnswer>(`${server.url}/v1/matches/${match}`, token)
      expect(version).toBeGreaterThanOrEqual(last)
    }
  }

  try {
    const [ada, ben] = clients
    const { match, code } = (await ada.create({ ...game, seat: 0 })).snapshot
    await ben.join({ code: code! })
    for (const [seat, client] of clients.entries()) {
      const act = client.act.bind(client)
      client.act = async (action, version) => {
        const before = structuredClone(client.known)
        if (typeof left[0] === 'function' && left[0](before.snapshot.board!)) {
          left.shift()
          killing = killing.then(() => killNow(match))
          await killing
          expect(await get<ViewAnswer>(`${server.url}/v1/matches/${match}`, guests[seat]!.token)).toMatchObject(before)
        }
        const answer = await act(action, version)
        acknowledged.push({ seat, version: answer.version, action })
        if (typeof left[0] === 'number' && answer.version >= left[0]) {
          left.shift()
          killing = killing.then(() => killNow(match))
        }
        return answer
      }
    }
    await Promise.all(clients.map((client) => playOn(client, pickAny)))
    await killing
    expect(left).toEqual([])

    const { game: finished, replay } = await finishedGame(server.url, match)
    for (const { seat, version, action } of acknowledged) {
      expect(replay.record.entries[version - 1]!.body).toEqual({ type: 'act', seat, action })
    }
    // Every entry but the join was acknowledged in the end, and once.
    expect(acknowledged).toHaveLength(replay.record.entries.length - 1)
    for (const client of clients) {
      expect(client.known.snapshot).toEqual((await client.ask()).snapshot)
      expect(client.known.snapshot.scores).toEqual(finished.scores)
    }
  } finally {
    for (const client of clients) client.close()
  }
}
