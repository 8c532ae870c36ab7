import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
  RouteShorthandOptions,
} from 'fastify'
import type { z } from 'zod'
import type { Rate } from '../limits/index.ts'
import type { Identity } from '../players/index.ts'
import type { CommandName, COMMANDS, Route, RouteLimit, RouteName } from '../protocol/index.ts'
import { ALL_ROUTES, isOfEvents, ROUTES } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

type Part<Declared, Name extends string> =
  Declared extends Record<Name, infer Schema extends z.ZodType> ? z.output<Schema> : undefined
type AnswerIn<Answers> = { [Status in keyof Answers & (200 | 201 | 202)]: Answers[Status] }[keyof Answers &
  (200 | 201 | 202)]

/** A request whose parts were checked, with the player if the route needs one. */
type RequestTo<Declared, IsOfPlayer> = FastifyRequest<{
  Params: Part<Declared, 'params'>
  Querystring: Part<Declared, 'query'>
  Body: Part<Declared, 'body'>
}> &
  (IsOfPlayer extends true ? { identity: Identity } : unknown)

type Routes = typeof ROUTES
/** Answers a request to a route: with what is returned, or with the reply that it has sent. */
type Handler<Name extends keyof Routes> = (
  request: RequestTo<Routes[Name], Routes[Name] extends { auth: 'required' } ? true : false>,
  reply: FastifyReply,
) => Promise<
  (Routes[Name] extends { answers: { 204: unknown } } ? void : Answer<Routes[Name]['answers']>) | FastifyReply
>
type Answer<Answers> = AnswerIn<Answers> extends infer Schema extends z.ZodType ? z.output<Schema> : never

type Doors = { [Name in CommandName]: (typeof COMMANDS)[Name] extends { http: infer Door } ? Door : never }
/** Answers a request to the door of a command. */
export type DoorHandler<Name extends CommandName> = (
  request: RequestTo<
    Doors[Name],
    (typeof COMMANDS)[Name] extends { forVisitors: true } | { http: { open: true } } ? false : true
  >,
  reply: FastifyReply,
) => Promise<z.output<(typeof COMMANDS)[Name]['answer']> | FastifyReply>

/** What is about the server, and not about its clients. */
type Options = Pick<RouteShorthandOptions, 'handlerTimeout' | 'logLevel'> & {
  config?: Pick<FastifyContextConfig, 'forMachines' | 'weigh'>
  exposeHeadRoute?: false
  /** The header `cache-control` of its answers. */
  cache?: string
}

/** Adds a route that is declared in src/protocol/routes. @throws Error if the declaration is not complete */
export type Serve = <Name extends keyof Routes>(name: Name, handler: Handler<Name>, options?: Options) => void

/** A handler whose request is that of its route. */
export type AnyHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Adds a route of any declaration. */
export type ServeAny = (name: RouteName, route: Route, handler: AnyHandler, options?: Options) => void

/** What adds routes; `requireAll` throws if one that is declared was not added. */
export function routesOf(
  app: App,
  auth: Auth,
  { rates }: Parts['settings'],
): { serve: Serve; serveAny: ServeAny; requireAll: () => void } {
  const rateOf = ({ points, seconds }: RouteLimit): Rate => ({
    points: points === 'guestsPerMinute' ? rates.guestsPerMinute : points,
    duration: seconds,
  })
  const served = new Set<RouteName>()
  const serveAny: ServeAny = (name, route, handler, { cache, config, ...options } = {}) => {
    const [method, path] = name.split(' ') as [HTTPMethods, string]
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!)
    if (inPath.join() !== Object.keys(route.params?.shape ?? {}).join()) {
      throw new Error(`the params of ${name} are not those of its path`)
    }
    app.route({
      ...options,
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      config: {
        ...config,
        ...(route.limit && { limit: rateOf(route.limit) }),
        ...(isOfEvents(route.stream) && { ofEvents: true }),
      },
      ...(route.auth !== 'none' && { preValidation: auth[route.auth] }),
      schema: schemaOf(route),
      handler: answering(statusOf(route), cache, handler),
    })
    served.add(name)
  }
  return {
    serveAny,
    serve: (name, handler, options) => serveAny(name, ROUTES[name], handler as unknown as AnyHandler, options),
    requireAll: () => {
      const missing = [...ALL_ROUTES.keys()].filter((name) => !served.has(name))
      if (missing.length > 0) throw new Error(`these routes have no handler: ${missing.join(', ')}`)
    },
  }
}

const SECURITY: Record<Route['auth'], Record<string, string[]>[]> = {
  none: [],
  required: [{ token: [] }],
  optional: [{ token: [] }, {}],
}

/** What Fastify checks requests and answers by, and what the document says of the route. */
function schemaOf({ id, tag, summary, description, auth, params, query, body, answers, stream }: Route): FastifySchema {
  const streamed = (line: unknown) => ({
    description: isOfEvents(stream)
      ? 'Events, for as long as the client reads'
      : 'One line for each, and one at the end',
    content: { [stream!]: { schema: line } },
  })
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: SECURITY[auth],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { ...answers, ...(stream && { 200: streamed(answers[200]) }), ...failures },
  }
}

/** The status of a success, if nothing else is said. */
const statusOf = ({ answers }: Route): number => [200, 201, 204].find((status) => status in answers)!

/** Answers with this status, and this header for caches, what a handler returns. */
function answering(status: number, cache: string | undefined, handler: AnyHandler): AnyHandler {
  if (status === 200 && cache === undefined) return handler
  return async (request, reply) => {
    if (cache !== undefined) reply.header('cache-control', cache)
    const answer: unknown = await handler(request, reply.code(status))
    return status === 204 ? reply.send() : answer
  }
}
