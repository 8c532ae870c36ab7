/** The documents of this state, compared with those of the last release: docs/compatibility.md says what may change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../scripts/documents/breaking.ts'
import { breakingEvents, breakingRoutes } from '../../scripts/documents/breaking.ts'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
import { read } from '../support/markdown.ts'

type Document = Record<string, Json>
/** A document in which a test can reach everything. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Open = any

const released = (name: string): Document => JSON.parse(read(`docs/released/${name}.json`)) as Document

let http: Http
let routes: Document
let events: Document
beforeAll(async () => {
  http = await openHttp()
  routes = (await http.nobody.get<Document>('/docs/json')).body
  events = (await http.nobody.get<Document>('/docs/asyncapi.json')).body
})
afterAll(() => http.close())

describe('no client of the last release breaks', () => {
  it('by a change of a route', () => {
    expect(breakingRoutes(released('openapi'), routes)).toEqual([])
  })

  it('by a change of a command or an event', () => {
    expect(breakingEvents(released('asyncapi'), events)).toEqual([])
  })
})

/** What is found after one change of a document. */
function after(compare: typeof breakingRoutes, document: Document, change: (changed: Open) => void): string[] {
  const changed = structuredClone(document)
  change(changed)
  return compare(document, changed)
}

describe('what breaks clients is found in the routes', () => {
  const game = (document: Open) => document.components.schemas.Game
  const create = (document: Open) => document.components.schemas.CreateMatchRequest

  it.each<[string, (document: Open) => void, RegExp]>([
    ['a route that is gone', (document) => delete document.paths['/v1/pools'], /^GET \/v1\/pools: is gone/],
    [
      'an operation with another name',
      (document) => (document.paths['/v1/pools'].get.operationId = 'pools'),
      /is named pools/,
    ],
    ['a field of an answer that is gone', (document) => delete game(document).properties.kind, /\.kind: is gone/],
    [
      'a field of an answer that may be missing',
      (document) => (game(document).required = game(document).required.filter((name: string) => name !== 'kind')),
      /\.kind: may be missing/,
    ],
    [
      'a field of an answer of another type',
      (document) => (game(document).properties.id = { type: 'integer' }),
      /\.id: is integer, and was string/,
    ],
    [
      'a field that a request needs',
      (document) => {
        create(document).properties.more = { type: 'string' }
        create(document).required = [...(create(document).required ?? []), 'more']
      },
      /\.more: is needed/,
    ],
    ['a field of a request that is gone', (document) => delete create(document).properties.clock, /\.clock: is gone/],
    [
      'a value of a request that is gone',
      (document) => create(document).properties.seat.anyOf?.pop() ?? create(document).properties.seat.enum.pop(),
      /\.seat.*is gone/,
    ],
    [
      'a text of a request that must be shorter',
      (document) => (document.components.schemas.GuestRequest.properties.name.maxLength = 1),
      /maxLength is 1/,
    ],
    [
      'a parameter of a query that is gone',
      (document) => {
        const { get } = document.paths['/v1/games']
        get.parameters = get.parameters.filter(({ name }: { name: string }) => name !== 'kind')
      },
      /\?kind: is gone/,
    ],
    [
      'a body that is needed where there was none',
      (document) => {
        const { post } = document.paths['/v1/matches/{id}/hint']
        post.requestBody = { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
      },
      /needs a body/,
    ],
  ])('%s', (_what, change, found) => {
    const all = after(breakingRoutes, routes, change)
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) expect(one).toMatch(found)
  })

  it.each<[string, (document: Open) => void]>([
    ['a route', (document) => (document.paths['/v1/news'] = { get: document.paths['/v1/pools'].get })],
    ['a field of an answer', (document) => (game(document).properties.more = { type: 'string' })],
    ['a field that a request may have', (document) => (create(document).properties.more = { type: 'string' })],
    [
      'a kind of event',
      (document) => {
        const { Event } = document.components.schemas
        ;(Event.anyOf ?? Event.oneOf).push({
          type: 'object',
          properties: { type: { const: 'rain' } },
          required: ['type'],
        })
      },
    ],
  ])('and an addition is none: %s', (_what, change) => {
    expect(after(breakingRoutes, routes, change)).toEqual([])
  })
})

describe('what breaks clients is found in the events', () => {
  const payloadOf = (document: Open, id: string): Open => document.channels.socket.messages[id].payload

  it.each<[string, (document: Open) => void, RegExp]>([
    ['a command that is gone', (document) => delete document.operations.chatMute, /^chat:mute: is gone/],
    [
      'a field that a command needs',
      (document) => payloadOf(document, 'matchUnwatch').required.push('reason'),
      /^match:unwatch\.reason: is needed/,
    ],
    [
      'a field of an event that is gone',
      (document) => delete payloadOf(document, 'queueLeftEvent').properties.reason,
      /^queue:left\.reason: is gone/,
    ],
  ])('%s', (_what, change, found) => {
    const all = after(breakingEvents, events, change)
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) expect(one).toMatch(found)
  })
})
