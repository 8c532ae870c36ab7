import { createHash } from 'node:crypto'
import type { App, Parts } from '../parts.ts'
import { asyncApi } from './asyncapi.ts'
import { eventsPage, STYLE } from './events-page.ts'

/** The page has one style, which it contains, and nothing else: no script, no image, no other origin. */
const CSP =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Docs {
  json: string
  page: string
}

/** Both documents, by the public address. They are made when one is first asked for: it takes some tenths of a second. */
const made = new Map<string | undefined, Docs>()

function docsOf(publicUrl: string | undefined): Docs {
  const known = made.get(publicUrl)
  if (known) return known
  const document = asyncApi(publicUrl)
  const docs = { json: JSON.stringify(document), page: eventsPage(document) }
  made.set(publicUrl, docs)
  return docs
}

/** Documents the events of the socket: at /docs/asyncapi.json as AsyncAPI 3, and at /docs/events for people. */
export function eventDocs(app: App, { settings }: Pick<Parts, 'settings'>): void {
  const docs = (): Docs => docsOf(settings.publicUrl)

  app.get('/docs/asyncapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(docs().json),
  )

  app.get('/docs/events', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': CSP })
      .send(docs().page),
  )
}
