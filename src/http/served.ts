import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { REVALIDATED } from './caching.ts'
import type { App, Parts } from './parts.ts'

/** Where `npm run build:sdk` puts what is for the authors of clients; the same from `src/http` and from `dist/http`. */
const SERVED = fileURLToPath(new URL('../../served', import.meta.url))

/** A page has the style sheet and the pictures of this server, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PAGE = /\.html$/
/** They would be taken for films, and so would copies that the build had compressed. */
const TYPES = /\.d\.ts$/

/**
 * Serves the client SDK and the package of the rules that fit this server below /sdk, to pages of any origin, and the
 * documents as pages below /docs, whether or not the page for people is served. Nothing else, if they are not built.
 */
export async function servedRoutes(app: App, { log }: Pick<Parts, 'log'>): Promise<void> {
  if (!existsSync(SERVED)) return log.warn('the client SDK is not served: it is not built (npm run build:sdk)')
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: SERVED,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', REVALIDATED)
        if (path.startsWith(join(SERVED, 'sdk')))
          reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
        else reply.header('content-security-policy', POLICY)
      },
    })
    for (const file of filesOf(SERVED)) {
      const options = { schema: { hide: true } }
      if (TYPES.test(file)) {
        scope.get(`/${file}`, options, (_request, reply) =>
          reply.type('text/plain; charset=utf-8').sendFile(file, { contentType: false }),
        )
      } else {
        // What is worth compressing was compressed by the build.
        scope.get(`/${file.replace(PAGE, '')}`, { ...options, compress: false }, (_request, reply) =>
          reply.sendFile(file),
        )
      }
    }
  })
}

/** The files of a folder, without their compressed copies. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
