import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { App, Parts } from './parts.ts'

/** Where `npm run build:web` puts the page; the same from `src/http` and from `dist/http`. */
const BUILT_PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** The addresses that the page draws itself; everything else that is not a file or a route stays an `unknown-route`. */
const SCREENS = [
  '/',
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
]

/**
 * What the page may load: its own files and its own server. `'self'` covers the socket. Styles are set by script
 * through the
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
  'trusted-types svelte-trusted-html',
].join('; ')

/** Files whose names have the hash of their content. */
const HASHED = `${join(BUILT_PAGE, 'assets')}/`
const YEAR_MS = 365 * 86_400_000

/**
 * Serves the page on which people play, in the form that the build compressed it to. Hashed files are kept by browsers
 * for a year; the
 * document itself is asked for again each time, so that a new version is there with the next load.
 * Returns whether it is served.
 */
export async function webPage(app: App, { settings, log }: Parts): Promise<boolean> {
  if (!settings.web) return false
  if (!existsSync(join(BUILT_PAGE, 'index.html'))) {
    log.warn('the page is not served: it is not built (npm run build:web)')
    return false
  }
  await app.register(fastifyStatic, {
    root: BUILT_PAGE,
    // A route for each file: what is not there is answered like any unknown route.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.startsWith(HASHED) ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache',
      )
      if (basename(path).startsWith('index.html')) reply.header('content-security-policy', POLICY)
    },
  })
  for (const screen of SCREENS) {
    app.get(screen, { schema: { hide: true } }, (_request, reply) => reply.sendFile('index.html'))
  }
  return true
}
