import { CodedError, LADDER_AGE_MS } from '../protocol/index.ts'
import { Answers, sendText, textOf } from './answers.ts'
import { REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** One for each kind of game, of at most a megabyte. */
const KEPT_BYTES = 16 * 1024 * 1024

/** The ladder of engines. Counting its games costs as much as many pages of a list, so a node keeps the answer for a while. */
export function ladderRoute(serve: Serve, { archive, settings }: Pick<Parts, 'archive' | 'settings'>): void {
  const kept = new Answers({ bytes: KEPT_BYTES, ms: LADDER_AGE_MS })

  serve(
    'GET /v1/ladder',
    async ({ query: { kind } }, reply) => {
      if (!settings.ladder) throw new CodedError('no-ladder')
      return sendText(reply, await kept.of(kind, async () => textOf(reply, await archive.ladder(kind))))
    },
    { cache: REVALIDATED },
  )
}
