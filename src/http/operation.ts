import type { Figures } from '../metrics/index.ts'
import { shared } from '../metrics/index.ts'
import { CodedError, healthSchema, readinessSchema } from '../protocol/index.ts'
import type { Checks } from './checks.ts'
import { timesOf } from './checks.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** For how long an answer of the stores is that of everyone who asks. */
const SHARED_MS = 1000

/** Routes for operators. Machines call them often: they have no rate limit, and only failures are logged. */
export function operationRoutes(app: App, { checks, figures, stopping }: Parts): void {
  const options = { config: { rateLimit: false }, logLevel: 'warn' } as const
  const look = atMostEvery(SHARED_MS, () => Promise.all([silent(checks.needed), silent(checks.wanted)]))

  app.get(
    '/healthz',
    {
      ...options,
      schema: {
        tags: ['operation'],
        summary: 'Whether the process is alive',
        response: { 200: healthSchema, ...failures },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    {
      ...options,
      schema: {
        tags: ['operation'],
        summary: 'Whether matches can be played here: their store answers, and the server is not stopping',
        description: 'It fails with `draining`, or with `unavailable`; then details.down names what does not answer.',
        response: { 200: readinessSchema, ...failures },
      },
    },
    async () => {
      if (stopping.aborted) throw new CodedError('draining')
      const [down, degraded] = await look()
      if (down.length > 0) throw new CodedError('unavailable', undefined, { down })
      return { status: 'ok' as const, ...(degraded.length > 0 && { degraded }) }
    },
  )

  showStores(figures, { ...checks.needed, ...checks.wanted })
  app.get('/metrics', { ...options, schema: { hide: true } }, async (_request, reply) =>
    reply.type(figures.contentType).send(await figures.text()),
  )
}

/** Shows whether each store answers, and how fast. */
function showStores(figures: Figures, checks: Checks<'live' | 'history'>): void {
  const read = shared(async () => (await timesOf(checks)).map(([store, seconds]) => [{ store }, seconds] as const))
  figures.show('curia_store_ping_seconds', read)
  figures.show('curia_store_up', async () =>
    (await read()).map(([labels, seconds]) => [labels, Number.isNaN(seconds) ? 0 : 1] as const),
  )
}

/** Asks at most once in so many ms; whoever asks meanwhile is given the same answer. */
function atMostEvery<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!last || now - last.at >= ms) last = { at: now, answer: ask() }
    return last.answer
  }
}

/** The stores that do not answer, or not in time. */
const silent = async (checks: Checks<string>): Promise<string[]> =>
  (await timesOf(checks)).filter(([, seconds]) => Number.isNaN(seconds)).map(([store]) => store)
