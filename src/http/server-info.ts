import { readFileSync } from 'node:fs'
import { LIMITS, offered } from '../protocol/index.ts'
import { RULES_VERSION } from '../rules/index.ts'
import { REVALIDATED } from './caching.ts'
import type { Parts } from './parts.ts'
import type { Serve } from './route.ts'

/** The file is two folders above this one, in the sources and where they are compiled to. */
const PACKAGE = new URL('../../package.json', import.meta.url)
/** The version of this server. */
export const RELEASE = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version

/** What the server is and offers. */
export function serverRoute(
  serve: Serve,
  { rate, connectionsPerAddress, passkeys, announcements, settings }: Parts,
): void {
  const { rates, notifies = true, playsBots = false, testMode = false, web = true } = settings
  const answer = {
    release: RELEASE,
    rules: RULES_VERSION,
    ...offered({ testMode }),
    limits: {
      ...LIMITS,
      messagesPerSecond: rate.perSecond,
      connectionsPerAddress,
      requestsPerMinute: rates.httpPerMinute,
      guestsPerMinute: rates.guestsPerMinute,
    },
    features: { bots: playsBots, webhooks: notifies, passkeys: passkeys.offered, push: notifies, testMode, page: web },
  }
  serve('GET /v1/server', async () => ({ ...answer, announced: announcements.current }), { cache: REVALIDATED })
}
