import type { Page } from 'playwright-core'
import { foldable } from '../../../src/record/index.ts'
import type { Viewer } from '../../../src/rules/index.ts'
import { finishedGame } from '../../support/rest.ts'
import { secretsOf, stringsOf } from '../../support/secrets.ts'

/** All that a page receives of a match, over its socket and over HTTP. */
export interface Bytes {
  /** `version`: the latest one that had come by then. */
  received: { version: number; text: string }[]
}

/** Records what arrives at a page from now on. Cards that are printed anyway (the catalogue) are no secret. */
export function record(page: Page): Bytes {
  const bytes: Bytes = { received: [] }
  let version = 0
  const receive = (text: string): void => {
    version = Math.max(version, ...[...text.matchAll(/"version":(\d+)/g)].map(([, found]) => Number(found)))
    bytes.received.push({ version, text })
  }
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => receive(String(payload)))
  })
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/v1/') || pathname === '/v1/catalogue') return
    // A page that is left takes its last answers with it.
    response.text().then(receive, () => undefined)
  })
  return bytes
}

/** The secrets of a finished match that a viewer received while they were secret. */
export async function leaksOf(url: string, match: string, viewer: Viewer, { received }: Bytes): Promise<string[]> {
  const { replay } = await finishedGame(url, match)
  const secrets = secretsOf(foldable(replay.record), viewer)
  return received.flatMap(({ version, text }) => {
    const strings = stringsOf(text)
    return (secrets[version] ?? [])
      .filter((secret) => strings.has(secret))
      .map((secret) => `version ${version}, viewer ${viewer}: ${secret}`)
  })
}
