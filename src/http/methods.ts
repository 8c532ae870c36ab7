import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { CodedError, LIMITS } from '../protocol/index.ts'
import type { App } from './parts.ts'

/**
 * Answers a request whose path does not have its method. Null: the path has it, or is unknown.
 * @throws CodedError `method-not-allowed`
 */
export type AnswerOtherMethod = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null

/**
 * Collects the paths of all routes that are added from now on. What it returns answers methods that a path does not have,
 * with a header that names those that it has: OPTIONS asks for that, and the others are refused. It finds the path of a
 * request by itself: a route for each method that is refused would take 12 MB.
 */
export function collectMethods(app: App): AnswerOtherMethod {
  const paths = new Set<string>()
  const router = findMyWay({ maxParamLength: LIMITS.messageBytes })
  app.addHook('onRoute', ({ url }) => {
    if (paths.has(url)) return
    paths.add(url)
    router.on('GET', url, () => undefined, url)
  })
  const known = new Map<string, string[]>()
  const methodsOf = (url: string): string[] => {
    const methods = known.get(url) ?? app.supportedMethods.filter((method) => app.hasRoute({ method, url }))
    known.set(url, methods)
    return methods
  }
  return ({ method, raw }, reply) => {
    const url = router.find('GET', raw.url!)?.store as string | undefined
    // A path of another form may have the method: it is not this one.
    if (url === undefined || methodsOf(url).includes(method)) return null
    reply.header('allow', methodsOf(url).toSorted().join(', '))
    if (method === 'OPTIONS') return reply.code(204).send()
    throw new CodedError('method-not-allowed')
  }
}
