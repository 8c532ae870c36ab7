import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as protocol from '../../src/protocol/index.ts'
import { COMMANDS, COMMON_ERRORS, SERVER_EVENTS } from '../../src/protocol/index.ts'
import type { Http } from '../support/http.ts'
import { openHttp } from '../support/http.ts'
import { blocksOf, readProtocol } from '../support/markdown.ts'

interface Message {
  name: string
  title: string
  payload: { $ref: string }
}
interface AsyncApi {
  operations: Record<string, { action: string; title: string; 'x-errors'?: string[] }>
  components: { schemas: Record<string, object>; messages: Record<string, Message> }
}

let http: Http
let text: string
let document: AsyncApi
beforeAll(async () => {
  http = await openHttp()
  text = (await http.app.inject('/docs/asyncapi.json')).payload
  document = JSON.parse(text) as AsyncApi
})
afterAll(() => http.close())

/** What the document says of the acknowledgement of an event, as a schema that parses. */
function replyTo(event: string): z.ZodType {
  const { schemas, messages } = document.components
  const { payload } = Object.values(messages).find(({ title }) => title === `${event}, acknowledged`)!
  const schema = JSON.stringify({ ...payload, $defs: schemas }).replaceAll('#/components/schemas/', '#/$defs/')
  return z.fromJSONSchema(JSON.parse(schema) as z.core.JSONSchema.JSONSchema)
}

describe('the AsyncAPI document', () => {
  it('has every event, in its direction', () => {
    const events = (action: string): string[] =>
      Object.values(document.operations).flatMap((operation) => (operation.action === action ? operation.title : []))
    expect(events('receive').sort()).toEqual([...Object.keys(COMMANDS), 'connect'].sort())
    expect(events('send').sort()).toEqual(Object.keys(SERVER_EVENTS).sort())
  })

  it('names the errors of each command, its own and those of every request', () => {
    for (const [name, { errors }] of Object.entries(COMMANDS)) {
      const { 'x-errors': named } = Object.values(document.operations).find(({ title }) => title === name)!
      expect(named, name).toEqual(expect.arrayContaining([...errors, ...COMMON_ERRORS]))
    }
  })

  it('describes each acknowledgement that the protocol page shows, and a failure', () => {
    const examples = new Map<unknown, unknown>()
    for (const { info, content } of blocksOf(readProtocol())) {
      const [, ack, name] = info.split(' ')
      if (ack === 'ack') examples.set((protocol as Record<string, unknown>)[`${name}Schema`], JSON.parse(content))
    }
    const failure = { ok: false, error: { code: 'stale', message: 'The match has moved on.' } }
    const compared: string[] = []
    for (const [event, { answer }] of Object.entries(COMMANDS)) {
      const reply = replyTo(event)
      expect(reply.safeParse(failure).error, event).toBeUndefined()
      expect(reply.safeParse({ ok: false }).success, event).toBe(false)
      const example = examples.get(answer)
      if (example === undefined) continue
      expect(reply.safeParse(example).error, event).toBeUndefined()
      const { ok, ...withoutOk } = example as { ok: unknown }
      expect([ok, reply.safeParse(withoutOk).success], event).toEqual([true, false])
      compared.push(event)
    }
    expect(compared).toEqual(expect.arrayContaining(['match:create', 'match:act', 'queue:status', 'lobby:matches']))
  })

  it('has the examples of the protocol', () => {
    const { schemas } = document.components
    for (const name of ['MatchWatchMessage', 'MatchActAnswer', 'Update', 'Failure']) {
      expect(schemas[name], name).toHaveProperty('examples.0')
    }
  })

  it('names each component once, and refers to nothing else', () => {
    const names = new Set(Object.keys(document.components.schemas))
    const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!))
    expect(references).toEqual(names)
    expect([...names].filter((name) => name.endsWith('Input'))).toEqual([])
    expect(text).not.toMatch(/#\/(definitions|\$defs)\//)
  })

  it('has the same components as the OpenAPI document, where both have them', async () => {
    const { body } = await http.nobody.get<AsyncApi>('/docs/json')
    const [here, there] = [document.components.schemas, body.components.schemas]
    const shared = Object.keys(here).filter((name) => name in there)
    expect(shared).toEqual(expect.arrayContaining(['Action', 'Board', 'Event', 'Failure', 'Offer', 'Snapshot']))
    for (const name of ['Board', 'CoinsGainedEvent', 'DraftWonderAction']) expect(here[name]).toEqual(there[name])
  })
})

it('the AsyncAPI document names the public address of the server', async () => {
  const known = await openHttp({ settings: { ...http.parts.settings, publicUrl: 'https://curia.example' } })
  try {
    const { servers } = JSON.parse((await known.app.inject('/docs/asyncapi.json')).payload) as { servers: object }
    expect(servers).toMatchObject({ here: { protocol: 'wss', variables: { host: { default: 'curia.example' } } } })
  } finally {
    await known.close()
  }
})

describe('the page of the events', () => {
  it('shows every event and schema, and every link leads somewhere', async () => {
    const { payload } = await http.app.inject('/docs/events')
    for (const name of [...Object.keys(COMMANDS), ...Object.keys(SERVER_EVENTS)]) {
      expect(payload.includes(`<code>${name}</code>`), name).toBe(true)
    }
    const ids = new Set([...payload.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`))
    for (const [, link] of payload.matchAll(/href="([^"]+)"/g)) {
      if (link!.startsWith('#')) expect(ids.has(link!), link).toBe(true)
      else expect((await http.app.inject(link!)).statusCode, link).toBe(200)
    }
  })

  it('loads nothing: no script, no image, no other origin', async () => {
    const { payload, headers } = await http.app.inject('/docs/events')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(payload.match(/<script|<img|<link|<iframe|https?:\/\/|\sstyle=|\son\w+=/g)).toBeNull()
  })
})
