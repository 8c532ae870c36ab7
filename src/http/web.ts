import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { digest, isKnown, OWN, REVALIDATED, varyBy } from './caching.ts'
import { readDocument } from './document.ts'
import { originOf } from './origin.ts'
import type { App, Parts } from './parts.ts'
import { PICTURE, pictureRoutes } from './pictures.ts'
import { NEUTRAL } from './preview-texts.ts'
import { codeOf, Previews } from './previews.ts'
import { readScreens } from './screens.ts'
import { sendWelcome, welcomeRoute } from './welcome.ts'

/** Where `npm run build:web` puts the page; the same from `src/http` and from `dist/http`. */
const BUILT_PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/**
 * What the page may load: its own files and its own server. `'self'` covers the socket. Scripts set styles through the
 * CSSOM, never as text. `data:` is for the textures of cards, which the build puts into the style sheet.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html curia-service-worker',
].join('; ')

/**
 * What a script may load that runs as a worker: not the policy of the page counts for it, but that of its own file. The
 * service worker requests the files of the page, and what the page requests through it.
 */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** The documents and the scripts, also as they were compressed. */
const DOCUMENT = /\.html(?:\.(?:br|gz))?$/
const SCRIPT = /\.js(?:\.(?:br|gz))?$/
/** Files whose names have the hash of their content. */
const HASHED = `${join(BUILT_PAGE, 'assets')}/`
const YEAR_S = 365 * 86_400

/** The kinds of answers to someone who opens an address, the one first that a client gets who does not care. */
const PAGE_FIRST = ['html', 'json']
const DATA_FIRST = ['json', 'html']

/**
 * Serves the page on which people play, to clients that prefer it to data: browsers, and the programs of messengers,
 * which accept everything. Each of its addresses has a document that says what the link leads to. It is requested each
 * time, so that a new version is there with the next load. Browsers retain the hashed files for a year, as the build
 * compressed them. Every other client is answered as if there were no page; so is every client if it is switched off or
 * not built.
 */
export async function webRoutes(app: App, parts: Parts): Promise<void> {
  const { settings, log } = parts
  if (!hasPage(settings)) {
    if (settings.web) log.warn('the page is not served: it is not built (npm run build:web)')
    return welcomeRoute(app)
  }
  await app.register(fastifyStatic, {
    root: BUILT_PAGE,
    // A route for each file: any other path is an unknown route.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.startsWith(HASHED) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      if (DOCUMENT.test(path)) reply.header('content-security-policy', POLICY)
      else if (SCRIPT.test(path)) reply.header('content-security-policy', WORKER_POLICY)
    },
  })
  const documentOf = readDocument(join(BUILT_PAGE, 'index.html'))
  const previews = new Previews(parts)
  const screens = readScreens(BUILT_PAGE)
  pictureRoutes(app, screens, previews)
  for (const [screen, subject] of Object.entries(screens)) {
    app.get(screen, { schema: { hide: true } }, async (request, reply) => {
      varyBy(reply, VARY)
      if (!isWanted(request, PAGE_FIRST)) return screen === '/' ? sendWelcome(reply) : reply.callNotFound()
      const found = await previews.of(subject, request)
      const [path, picture] = [pathOf(request), found && pathOf(request, PICTURE)]
      const document = documentOf(found?.preview ?? NEUTRAL, { origin: originOf(request, settings), path, picture })
      // What has an address that the request itself gave is for this client alone.
      const caching = settings.publicUrl === undefined ? OWN : REVALIDATED
      // A browser takes the headers of a 304 for those of the document that it has.
      reply.headers({ 'content-type': HTML, 'content-security-policy': POLICY })
      if (isKnown(request, reply, digest(document), caching)) return reply.code(304).send()
      return document
    })
  }
}

const VARY = 'accept, accept-encoding'
const HTML = 'text/html; charset=utf-8'

const hasPage = ({ web = false }: Parts['settings']): boolean => web && existsSync(join(BUILT_PAGE, 'index.html'))

/** Whether a client prefers the page, or cares as little and gets it first. */
const isWanted = (request: FastifyRequest, kinds: string[]): boolean => request.type(kinds) === 'html'

/** The address of a link on this server, without what others have added to it. */
function pathOf({ routeOptions, params, query }: FastifyRequest, below = ''): string {
  const named = params as Readonly<Record<string, string>>
  const path = routeOptions.url!.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(named[name]!)) + below
  const code = codeOf(query)
  return code === undefined ? path : `${path}?code=${code}`
}

/**
 * What answers a person at an unknown address: the page, which says that there is no such page. Only who opens an
 * address prefers a page by name. It returns null for every other request, and where there is no page.
 */
export function missingPage({
  settings,
}: Parts): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null {
  if (!hasPage(settings)) return () => null
  return (request, reply) => {
    if (!['GET', 'HEAD'].includes(request.method) || !isWanted(request, DATA_FIRST)) return null
    return varyBy(reply, VARY).code(404).sendFile('index.html')
  }
}
