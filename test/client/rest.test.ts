import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Curia } from '../../client/src/index.ts'
import type { Server } from '../support/server.ts'
import { startServer } from '../support/server.ts'
import { codeOf } from './support.ts'

type Schema = { $ref?: string; properties?: object; anyOf?: Schema[]; oneOf?: Schema[] }
interface Operation {
  parameters?: { in: string; name: string }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
/** The names of the fields of what goes to a route and comes back from it, sorted; null where there is nothing. */
type Fields = Record<'query' | 'body' | 'answer', string[] | null>

const ROUTES = fileURLToPath(new URL('../../client/src/rest/routes.ts', import.meta.url))

let server: Server
let curia: Curia
beforeAll(async () => {
  server = await startServer()
  curia = new Curia({ url: server.url })
})
afterAll(async () => {
  curia?.close()
  await server?.destroy()
})

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort()

/** The routes of the server, by method and path, from its OpenAPI document. */
async function served(): Promise<Record<string, Fields>> {
  const { paths, components } = (await (await fetch(`${server.url}/docs/json`)).json()) as OpenApi
  const fieldsOf = (schema: Schema): string[] => {
    if (schema.$ref !== undefined) return fieldsOf(components.schemas[schema.$ref.split('/').at(-1)!]!)
    return [
      ...Object.keys(schema.properties ?? {}),
      ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(fieldsOf),
    ]
  }
  const of = (schema: Schema | undefined): string[] | null => (schema ? sorted(fieldsOf(schema)) : null)
  return Object.fromEntries(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]): [string, Fields] => {
        const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
        const answers = Object.entries(responses).flatMap(([status, { content }]) =>
          status.startsWith('2') ? (content?.['application/json']?.schema ?? []) : [],
        )
        return [
          `${method} ${path}`,
          {
            query: query.length > 0 ? sorted(query) : null,
            body: of(requestBody?.content['application/json'].schema),
            answer: answers.length > 0 ? sorted(answers.flatMap(fieldsOf)) : null,
          },
        ]
      }),
    ),
  )
}

/** The routes of this client, from the types in `Routes`. */
function typed(): Record<string, Fields> {
  const program = ts.createProgram([ROUTES], {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  })
  const checker = program.getTypeChecker()
  const symbol = checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(ROUTES)!)!)
    .find(({ name }) => name === 'Routes')!
  const typeOf = (property: ts.Symbol): ts.Type => checker.getTypeOfSymbol(property)
  const fieldsOf = (type: ts.Type): string[] =>
    type.isUnion() ? type.types.flatMap(fieldsOf) : type.getProperties().map(({ name }) => name)
  const of = (route: ts.Type, part: string): string[] | null => {
    const property = route.getProperty(part)
    const fields = property ? sorted(fieldsOf(checker.getNonNullableType(typeOf(property)))) : []
    return fields.length > 0 ? fields : null
  }
  return Object.fromEntries(
    checker
      .getDeclaredTypeOfSymbol(symbol)
      .getProperties()
      .flatMap((method) =>
        typeOf(method)
          .getProperties()
          .map((path): [string, Fields] => {
            const route = typeOf(path)
            return [
              `${method.name} ${path.name}`,
              { query: of(route, 'query'), body: of(route, 'body'), answer: of(route, 'answer') },
            ]
          }),
      ),
  )
}

describe("the client's routes", () => {
  it("are the server's, with their fields", async () => {
    expect(typed()).toEqual(await served())
  })

  it('are asked with parameters, a query and a body, as the player of the session', async () => {
    const player = await curia.guest({ name: 'Ada' })
    expect((await curia.rest.get('/v1/players/me')).player).toEqual(player)
    const view = await curia.rest.post('/v1/matches', { body: { kind: 'agora', seat: 1, listed: true } })
    const { match } = view.snapshot
    expect((await curia.rest.get('/v1/matches/{id}', { params: { id: match } })).snapshot).toEqual(view.snapshot)
    const { tables } = await curia.rest.get('/v1/tables', { query: { kind: 'agora', rated: false } })
    expect(tables.map((table) => table.match)).toEqual([match])
    expect(await curia.rest.get('/v1/games', { query: { limit: 5, cursor: undefined } })).toEqual({ games: [] })
  })

  it('fail with the code of the server', async () => {
    expect(await codeOf(curia.rest.get('/v1/matches/{id}', { params: { id: 'AAAAAAAAAAAAAAAA' } }))).toBe(
      'unknown-match',
    )
    // A parameter of a path cannot change the rest of the path.
    expect(await codeOf(curia.rest.get('/v1/matches/{id}', { params: { id: '../players/me' } }))).toBe('bad-request')
    const error: unknown = await curia.rest.get('/v1/games', { query: { limit: 0 } }).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'bad-request', details: { in: 'querystring' } })
  })

  it('fail as offline when the caller aborts them, and when no server of this kind answers', async () => {
    const ending = new AbortController()
    const waiting = codeOf(
      curia.rest.get('/v1/matches/{id}', { params: { id: 'AAAAAAAAAAAAAAAA' }, signal: ending.signal }),
    )
    ending.abort()
    expect(await waiting).toBe('offline')
    expect(await codeOf(curia.rest.get('/healthz', { signal: AbortSignal.abort() }))).toBe('offline')
    const elsewhere = new Curia({ url: `${server.url}/docs/static` })
    expect(await codeOf(elsewhere.rest.get('/healthz'))).toMatch(/^(unknown-route|offline)$/)
  })
})
