import { Readable } from 'node:stream'
import type { Archive, ExportPage } from '../history/index.ts'
import { Counts, customerOf, Places } from '../limits/index.ts'
import { CodedError, exportLineSchema, exportQuerySchema } from '../protocol/index.ts'
import type { ExportLine } from '../protocol/index.ts'
import { failures } from './errors.ts'
import type { App } from './parts.ts'

/** How many games are read at a time: no more than a page of each export is in memory. */
const GAMES_PER_PAGE = 20
const PER_MINUTE = 10
/** How many exports a node runs at the same time. Each has a page in memory. */
const AT_ONCE = { perAddress: 2, inAll: 32 }
/** How many pages of all of them are read at the same time: addresses take turns. */
const PAGES_AT_ONCE = 2
const RETRY_AFTER_MS = 10_000
/** An export that takes longer is ended, whether its client reads or not. The client goes on with its cursor (ms). */
const LONGEST_MS = 300_000

/** Reads the page behind a cursor; without one, the first. */
type ReadPage = (cursor?: string) => Promise<ExportPage>

interface ExportParts {
  archive: Pick<Archive, 'export'>
  stopping: AbortSignal
}

/** All finished games as a stream. */
export function exportRoute(app: App, { archive, stopping }: ExportParts): void {
  const running = new Counts()
  const reading = new Places(Array.from({ length: PAGES_AT_ONCE }, (_, place) => place), { perOwner: AT_ONCE.perAddress, inAll: AT_ONCE.inAll })
  let total = 0

  /** @throws CodedError `limit-reached`, `busy` */
  const admit = (address: string): (() => void) => {
    const { perAddress, inAll } = AT_ONCE
    if (running.of(address) >= perAddress) {
      const limit = perAddress
      throw new CodedError('limit-reached', `At most ${limit} exports of one client run at once.`, { limit })
    }
    if (total >= inAll) throw new CodedError('busy', undefined, { retryAfterMs: RETRY_AFTER_MS })
    const release = running.add(address)
    total += 1
    return () => {
      release()
      total -= 1
    }
  }

  app.get(
    '/v1/games/export',
    {
      // There is nothing to say of a stream but the stream.
      exposeHeadRoute: false,
      config: { limit: { points: PER_MINUTE, duration: 60 } },
      schema: {
        tags: ['games'],
        summary: 'Finished games with their logs, newest first, one JSON document a line',
        description:
          'NDJSON. The last line is `{"end":true}`. If a stream ends without it, the client asks again with the ' +
          '`cursor` of the last line that it has. Games of private matches are left out.',
        querystring: exportQuerySchema,
        response: {
          200: {
            description: 'One line for each game, and one at the end',
            content: { 'application/x-ndjson': { schema: exportLineSchema } },
          },
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const release = admit(request.address)
      const read: ReadPage = (cursor) =>
        reading.run({ owner: customerOf(request.address) }, () =>
          archive.export({ ...request.query, ...(cursor !== undefined && { cursor }), limit: GAMES_PER_PAGE }),
        )
      try {
        // The first page is read before anything is sent: what fails then is answered with its code.
        const first = await read()
        const lines = Readable.from(linesFrom(first, read, stopping), { objectMode: false })
        const timer = setTimeout(() => lines.destroy(), LONGEST_MS)
        lines.once('close', () => {
          clearTimeout(timer)
          release()
        })
        return await reply
          .header('cache-control', 'no-store')
          .type('application/x-ndjson; charset=utf-8')
          .send(lines as unknown as ExportLine)
      } catch (error) {
        release()
        throw error
      }
    },
  )
}

/** The lines of an export, each when it is wanted. When the server stops, they end without the last line. */
async function* linesFrom(first: ExportPage, read: ReadPage, stopping: AbortSignal): AsyncGenerator<string> {
  for (let page = first; ; page = await read(page.next)) {
    for (const game of page.games) {
      if (stopping.aborted) return
      yield lineOf(game)
    }
    if (stopping.aborted) return
    if (page.next === undefined) break
  }
  yield lineOf({ end: true })
}

const lineOf = (line: ExportLine): string => `${JSON.stringify(line)}\n`
