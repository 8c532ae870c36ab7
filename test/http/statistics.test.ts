import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DraftStatistics, Statistics } from '../../src/protocol/index.ts'
import {
  CodedError,
  draftStatisticsSchema,
  errorBodySchema,
  LEAST_GAMES,
  STATISTICS_AGE_MS,
  statisticsSchema,
} from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import type { HttpHistory } from '../support/http-history.ts'
import { openHttpHistory } from '../support/http-history.ts'
import { seededRandom } from '../support/random.ts'
import { somePlayers, variedGame, variedRecord } from '../support/varied-games.ts'

const PATH = '/v1/statistics/base'
const FOUR = ['colossus', 'pyramids', 'sphinx', 'piraeus']
const DRAFT = `${PATH}/draft?open=${FOUR.join(',')}`

describe('routes of statistics', () => {
  let http: Http
  beforeEach(async () => {
    http = await openHttp()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await http.close()
  })

  it.each([
    '/v1/statistics/chess',
    `${PATH}?pool=blitz`,
    `${PATH}?pool=none.rated`,
    `${PATH}?rating=1550`,
    `${PATH}?rating=nobody`,
    `${PATH}?rating=9000`,
    `${PATH}?since=yesterday`,
    `${PATH}?since=2026-02-30`,
    `${PATH}?bots=maybe`,
    `${PATH}/draft`,
    `${PATH}/draft?open=${FOUR.slice(1).join(',')}`,
    `${PATH}/draft?open=${[...FOUR, 'temple-of-artemis'].join(',')}`,
    `${PATH}/draft?open=${['pyramids', ...FOUR.slice(1)].join(',')}`,
    // Of another kind of game, and of none.
    `${PATH}/draft?open=${['knossos', ...FOUR.slice(1)].join(',')}`,
    `${PATH}/draft?open=${['atlantis', ...FOUR.slice(1)].join(',')}`,
    `${PATH}/draft?open=${'x'.repeat(500)}`,
  ])('%s is refused', async (path) => {
    expect(codeOf(await http.nobody.get(path))).toEqual([400, 'bad-request'])
  })

  it('the wonder that a kind of game does not have is named', async () => {
    const { body } = await http.nobody.get(`${PATH}/draft?open=${['knossos', ...FOUR.slice(1)].join(',')}`)
    expect(errorBodySchema.parse(body).error.message).toContain('knossos')
    const agora = await http.nobody.get(`/v1/statistics/agora/draft?open=${['knossos', ...FOUR.slice(1)].join(',')}`)
    expect(agora.statusCode).toBe(200)
  })

  it('requests at the same time share one answer for a while, and no other one', async () => {
    const asked = vi.spyOn(http.archive, 'statistics').mockResolvedValue({ kind: 'base', n: 1 })
    const get = (query = '') => http.nobody.get<Statistics>(PATH + query)
    for (const { statusCode, headers, body } of [...(await Promise.all([get(), get(), get()])), await get()]) {
      expect([statusCode, headers['cache-control'], body]).toEqual([200, 'public, no-cache', { kind: 'base', n: 1 }])
    }
    expect(asked).toHaveBeenCalledTimes(1)
    for (const query of ['?bots=true', '?bots=false', '?rating=1500', '?since=2026-01-01', '?pool=blitz.rated']) {
      await get(query)
    }
    await http.nobody.get('/v1/statistics/agora')
    expect(asked).toHaveBeenCalledTimes(7)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + STATISTICS_AGE_MS)
    await expect.poll(async () => (await get(), asked.mock.calls.length)).toBe(8)
  })

  it('an answer that could not be made is not kept', async () => {
    vi.spyOn(http.archive, 'draftStatistics').mockRejectedValueOnce(new CodedError('unavailable'))
    expect(codeOf(await http.nobody.get(DRAFT))).toEqual([503, 'unavailable'])
    expect((await http.nobody.get(DRAFT)).statusCode).toBe(200)
  })
})

describe('statistics of a history', () => {
  let history: HttpHistory
  beforeEach(async () => {
    history = await openHttpHistory()
  })
  afterEach(() => history.close())

  it('have nothing but the number of games before there are enough, and then no name of a player', async () => {
    const { archive, http } = history
    const random = seededRandom(5)
    const players = somePlayers(3)
    const store = async (): Promise<void> => {
      const game = variedGame(variedRecord('base', random), players, 1, random)
      if (!game.listed) return store()
      await archive.store(game)
    }
    for (let n = 1; n < LEAST_GAMES; n++) await store()
    const few = await http.nobody.get<Statistics>(`${PATH}?since=2023-01-01`)
    expect(few.body).toEqual({ kind: 'base', n: LEAST_GAMES - 1 })
    await store()
    const { body } = await http.nobody.get<Statistics>(PATH)
    const statistics = statisticsSchema.parse(body)
    expect(statistics).toMatchObject({ kind: 'base', n: LEAST_GAMES, firstSeat: { n: LEAST_GAMES } })
    for (const { n, ...more } of [...statistics.wonders!, ...statistics.tokens!]) {
      if (n < LEAST_GAMES) expect(Object.keys(more)).toEqual(['id'])
      else expect(more.taken!.interval![0]).toBeLessThanOrEqual(more.taken!.times! / n)
    }
    for (const { id, name } of players) {
      expect(JSON.stringify(body)).not.toContain(id)
      expect(JSON.stringify(body)).not.toContain(name)
    }
    const draft = await http.nobody.get<DraftStatistics>(DRAFT)
    expect(draftStatisticsSchema.parse(draft.body).wonders).toBeUndefined()
  })
})
