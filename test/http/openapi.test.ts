import { createConfig, lintFromString } from '@redocly/openapi-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLES, makeExamples } from '../../scripts/docs-tables/index.ts'
import { HEADERS } from '../../src/http/docs/headers.ts'
import { ALL_ROUTES, ERRORS } from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
import { read } from '../support/markdown.ts'

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: { description?: string }
}
interface Operation {
  operationId: string
  description?: string
  tags: string[]
  parameters?: Parameter[]
  responses: Record<string, { description: string; headers: object; 'x-errors'?: (keyof typeof ERRORS)[] }>
}
interface OpenApi {
  webhooks: object
  tags: { name: string }[]
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

let http: Http
let text: string
let document: OpenApi
beforeAll(async () => {
  http = await openHttp()
  text = (await http.app.inject('/docs/json')).payload
  document = JSON.parse(text) as OpenApi
})
afterAll(() => http.close())

const operations = (): Operation[] => Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('the OpenAPI document', () => {
  it('has nothing that the linter finds fault with', async () => {
    // `default` is the answer of every failure that a route has no other answer for.
    const rules = { 'operation-4xx-response': 'off' } as const
    const config = await createConfig({ extends: ['recommended-strict'], rules })
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })

  it('has a server, an id for each operation, and a description of each parameter', () => {
    expect(document.servers).toHaveLength(1)
    const ids = operations().map(({ operationId }) => operationId)
    expect(ids).toHaveLength(ALL_ROUTES.size)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
    for (const { operationId, parameters = [] } of operations()) {
      for (const { name, description, schema } of parameters) {
        expect(description ?? schema.description, `${operationId} ${name}`).toBeTruthy()
      }
    }
  })

  it('describes every operation, and what the server sends to a webhook', () => {
    for (const { operationId, description } of operations()) expect(description, operationId).toBeTruthy()
    expect(document.webhooks).toHaveProperty(
      ['notification', 'post', 'requestBody', 'content', 'application/json', 'schema', '$ref'],
      '#/components/schemas/Notification',
    )
    expect(document.components.schemas).toHaveProperty('TurnNotification')
  })

  it('has the examples of the protocol (npm run docs:tables)', async () => {
    const examples = await makeExamples()
    expect(read(EXAMPLES)).toBe(examples)
    const { viewAnswer, actBody } = JSON.parse(examples) as Record<string, object[]>
    const { schemas } = document.components
    expect([schemas.View, schemas.ActRequest]).toMatchObject([{ examples: viewAnswer }, { examples: actBody }])
  })

  it('has no example of a filter, with which a page would begin', () => {
    const optional = operations().flatMap(({ parameters = [] }) => parameters.filter(({ required }) => !required))
    expect(optional.length).toBeGreaterThan(0)
    for (const { name, schema } of optional) expect(schema, name).not.toHaveProperty('examples')
  })

  it('closes what clients send, and leaves open what they receive', () => {
    const { schemas } = document.components
    for (const name of ['CreateMatchRequest', 'ActRequest', 'DiscardCardActionRequest']) {
      expect(JSON.stringify(schemas[name]), name).toContain('"additionalProperties":false')
    }
    const received = JSON.stringify(operations().map(({ responses }) => responses))
    expect(received).not.toContain('"additionalProperties":false')
    for (const name of ['Snapshot', 'CoinsGainedEvent', 'DiscardCardAction', 'Failure']) {
      expect(JSON.stringify(schemas[name]), name).not.toContain('"additionalProperties":false')
    }
  })

  it('leaves open the values that may become more, and closes them where clients send them', () => {
    const { schemas } = document.components as { schemas: Record<string, object> }
    const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    for (const name of [
      'GameKind',
      'TimeControlId',
      'BotLevel',
      'ErrorCode',
      'MatchEnding',
      'CoinReason',
      'DecisionKind',
    ]) {
      expect(schemas[name], name).toMatchObject({ anyOf: [reference(`Known${name}`), { type: 'string' }] })
    }
    for (const name of ['Event', 'Offer', 'Action']) {
      expect(schemas[name], name).toMatchObject({ anyOf: [reference(`Known${name}`), reference(`Later${name}`)] })
      expect(schemas[`Known${name}`], name).toHaveProperty('discriminator.propertyName', 'type')
    }
    for (const name of ['Seat', 'Age', 'SnapshotStatus']) expect(schemas[name], name).toHaveProperty('enum')
    expect(schemas.CreateMatchRequest).toHaveProperty('properties.kind.$ref', reference('KnownGameKind').$ref)
    expect(schemas.QueueRequest).toHaveProperty('properties.clock.$ref', reference('KnownPoolClock').$ref)
  })

  it('names the headers that answers have', async () => {
    const ada = await http.guest('Ada')
    const { snapshot } = (await ada.post<{ snapshot: { match: string } }>('/v1/matches', {})).body
    const path = `/v1/matches/${snapshot.match}`
    const answers = [
      ['GET', '/v1/server', await ada.get('/v1/server')],
      ['POST', '/v1/matches', await ada.post('/v1/matches', {})],
      ['GET', '/v1/matches/{id}', await ada.get(path)],
      ['GET', '/v1/matches/{id}', await ada.get('/v1/matches/AAAAAAAAAAAAAAAA')],
      ['GET', '/healthz', await ada.get('/healthz')],
    ] as const
    for (const [method, route, { statusCode, headers }] of answers) {
      const { responses } = document.paths[route]![method.toLowerCase()]!
      const sent = Object.keys(headers).filter((name) => name in HEADERS)
      const named = Object.keys((responses[statusCode] ?? responses.default!).headers)
      expect([route, statusCode, sent.sort()]).toEqual([route, statusCode, named.sort()])
    }
  })

  it('describes every group of operations, and no others', () => {
    const used = new Set(operations().flatMap(({ tags }) => tags))
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used)
  })

  it('has the types of texts in a query', () => {
    const schemaOf = (id: string, name: string) =>
      operations()
        .find(({ operationId }) => operationId === id)!
        .parameters!.find((each) => each.name === name)!.schema
    for (const id of ['listGames', 'listTables', 'listPublicMatches']) {
      expect(schemaOf(id, 'bots'), id).toMatchObject({ type: 'string', enum: ['true', 'false'] })
    }
    expect(schemaOf('getMatch', 'after')).toMatchObject({ type: 'integer', minimum: 0 })
  })

  it('names each component once', () => {
    const names = Object.keys(document.components.schemas)
    expect(names.filter((name) => name.endsWith('Input'))).toEqual([])
    const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    expect(new Set(names)).toEqual(references)
  })

  it('names every error that a request can get, by status', () => {
    const named = new Set<string>()
    for (const { operationId, responses } of operations()) {
      for (const [status, { 'x-errors': codes = [] }] of Object.entries(responses)) {
        for (const code of codes) {
          expect([operationId, code, ERRORS[code].status]).toEqual([operationId, code, Number(status)])
          named.add(code)
        }
      }
    }
    // Those of the socket alone, and of methods that are no routes.
    const others = ['unknown-event', 'method-not-allowed']
    expect(Object.keys(ERRORS).filter((code) => !named.has(code))).toEqual(others)
  })
})
