import { Readable } from 'node:stream'
import type { Archive, ExportPage } from '../history/index.ts'
import { customerOf, Places } from '../limits/index.ts'
import type { ExportLine } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Serve } from './route.ts'

/** How many games are read at a time: no more than a page of each export is in memory. */
const GAMES_PER_PAGE = 20
/** How many exports a node runs at the same time. Each has a page in memory. */
const AT_ONCE = { perClient: 2, inAll: 32 }
/** How many pages of all of them are read at the same time: clients take turns. */
const PAGES_AT_ONCE = 2
const RETRY_AFTER_MS = 10_000
/** An export whose client has read nothing for so long gives way to a new one, if there are too many (ms). */
const IDLE_MS = 5_000
/** An export that takes longer is ended, whether its client reads or not. The client goes on with its cursor (ms). */
const LONGEST_MS = 300_000

/** Reads the page behind a cursor; without one, the first. */
type ReadPage = (cursor?: string) => Promise<ExportPage>

/** An export in progress. */
interface Running {
  /** The client that it is for: a network, as providers give it to a customer. */
  owner: string
  /** When its client read last (by `performance.now()`). */
  readAt: number
  /** Ends it. The client goes on with its cursor. */
  end: () => void
}

interface ExportParts {
  archive: Pick<Archive, 'export'>
  stopping: AbortSignal
}

/** All finished games as a stream. */
export function exportRoute(serve: Serve, { archive, stopping }: ExportParts): void {
  const running = new Set<Running>()
  const reading = Places.alike(PAGES_AT_ONCE, { perOwner: AT_ONCE.perClient, inAll: AT_ONCE.inAll })

  /** @throws CodedError `limit-reached`, `busy` */
  const admit = (owner: string): Running => {
    const { perClient: limit, inAll } = AT_ONCE
    const all = [...running]
    if (all.filter((other) => other.owner === owner).length >= limit) {
      throw new CodedError('limit-reached', `At most ${limit} exports of one client run at once.`, { limit })
    }
    if (all.length >= inAll) {
      const idle = all.reduce((one, other) => (other.readAt < one.readAt ? other : one))
      if (performance.now() - idle.readAt < IDLE_MS) {
        throw new CodedError('busy', undefined, { retryAfterMs: RETRY_AFTER_MS })
      }
      idle.end()
      running.delete(idle)
    }
    const admitted = { owner, readAt: performance.now(), end: () => undefined }
    running.add(admitted)
    return admitted
  }

  serve(
    'GET /v1/games/export',
    async (request, reply) => {
      const owner = customerOf(request.address)
      const one = admit(owner)
      const read: ReadPage = (cursor) =>
        reading.run({ owner }, () =>
          archive.export({ ...request.query, ...(cursor !== undefined && { cursor }), limit: GAMES_PER_PAGE }),
        )
      try {
        // The first page is read before anything is sent: what fails then is answered with its code.
        const first = await read()
        const lines = Readable.from(linesFrom(first, read, stopping, one), { objectMode: false })
        one.end = () => void lines.destroy()
        const timer = setTimeout(one.end, LONGEST_MS)
        lines.once('close', () => {
          clearTimeout(timer)
          running.delete(one)
        })
        return await reply.header('cache-control', 'no-store').type('application/x-ndjson; charset=utf-8').send(lines)
      } catch (error) {
        running.delete(one)
        throw error
      }
    },
    { exposeHeadRoute: false },
  )
}

/** The lines of an export, each when it is wanted. When the server stops, they end without the last line. */
async function* linesFrom(
  first: ExportPage,
  read: ReadPage,
  stopping: AbortSignal,
  one: Running,
): AsyncGenerator<string> {
  for (let page = first; ; page = await read(page.next)) {
    for (const game of page.games) {
      if (stopping.aborted) return
      one.readAt = performance.now()
      yield lineOf(game)
    }
    if (stopping.aborted) return
    if (page.next === undefined) break
  }
  yield lineOf({ end: true })
}

const lineOf = (line: ExportLine): string => `${JSON.stringify(line)}\n`
