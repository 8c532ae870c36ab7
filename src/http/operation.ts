import type { Figures } from '../metrics/index.ts'
import { shared } from '../metrics/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { Checks } from './checks.ts'
import { timesOf } from './checks.ts'
import type { App, Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** For how long an answer of the stores is that of everyone who asks. */
const SHARED_MS = 1000

/** Routes for operators. Machines call them often: they have no rate limit, and only failures are logged. */
export function operationRoutes(app: App, serve: Serve, { checks, figures, stopping }: Parts): void {
  const options = { config: { forMachines: true }, logLevel: 'warn' } as const
  const look = atMostEvery(SHARED_MS, () => Promise.all([silent(checks.needed), silent(checks.wanted)]))

  serve('GET /healthz', async () => ({ status: 'ok' as const }), options)

  serve(
    'GET /readyz',
    async () => {
      if (stopping.aborted) throw new CodedError('draining')
      const [down, degraded] = await look()
      if (down.length > 0) throw new CodedError('unavailable', undefined, { down })
      return { status: 'ok' as const, ...(degraded.length > 0 && { degraded }) }
    },
    options,
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
