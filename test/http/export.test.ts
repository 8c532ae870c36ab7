import type { IncomingMessage } from 'node:http'
import { get as getHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { Curia } from '../../client/src/index.ts'
import type { Archive } from '../../src/history/index.ts'
import { finishedGame } from '../../src/history/index.ts'
import { createAddresses } from '../../src/limits/index.ts'
import type { ExportedGame, ExportLine } from '../../src/protocol/index.ts'
import { CodedError } from '../../src/protocol/index.ts'
import { publicRecord } from '../../src/record/index.ts'
import { playedRecord } from '../support/finished.ts'
import type { Http } from '../support/http.ts'
import { codeOf, openHttp } from '../support/http.ts'
import { MemoryArchive } from '../support/memory-archive.ts'
import { seededRandom } from '../support/random.ts'

const finished = finishedGame(playedRecord(seededRandom(1)))
const memory = new MemoryArchive()
await memory.store(finished)
const game = (await memory.get(finished.record.header.id))!
const record = publicRecord(finished.record)
const PER_PAGE = 20

/** A history with many games, all alike but for their ids, which are their numbers. */
class LongArchive extends MemoryArchive {
  pages = 0
  readonly #games: number
  readonly #failAt: number

  /** @param failAt the number of the page that cannot be read, once. */
  constructor(games: number, failAt = 0) {
    super()
    this.#games = games
    this.#failAt = failAt
  }

  override async export({ cursor = '0', limit }: Parameters<Archive['export']>[0]): ReturnType<Archive['export']> {
    this.pages += 1
    if (this.pages === this.#failAt) throw new CodedError('unavailable')
    const from = Number(cursor)
    if (Number.isNaN(from)) throw new CodedError('bad-cursor')
    const until = Math.min(from + limit, this.#games)
    const numbers = Array.from({ length: until - from }, (_, index) => from + index + 1)
    const games = numbers.map((number) => ({ cursor: String(number), game: { ...game, id: String(number) }, record }))
    return until < this.#games ? { games, next: String(until) } : { games }
  }
}

let http: Http | undefined
afterEach(() => http?.close())

/** A server that listens, over a history. Returns the address of its export. */
async function listening(archive: LongArchive, stopping = new AbortController().signal): Promise<string> {
  http = await openHttp({ archive, stopping })
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.app.server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

const linesOf = (text: string): ExportLine[] => {
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line) as ExportLine)
}

/** An answer that nobody reads yet. */
const opened = (address: string, headers = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => getHttp(address, { headers }, resolve).once('error', reject))

/** Resolves once the number stays the same for many ticks of the event loop. */
async function settled(count: () => number): Promise<number> {
  for (let before = -1; ;) {
    if (before === count()) return before
    before = count()
    for (let turn = 0; turn < 2_000; turn += 1) await nextTurn()
  }
}

describe('an export of games', () => {
  it('has a line for each game, with its log, and says that it is whole', async () => {
    const url = await listening(new LongArchive(45))
    const response = await fetch(`${url}/v1/games/export`)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const lines = linesOf(await response.text())
    expect(lines.at(-1)).toEqual({ end: true })
    const games = lines.slice(0, -1) as ExportedGame[]
    expect(games.map(({ game: { id } }) => id)).toEqual(Array.from({ length: 45 }, (_, index) => String(index + 1)))
    const sent = JSON.parse(JSON.stringify(record)) as object
    expect(games[7]).toEqual({ cursor: '8', game: { ...game, id: '8' }, record: sent })
  })

  it('goes on after any line', async () => {
    const url = await listening(new LongArchive(45))
    for (const cursor of [1, 20, 44, 45]) {
      const lines = linesOf(await (await fetch(`${url}/v1/games/export?cursor=${cursor}`)).text())
      expect(lines).toHaveLength(45 - cursor + 1)
      expect(lines[0]).toMatchObject(cursor === 45 ? { end: true } : { cursor: String(cursor + 1) })
    }
  })

  it('is refused with a code before anything is sent', async () => {
    http = await openHttp({ archive: new LongArchive(45, 2) })
    expect(codeOf(await http.nobody.get('/v1/games/export?cursor=x'))).toEqual([400, 'bad-cursor'])
    expect(codeOf(await http.nobody.get('/v1/games/export'))).toEqual([503, 'unavailable'])
    expect(codeOf(await http.nobody.get('/v1/games/export?limit=5'))).toEqual([400, 'bad-request'])
  })

  it('is read no faster than its client reads, and not at all once the client has gone', async () => {
    const archive = new LongArchive(1_000_000)
    const url = await listening(archive)
    const answer = await opened(`${url}/v1/games/export`)
    const read = await settled(() => archive.pages)
    expect(read).toBeLessThan(1000)
    const one = await new Promise<Buffer>((resolve) => answer.once('data', resolve))
    expect(one.length).toBeGreaterThan(0)
    answer.destroy()
    const last = await settled(() => archive.pages)
    expect(last).toBeLessThan(2000)
  })

  it('runs no more than twice for one client at the same time', async () => {
    const url = await listening(new LongArchive(1_000_000))
    const answers = [await opened(`${url}/v1/games/export`), await opened(`${url}/v1/games/export`)]
    const refused = await fetch(`${url}/v1/games/export`)
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: 'limit-reached' } }])
    for (const answer of answers) answer.destroy()
    await expect
      .poll(async () => {
        const answer = await opened(`${url}/v1/games/export`)
        answer.destroy()
        return answer.statusCode
      })
      .toBe(200)
  })

  it('gives way to that of another client while its own client reads nothing', async () => {
    http = await openHttp({ archive: new LongArchive(1_000_000), addresses: createAddresses(['loopback']) })
    const url = `${await http.app.listen({ port: 0, host: '127.0.0.1' })}/v1/games/export`
    const from = (network: number, host: number) => opened(url, { 'x-forwarded-for': `2001:db8:${network}:${host}::1` })
    const idle = await Promise.all(Array.from({ length: 32 }, (_, index) => from(index >> 1, index)))
    expect(idle.map(({ statusCode }) => statusCode)).toEqual(idle.map(() => 200))
    // All networks of one customer are one client.
    const third = await from(0, 32)
    expect(third.statusCode).toBe(429)
    await expect
      .poll(async () => {
        const answer = await from(99, 0)
        answer.destroy()
        return answer.statusCode
      })
      .toBe(200)
    for (const answer of idle) answer.destroy()
  })

  it('ends between two games when the server stops, without the last line', async () => {
    const stop = new AbortController()
    const url = await listening(new LongArchive(1_000_000), stop.signal)
    const answer = await opened(`${url}/v1/games/export`)
    let text = ''
    const whole = new Promise((resolve) => answer.once('end', resolve))
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      stop.abort()
    })
    await whole
    const lines = linesOf(text)
    expect(lines.at(-1)).toMatchObject({ cursor: String(lines.length) })
  })
})

describe('the client', () => {
  it('gets each game once, also when the stream is cut in between', async () => {
    const archive = new LongArchive(95, 3)
    const curia = new Curia({ url: await listening(archive) })
    const ids: string[] = []
    for await (const one of curia.rest.exportGames({ rated: true })) ids.push(one.game.id)
    expect(ids).toEqual(Array.from({ length: 95 }, (_, index) => String(index + 1)))
    expect(archive.pages).toBeGreaterThan(Math.ceil(95 / PER_PAGE))
    curia.close()
  })

  it('stops reading when its caller does, and fails with the code of the server', async () => {
    const archive = new LongArchive(1_000_000)
    const curia = new Curia({ url: await listening(archive) })
    for await (const one of curia.rest.exportGames()) if (one.cursor === '3') break
    expect(await settled(() => archive.pages)).toBeLessThan(1000)
    const failing = curia.rest.exportGames({ cursor: 'x' }).next()
    await expect(failing).rejects.toMatchObject({ code: 'bad-cursor' })
    const ended = curia.rest.exportGames({}, { signal: AbortSignal.abort() }).next()
    await expect(ended).rejects.toMatchObject({ code: 'offline' })
    curia.close()
  })
})
