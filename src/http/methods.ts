import { METHODS } from 'node:http'
import type { HTTPMethods } from 'fastify'
import { CodedError } from '../protocol/index.ts'
import type { App } from './parts.ts'

/** Every method that Node reads, except the one that it answers itself. */
const ALL = METHODS.filter((method) => method !== 'CONNECT') as HTTPMethods[]

/**
 * Collects the paths of all routes that are added from now on. What it returns adds, to each path, the answer to all
 * methods that it does not have: `method-not-allowed`, with a header that names those that it has. OPTIONS asks for that
 * header, and is answered with it alone.
 */
export function collectMethods(app: App): () => void {
  const paths = new Set<string>()
  for (const method of ALL) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
  app.addHook('onRoute', ({ url }) => void paths.add(url))
  return () => {
    for (const url of [...paths]) {
      const known = ALL.filter((method) => app.hasRoute({ method, url }))
      const allow = known.sort().join(', ')
      if (!known.includes('OPTIONS')) {
        app.options(url, { schema: { hide: true } }, (_request, reply) => reply.header('allow', allow).code(204).send())
      }
      app.route({
        method: ALL.filter((method) => !known.includes(method) && method !== 'OPTIONS'),
        url,
        schema: { hide: true },
        // Before the body is read: whatever is wrong with it, the method is.
        preParsing: async (_request, reply) => {
          reply.header('allow', allow)
          throw new CodedError('method-not-allowed')
        },
        handler: () => undefined,
      })
    }
  }
}
