import type { ErrorCode, Route, RouteName } from '../../protocol/index.ts'
import { ALL_ROUTES, ERRORS, errorsOfRoute } from '../../protocol/index.ts'
import { INPUT } from './finish.ts'
import { headersOf } from './headers.ts'
import type { JsonObject } from './json.ts'
import { componentOf, isObject, mapObjects, omit, referenceTo } from './json.ts'
import { nameFrom } from './separate.ts'

type Operations = Record<string, Record<string, JsonObject>>

/**
 * Finishes all operations: all failures have one form, answers have headers, a parameter has the description of its
 * schema, and a body without a name is added to the schemas, with the name of its operation.
 */
export const finishOperations = (paths: Operations, schemas: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          const route = ALL_ROUTES.get(`${method.toUpperCase()} ${path}` as RouteName)!
          return [method, finished(operation, route, schemas)]
        }),
      ),
    ]),
  )

function finished({ responses, ...operation }: JsonObject, route: Route, schemas: JsonObject): JsonObject {
  const { '4XX': failure, ...known } = omit(responses as JsonObject, '5XX')
  const all: JsonObject = { ...known, ...failuresOf(route), default: failure! }
  const answers = Object.entries(all).map(([status, answer]): [string, JsonObject] => {
    const headers = headersOf(route, status).map((name) => [name, { $ref: `#/components/headers/${name}` }])
    return [status, { ...(answer as JsonObject), headers: Object.fromEntries(headers) as JsonObject }]
  })
  const name = nameFrom(route.id)
  const sent = mapObjects(operation, (object) => described(named(object, `${name}Request${INPUT}`, schemas), schemas))
  const { requestBody } = sent as JsonObject
  return {
    ...(sent as JsonObject),
    ...(isObject(requestBody) && {
      requestBody: { ...requestBody, required: !route.body?.safeParse(undefined).success },
    }),
    responses: mapObjects(Object.fromEntries(answers), (object) => named(object, `${name}Answer`, schemas)),
  }
}

/** By status, the failures that are declared. */
function failuresOf(route: Route): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOfRoute(route)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n\n'),
        'x-errors': codes,
        content: { 'application/json': { schema: referenceTo('Failure') } },
      },
    ]),
  )
}

/** A content, whose schema is added to those that have names. */
function named(content: JsonObject, name: string, schemas: JsonObject): JsonObject {
  const { schema } = content
  if (!isObject(schema) || 'in' in content || componentOf(schema) !== null) return content
  schemas[name] = schema
  return { ...content, schema: referenceTo(name) }
}

/** A parameter, which says what its schema says. One that can be left out has no example, which a page would fill in. */
function described(parameter: JsonObject, schemas: JsonObject): JsonObject {
  const { schema, required } = parameter
  if (!('in' in parameter) || !isObject(schema)) return parameter
  const { description, deprecated } = { ...(schemas[componentOf(schema) ?? ''] as JsonObject | undefined), ...schema }
  return {
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    ...parameter,
    schema: required === true ? schema : omit(schema, 'examples'),
  }
}
