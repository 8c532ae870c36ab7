import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { preHandlerHookHandler } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { ErrorCode, Route, RouteName } from '../../protocol/index.ts'
import { ALL_ROUTES, ERRORS, errorsOfRoute, TAGS } from '../../protocol/index.ts'
import { digest, isKnown, REVALIDATED } from '../caching.ts'
import type { App } from '../parts.ts'
import { namedSchemas } from './components.ts'
import { finish, received } from './finish.ts'
import { HEADERS, withHeaders } from './headers.ts'
import type { Json, JsonObject } from './json.ts'
import { mapObjects, omit, referenceTo } from './json.ts'

const PATH = '/docs'

const errorTable = Object.entries(ERRORS)
  .map(([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`)
  .join('\n')

const DESCRIPTION = `Authoritative server for two-player matches of 7 Wonders Duel. A client needs no rules: the
\`board\` of a view lists every legal action of its viewer. Clients can do the same over Socket.IO.

The answer to a success is the documented body, the answer to a failure is
\`{ ok: false, error: { code, message, details? } }\`:

| code | status | |
|---|---|---|
${errorTable}

Texts that people write have their lengths in characters as people count them (grapheme clusters), as the description of
each field says. Their \`maxLength\` bounds the code points of any valid text; it is not how many characters may be used.`

/**
 * Documents all routes that are added later, from their schemas: at /docs for people, at /docs/json as OpenAPI 3.1. A
 * route that is not hidden and not declared in src/protocol cannot be added: then the server does not start.
 */
export async function addDocs(app: App): Promise<void> {
  const schemaRegistry = namedSchemas()
  const transform = createJsonSchemaTransform({ schemaRegistry, skipList: [] })
  const transformObject = createJsonSchemaTransformObject({ schemaRegistry })
  app.addHook('onRoute', ({ url, method, schema }) => {
    if (schema?.hide !== true) for (const each of [method].flat()) if (each !== 'HEAD') declared(each, url)
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Curia',
        version: '1',
        description: DESCRIPTION,
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: '/', description: 'This server' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (route) => {
      const transformed = transform(route)
      const schema = transformed.schema as unknown as RouteSchema
      if (!schema.hide) describeFailures(schema, declared([route.route.method].flat()[0]!, route.url))
      return transformed
    },
    transformObject: (document) => {
      const { components, paths, ...rest } = mapObjects(transformObject(document) as unknown as Json, described) as {
        components: JsonObject & { schemas: JsonObject }
        paths: Record<string, Record<string, JsonObject>>
      }
      const { schemas, ...others } = components
      const finished = finish({ ...rest, paths: answered(paths) }, schemas)
      return { ...finished.rest, components: { ...others, headers: HEADERS, schemas: finished.components } } as never
    },
  })
  await app.register(swaggerUi, {
    routePrefix: PATH,
    // The page loads everything from this server, has styles of its own, and asks no validator elsewhere.
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; " +
      "frame-ancestors 'none'",
    uiConfig: { validatorUrl: null, deepLinking: true },
    uiHooks: { preHandler: answerDocument(app) },
    logLevel: 'warn',
  })
}

/** Answers with the document, which is written once. */
function answerDocument(app: App): preHandlerHookHandler {
  let written: { text: string; tag: string } | undefined
  return (request, reply, done) => {
    if (request.routeOptions.url !== `${PATH}/json`) return done()
    if (!written) {
      const text = JSON.stringify(app.swagger())
      written = { text, tag: digest(text) }
    }
    if (isKnown(request, reply, written.tag, REVALIDATED)) void reply.code(304).send()
    else void reply.type('application/json; charset=utf-8').send(written.text)
  }
}

/** Finishes the answers of all operations: what clients receive may grow, has headers, and has one form for all failures. */
const answered = (paths: Record<string, Record<string, JsonObject>>): JsonObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, { responses, ...operation }]) => {
          const { '4XX': failure, ...known } = omit(responses as JsonObject, '5XX')
          const name = `${method.toUpperCase()} ${path}`
          return [method, { ...operation, responses: received(withHeaders(name, { ...known, default: failure! })) }]
        }),
      ),
    ]),
  )

/** A response without a description of its own is described by what it is. */
const described = (object: JsonObject): JsonObject =>
  object.description === 'Default Response' ? { ...object, description: 'The answer' } : object

/** The schema of a route, as the document will have it. */
interface RouteSchema {
  hide?: boolean
  response: Record<string, JsonObject>
}

/** The declaration of a route. @throws Error if it has none */
function declared(method: string, url: string): Route {
  const name = `${method} ${url.replace(/:(\w+)/g, '{$1}')}`
  const route = ALL_ROUTES.get(name as RouteName)
  if (!route) throw new Error(`the route ${name} is not declared in src/protocol`)
  return route
}

/** Adds the errors of a route, by status. */
function describeFailures(schema: RouteSchema, route: Route): void {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOfRoute(route)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const [status, group] of [...byStatus].sort(([a], [b]) => a - b)) schema.response[status] = failureOf(group)
}

/** The answer of a failure with one of these codes. */
function failureOf(codes: ErrorCode[]): JsonObject {
  const error = { type: 'object', properties: { code: { type: 'string', enum: codes } }, required: ['code'] }
  const particular = { type: 'object', properties: { error }, required: ['error'] }
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
    content: { 'application/json': { schema: { allOf: [referenceTo('Failure'), particular] } } },
  }
}
