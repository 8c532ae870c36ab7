import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { preHandlerHookHandler } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { RouteName } from '../../protocol/index.ts'
import { ALL_ROUTES, ERRORS, TAGS } from '../../protocol/index.ts'
import { digest, isKnown, REVALIDATED } from '../caching.ts'
import type { App } from '../parts.ts'
import { SCHEMAS } from './components.ts'
import { finish } from './finish.ts'
import { HEADERS } from './headers.ts'
import type { Json, JsonObject } from './json.ts'
import { mapObjects } from './json.ts'
import { finishOperations } from './operations.ts'
import { WEBHOOKS } from './webhooks.ts'

const PATH = '/docs'

const errorTable = Object.entries(ERRORS)
  .map(([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`)
  .join('\n')

const DESCRIPTION = `Authoritative server for two-player matches of 7 Wonders Duel. A client needs no rules: the
\`board\` of a view lists every legal action of its viewer. Clients can do the same over Socket.IO: the
[events of the socket](/docs/events). [The protocol](/docs/protocol) explains both.

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
  const schemaRegistry = SCHEMAS
  const transform = createJsonSchemaTransform({ schemaRegistry, skipList: [] })
  const transformObject = createJsonSchemaTransformObject({ schemaRegistry })
  app.addHook('onRoute', ({ url, method, schema }) => {
    if (schema?.hide !== true) for (const each of [method].flat()) if (each !== 'HEAD') requireDeclared(each, url)
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
    transform,
    transformObject: (document) => {
      const { components, paths, ...rest } = mapObjects(transformObject(document) as unknown as Json, described) as {
        components: JsonObject & { schemas: JsonObject }
        paths: Record<string, Record<string, JsonObject>>
      }
      const { schemas, ...others } = components
      const finished = finish({ ...rest, paths: finishOperations(paths, schemas), webhooks: WEBHOOKS }, schemas)
      return { ...finished.rest, components: { ...others, headers: HEADERS, schemas: finished.components } } as never
    },
  })
  await app.register(swaggerUi, {
    routePrefix: PATH,
    // The page loads everything from this server, has styles of its own, and asks no validator elsewhere.
    staticCSP:
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; " +
      "frame-ancestors 'none'",
    // The bar at the top would have the name of Swagger, and a field for the address of another document.
    uiConfig: { validatorUrl: null, deepLinking: true, layout: 'BaseLayout' },
    theme: { title: 'Curia: routes' },
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

/** A response without a description of its own is described by what it is. */
const described = (object: JsonObject): JsonObject =>
  object.description === 'Default Response' ? { ...object, description: 'The answer' } : object

/** @throws Error if a route is not declared. */
function requireDeclared(method: string, url: string): void {
  const name = `${method} ${url.replace(/:(\w+)/g, '{$1}')}`
  if (!ALL_ROUTES.has(name as RouteName)) throw new Error(`the route ${name} is not declared in src/protocol`)
}
