import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App, Parts } from './parts.ts'
import { sendWelcome, welcomeRoute } from './welcome.ts'

/** Where `npm run build:web` puts the page; the same from `src/http` and from `dist/http`. */
const BUILT_PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The addresses that the page draws itself, beside `/`. */
const SCREENS = [
  '/join/:code',
  '/match/:id',
  '/games',
  '/games/:id',
  '/games/:id/fairness',
  '/players/:id',
  '/leaderboards',
  '/leaderboards/:kind',
  '/watch',
  '/account',
  '/settings',
  '/learn',
  '/learn/:lesson',
  '/rules',
]

/**
 * What the page may load: its own files and its own server. `'self'` covers the socket. Scripts set styles through the
 * CSSOM, never as text. `data:` is for the textures of cards, which the build puts into the style sheet.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types svelte-trusted-html curia-service-worker',
].join('; ')

/** The documents, also as they were compressed. */
const DOCUMENT = /\.html(?:\.(?:br|gz))?$/
/** Files whose names have the hash of their content. */
const HASHED = `${join(BUILT_PAGE, 'assets')}/`
const YEAR_S = 365 * 86_400

/**
 * Serves the page on which people play, as the build compressed it, to clients that accept HTML by name: browsers do.
 * Browsers retain its hashed files for a year. They request the document each time, so that a new version is there
 * with the next load. Every other client is answered as if there were no page; so is every client if it is switched
 * off or not built.
 */
export async function webRoutes(app: App, { settings, log }: Parts): Promise<void> {
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
    },
  })
  app.get('/', { schema: { hide: true } }, (request, reply) => {
    reply.header('vary', 'accept, accept-encoding')
    return acceptsHtml(request) ? reply.sendFile('index.html') : sendWelcome(reply)
  })
  for (const screen of SCREENS) {
    app.get(screen, { schema: { hide: true } }, (request, reply) => {
      reply.header('vary', 'accept, accept-encoding')
      return acceptsHtml(request) ? reply.sendFile('index.html') : reply.callNotFound()
    })
  }
}

const hasPage = ({ web = false }: Parts['settings']): boolean => web && existsSync(join(BUILT_PAGE, 'index.html'))

/** What is not for people, and files. */
const NO_SCREEN = /^\/(?:v1|docs|socket\.io)(?:\/|$)|\.[^/]*$/

/**
 * What answers a person at an unknown address: the page, which says that there is no such page. It returns null for every
 * other request, and where there is no page.
 */
export function missingPage({ settings }: Parts): (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null {
  if (!hasPage(settings)) return () => null
  return (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (request.method !== 'GET' || !acceptsHtml(request) || NO_SCREEN.test(path)) return null
    return reply.header('vary', 'accept, accept-encoding').code(404).sendFile('index.html')
  }
}

const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false
