import { CodedError } from '../protocol/index.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** Disturbs this node for a test of a client, in test mode: once the answer is on its way. */
export function testRoute(serve: Serve, { disturbances }: Pick<Parts, 'disturbances'>): void {
  serve('POST /v1/test/{disturbance}', async ({ params: { disturbance } }, reply) => {
    if (!disturbances) throw new CodedError('unknown-route')
    reply.raw.once('finish', () => disturbances.emit(disturbance))
  })
}
