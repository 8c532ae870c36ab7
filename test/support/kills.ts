import { expect } from 'vitest'
import { becomeGuest, Client } from '../../scripts/demo/client.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { CreateMessage, Snapshot, ViewAnswer } from '../../src/protocol/index.ts'
import { finishedGame, get } from './rest.ts'
import type { Server } from './server.ts'

/** A move that the server said it has kept. */
interface Kept {
  seat: number
  version: number
  action: object
}

/** When the server is killed: at a version, with moves under way, or where a player has such a board before him. */
type Moment = number | ((board: NonNullable<Snapshot['board']>) => boolean)

/** In the middle of a turn, with other decisions still to come. */
export const inAChain: Moment = ({ decision }) => !['turn', 'draft', 'first-player'].includes(decision!.kind)

/** Plays a game, of which every acknowledgement is remembered, and kills the server at some moments, one after the other. */
export async function playThroughKills(server: Server, game: CreateMessage, kills: readonly Moment[]): Promise<void> {
  const guests = [await becomeGuest(server.url, 'Ada'), await becomeGuest(server.url, 'Ben')]
  const clients = guests.map((guest) => new Client(server.url, guest)) as [Client, Client]
  const kept: Kept[] = []
  let killing: Promise<void> = Promise.resolve()
  const left = [...kills]

  /** Moves are under way at any moment: this does not wait for a good one. */
  const killNow = async (match: string): Promise<void> => {
    await server.end('SIGKILL')
    const acknowledged = Math.max(...kept.map(({ version }) => version))
    await server.start()
    for (const { token } of guests) {
      const { version } = await get<ViewAnswer>(`${server.url}/v1/matches/${match}`, token)
      expect(version).toBeGreaterThanOrEqual(acknowledged)
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
        kept.push({ seat, version: answer.version, action })
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
    for (const { seat, version, action } of kept) {
      expect(replay.record.entries[version - 1]!.body).toEqual({ type: 'act', seat, action })
    }
    // Nothing was done that was not acknowledged in the end, and nothing twice.
    expect(kept).toHaveLength(replay.record.entries.length - 1)
    for (const client of clients) {
      expect(client.known.snapshot).toEqual((await client.ask()).snapshot)
      expect(client.known.snapshot.scores).toEqual(finished.scores)
    }
  } finally {
    for (const client of clients) client.close()
  }
}
