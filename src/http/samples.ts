import { readFileSync } from 'node:fs'
import { samplesSchema } from '../protocol/index.ts'
import { digest, isKnown, STATIC } from './caching.ts'
import type { Serve } from './route.ts'

/** Made by `npm run samples`; the same from `src/http` and from `dist/http`. */
const SAMPLES = new URL('../../assets/samples.json', import.meta.url)

export function samplesRoute(serve: Serve): void {
  const samples = samplesSchema.parse(JSON.parse(readFileSync(SAMPLES, 'utf8')))
  const tag = digest(samples)

  serve('GET /v1/samples', async (request, reply) => {
    if (isKnown(request, reply, tag, STATIC)) return reply.code(304).send(undefined)
    return reply.send(samples)
  })
}
