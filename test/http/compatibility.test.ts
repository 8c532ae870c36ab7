/** The documents of this state, compared with those of the last release: docs/compatibility.md says what may change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../scripts/documents/breaking.ts'
import { breakingEvents, breakingRoutes } from '../../scripts/documents/breaking.ts'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
import { read } from '../support/markdown.ts'

type Document = Record<string, Json>
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

/** The object or the list at a place of a document. */
const at = (document: Document, ...keys: string[]): Document =>
  keys.reduce<Document>((object, key) => object[key] as Document, document)
const listAt = (document: Document, ...keys: string[]): Json[] => at(document, ...keys) as unknown as Json[]

/** What is found after one change of a document. */
function after(compare: typeof breakingRoutes, document: Document, change: (changed: Document) => void): string[] {
  const changed = structuredClone(document)
  change(changed)
  return compare(document, changed)
}

type Change = (document: Document) => void

describe('what breaks clients is found in the routes', () => {
  const GAME = ['components', 'schemas', 'Game'] as const
  const CREATE = ['components', 'schemas', 'CreateMatchRequest'] as const
  const POOLS = ['paths', '/v1/pools', 'get'] as const

  it.each<[string, Change, RegExp]>([
    [
      'a route that is gone',
      (document) => {
        delete at(document, 'paths')['/v1/pools']
      },
      /^GET \/v1\/pools: is gone/,
    ],
    [
      'an operation with another name',
      (document) => {
        at(document, ...POOLS).operationId = 'pools'
      },
      /is named pools/,
    ],
    [
      'a field of an answer that is gone',
      (document) => {
        delete at(document, ...GAME, 'properties').kind
      },
      /\.kind: is gone/,
    ],
    [
      'a field of an answer that may be missing',
      (document) => {
        const game = at(document, ...GAME)
        game.required = listAt(document, ...GAME, 'required').filter((name) => name !== 'kind')
      },
      /\.kind: may be missing/,
    ],
    [
      'a field of an answer of another type',
      (document) => {
        at(document, ...GAME, 'properties').id = { type: 'integer' }
      },
      /\.id: is integer, and was string/,
    ],
    [
      'a field that a request needs',
      (document) => {
        at(document, ...CREATE, 'properties').more = { type: 'string' }
        at(document, ...CREATE).required = ['more']
      },
      /\.more: is needed/,
    ],
    [
      'a field of a request that is gone',
      (document) => {
        delete at(document, ...CREATE, 'properties').clock
      },
      /\.clock: is gone/,
    ],
    [
      'a value of a request that is gone',
      (document) => {
        const { enum: clocks } = at(document, 'components', 'schemas', 'KnownTimeControlId') as { enum: string[] }
        at(document, ...CREATE, 'properties').clock = { type: 'string', enum: clocks.slice(1) }
      },
      /\.clock: "blitz" is gone/,
    ],
    [
      'a text of a request that must be shorter',
      (document) => {
        at(document, 'components', 'schemas', 'GuestRequest', 'properties', 'name').maxLength = 1
      },
      /maxLength is 1/,
    ],
    [
      'a parameter of a query that is gone',
      (document) => {
        const games = at(document, 'paths', '/v1/games', 'get')
        games.parameters = listAt(games, 'parameters').filter((one) => (one as Document).name !== 'kind')
      },
      /\?kind: is gone/,
    ],
    [
      'a body that is needed where there was none',
      (document) => {
        const content = { 'application/json': { schema: { type: 'object' } } }
        at(document, 'paths', '/v1/matches/{id}/hint', 'post').requestBody = { required: true, content }
      },
      /needs a body/,
    ],
  ])('%s', (_what, change, found) => {
    const all = after(breakingRoutes, routes, change)
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) expect(one).toMatch(found)
  })

  it.each<[string, Change]>([
    [
      'a route',
      (document) => {
        at(document, 'paths')['/v1/news'] = { get: at(document, ...POOLS) }
      },
    ],
    [
      'a field of an answer',
      (document) => {
        at(document, ...GAME, 'properties').more = { type: 'string' }
      },
    ],
    [
      'a field that a request may have',
      (document) => {
        at(document, ...CREATE, 'properties').more = { type: 'string' }
      },
    ],
    [
      'a type of event',
      (document) => {
        const event = at(document, 'components', 'schemas', 'Event')
        const union = 'anyOf' in event ? 'anyOf' : 'oneOf'
        const added = { type: 'object', properties: { type: { const: 'rain' } }, required: ['type'] }
        event[union] = [...listAt(event, union), added]
      },
    ],
  ])('and an addition is none: %s', (_what, change) => {
    expect(after(breakingRoutes, routes, change)).toEqual([])
  })
})

describe('what breaks clients is found in the events', () => {
  const payloadOf = (document: Document, id: string): Document => {
    const { $ref } = at(document, 'components', 'messages', id, 'payload') as { $ref: string }
    return at(document, ...$ref.slice(2).split('/'))
  }

  it.each<[string, Change, RegExp]>([
    [
      'a command that is gone',
      (document) => {
        delete at(document, 'operations').chatMute
      },
      /^chat:mute: is gone/,
    ],
    [
      'a field that a command needs',
      (document) => {
        payloadOf(document, 'matchUnwatch').required = ['match', 'reason']
      },
      /^match:unwatch\.reason: is needed/,
    ],
    [
      'a field of an event that is gone',
      (document) => {
        delete at(payloadOf(document, 'queueLeftEvent'), 'properties').reason
      },
      /^queue:left\.reason: is gone/,
    ],
  ])('%s', (_what, change, found) => {
    const all = after(breakingEvents, events, change)
    expect(all.length).toBeGreaterThan(0)
    for (const one of all) expect(one).toMatch(found)
  })
})
