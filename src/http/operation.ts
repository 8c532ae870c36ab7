import { CodedError, healthSchema, readinessSchema } from '../protocol/index.ts'
import { within } from '../time/index.ts'
import { failures } from './errors.ts'
import type { App, Checks, Parts } from './parts.ts'

const LONGEST_CHECK_MS = 2000

/** Routes for operators. Machines call them often: they have no rate limit, and only failures are logged. */
export function operationRoutes(app: App, { checks, metrics, stopping }: Parts): void {
  const options = { config: { rateLimit: false }, logLevel: 'warn' } as const

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
      const [down, degraded] = await Promise.all([silent(checks.needed), silent(checks.wanted)])
      if (down.length > 0) throw new CodedError('unavailable', undefined, { down })
      return { status: 'ok' as const, ...(degraded.length > 0 && { degraded }) }
    },
  )

  app.get('/metrics', { ...options, schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  )
}

/** The names of the checks that fail or take too long. */
async function silent(checks: Checks): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name,
      ok: await within(LONGEST_CHECK_MS, check()).then(
        () => true,
        () => false,
      ),
    })),
  )
  return answers.filter(({ ok }) => !ok).map(({ name }) => name)
}
