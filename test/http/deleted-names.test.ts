/** What was answered before an account was deleted, and is still kept, is answered to nobody. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Archive, FinishedGame } from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import { playedRecord } from '../support/finished.ts'
import type { Http } from '../support/http.ts'
import type { HttpHistory } from '../support/http-history.ts'
import { openHttpHistory } from '../support/http-history.ts'
import { newPlayer } from '../support/players.ts'
import { seededRandom } from '../support/random.ts'

let history: HttpHistory
let archive: Archive
let http: Http
beforeAll(async () => {
  history = await openHttpHistory()
  ;({ archive, http } = history)
})
afterAll(() => history?.close())

it.each(['the host', 'the player who joined'])('the name of %s is gone from every answer about a game', async (who) => {
  const [deleted, other] = [newPlayer('Very Secret Name'), newPlayer('Livia')]
  const players: FinishedGame['players'] = who === 'the host' ? [deleted, other] : [other, deleted]
  const record = playedRecord(seededRandom(1), 12, { players })
  await archive.store(finishedGame(record))
  const paths = ['', '/replay', '/positions/3?viewer=0', '/positions/3?viewer=spectator', '/positions/3']
  const get = (path: string, headers: Record<string, string> = {}) =>
    http.nobody.get<object>(`/v1/games/${record.header.id}${path}`, headers)
  const before = await Promise.all(paths.map((path) => get(path)))
  for (const { body } of before) expect(JSON.stringify(body)).toContain('Very Secret Name')

  await archive.forget(deleted.id)
  for (const [n, path] of paths.entries()) {
    const { statusCode, body, headers } = await get(path, { 'if-none-match': before[n]!.headers.etag as string })
    expect([path, statusCode]).toEqual([path, 200])
    expect(headers.etag).not.toBe(before[n]!.headers.etag)
    expect(JSON.stringify(body)).not.toMatch(/very secret/i)
    expect(JSON.stringify(body)).toContain('Livia')
    expect((await get(path, { 'if-none-match': headers.etag as string })).statusCode).toBe(304)
  }
})
