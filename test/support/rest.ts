import { expect } from 'vitest'
import type { Game, Replay } from '../../src/protocol/index.ts'
import { foldable, foldRecord, verifyRecord, wireScores } from '../../src/record/index.ts'

/** Reads a resource of a server over REST. @throws Error if the status is not a success */
export async function get<Body>(url: string, token?: string): Promise<Body> {
  const response = await fetch(url, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${JSON.stringify(body)}`)
  return body as Body
}

export type WholeReplay = Extract<Replay, { complete: true }>

/**
 * Reads a finished game back and checks it against itself: its seed, its log, and that this gives the scores that it is
 * listed with.
 */
export async function finishedGame(url: string, match: string): Promise<{ game: Game; replay: WholeReplay }> {
  const game = await get<Game>(`${url}/v1/games/${match}`)
  const replay = await get<WholeReplay>(`${url}/v1/games/${match}/replay`)
  expect(replay.complete).toBe(true)
  expect(verifyRecord(replay.record, replay).filter(({ ok }) => !ok)).toEqual([])
  expect(wireScores(foldRecord(foldable(replay.record)))).toEqual(game.scores)
  expect(game.seed).toBe(replay.record.header.seed)
  expect(game.outcome).toEqual(replay.outcome)
  expect(game.versions).toBe(replay.record.entries.length)
  return { game, replay }
}
