import type { HTTPMethods } from 'fastify'
import { CodedError } from '../protocol/index.ts'
import type { App } from './parts.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HTTPMethods[]

/**
 * Collects the methods of every route that is added from now on. What it returns adds, to each path, the answer to the
 * other methods: `method-not-allowed`, with a header that names those that there are.
 */
export function collectMethods(app: App): () => void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const known = methodsOf.get(url) ?? new Set()
    methodsOf.set(url, known)
    for (const each of [method].flat()) known.add(each)
  })
  return () => {
    for (const [url, known] of [...methodsOf]) {
      const allow = [...known].sort().join(', ')
      const others = METHODS.filter((method) => !known.has(method) && !(method === 'HEAD' && known.has('GET')))
      if (others.length === 0) continue
      app.route({
        method: others,
        url,
        schema: { hide: true },
        handler: async (_request, reply) => {
          reply.header('allow', allow)
          throw new CodedError('method-not-allowed')
        },
      })
    }
  }
}
