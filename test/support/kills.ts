import { expect } from 'vitest'
import type { Curia } from '../../client/src/index.ts'
import { pickAny, playOn } from '../../scripts/demo/play.ts'
import type { CreateMessage, GameKind, Snapshot, ViewAnswer } from '../../src/protocol/index.ts'
import { DEFAULT_GAME_KIND } from '../../src/protocol/index.ts'
import { becomeGuest, clientOf } from './guest.ts'
import { finishedGame, get } from './rest.ts'
import { expectExactViews } from './seated-match.ts'
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
export const momentsOf = (kind: GameKind): readonly Moment[] => (kind === DEFAULT_GAME_KIND ? [4, 30] : [inAChain, 30])

/**
 * Plays a game and kills the server at some moments, one after the other. No acknowledged move may be lost, and no move
 * may be made twice.
 */
export async function playThroughKills(server: Server, game: CreateMessage, kills: readonly Moment[]): Promise<void> {
  const guests = [await becomeGuest(server.url, 'Ada'), await becomeGuest(server.url, 'Ben')]
  const clients = await Promise.all(guests.map((guest) => clientOf(server.url, guest)))
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
    const [ada, ben] = clients as [Curia, Curia]
    const adas = await ada.create({ ...game, seat: 0 })
    const matches = [adas, await ben.join({ code: adas.value.snapshot.code! })]
    for (const [seat, match] of matches.entries()) {
      const act = match.act.bind(match)
      match.act = async (action, version) => {
        const before = match.value
        if (typeof left[0] === 'function' && left[0](before.snapshot.board!)) {
          left.shift()
          killing = killing.then(() => killNow(match.id))
          await killing
          const { version, snapshot } = before
          const view = await get<ViewAnswer>(`${server.url}/v1/matches/${match.id}`, guests[seat]!.token)
          expect(view).toMatchObject({ version, snapshot })
        }
        const answer = await act(action, version)
        acknowledged.push({ seat, version: answer.version, action })
        if (typeof left[0] === 'number' && answer.version >= left[0]) {
          left.shift()
          killing = killing.then(() => killNow(match.id))
        }
        return answer
      }
    }
    await Promise.all(matches.map((match) => playOn(match, pickAny)))
    await killing
    expect(left).toEqual([])

    const { game: finished, replay } = await finishedGame(server.url, adas.id)
    for (const { seat, version, action } of acknowledged) {
      expect(replay.record.entries[version - 1]!.body).toEqual({ type: 'act', seat, action })
    }
    // Every entry but the join was acknowledged in the end, and once.
    expect(acknowledged).toHaveLength(replay.record.entries.length - 1)
    await expectExactViews(matches.map((match, seat) => ({ curia: clients[seat]!, match })))
    for (const { value } of matches) expect(value.snapshot.scores).toEqual(finished.scores)
  } finally {
    for (const client of clients) client.close()
  }
}
