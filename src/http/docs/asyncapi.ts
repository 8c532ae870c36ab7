import { z } from 'zod'
import type { Command } from '../../protocol/index.ts'
import {
  COMMANDS,
  errorBodySchema,
  ERRORS,
  errorsOfCommand,
  HANDSHAKE_ERRORS,
  handshakeSchema,
  SERVER_EVENTS,
} from '../../protocol/index.ts'
import { SCHEMAS } from './components.ts'
import { finish, INPUT } from './finish.ts'
import type { Json, JsonObject } from './json.ts'
import { mapObjects, omit, referenceTo } from './json.ts'
import { nameFrom } from './separate.ts'

const DESCRIPTION = `Every event of the Socket.IO connection, generated from the schemas that check the messages.

A client connects to the path \`/socket.io/\` with \`auth: { token }\`. It sends each event with one payload and asks for an
acknowledgement, which is \`{ ok: true, … }\` with the fields of the answer, or \`{ ok: false, error: { code, message, details? } }\`.
A client without a token that sends \`auth: { visitor: true }\` is a visitor: it may watch public matches. Events that visitors may
send say so; every other one is refused as \`token-missing\`.
With \`updateInAnswer: true\` next to the token, the answer to a command has its update, and no \`match:update\` brings it.
The server may add events, and optional fields, in later versions: a client ignores what it does not know.

Texts that people write have their lengths in characters as people count them (grapheme clusters), as the description of
each field says. Their \`maxLength\` bounds the code points of any valid text; it is not how many characters may be used.`

/** The one channel. */
const CHANNEL = 'socket'
const CHANNEL_REFERENCE = { $ref: `#/channels/${CHANNEL}` }

/** An AsyncAPI 3 document of all socket events, on a server that people reach at `origin`. */
export function asyncApi(origin = 'http://localhost:3000'): JsonObject {
  const { protocol, host } = new URL(origin)
  const schemas = new Collected()
  const messages: JsonObject = {}
  const operations: JsonObject = {}
  /** Adds a message, and answers with a reference to it. */
  const message = (id: string, title: string, summary: string, payload: Json): JsonObject => {
    messages[id] = { name: title, title, summary, payload }
    return { $ref: `${CHANNEL_REFERENCE.$ref}/messages/${id}` }
  }
  operations.connect = {
    action: 'receive',
    title: 'connect',
    summary: 'The handshake',
    description:
      'The payload is `auth` of the handshake of Socket.IO. A refusal is a `connect_error` with this `data`.',
    'x-errors': [...HANDSHAKE_ERRORS],
    channel: CHANNEL_REFERENCE,
    messages: [message('connect', 'connect', 'Who connects', schemas.add('Handshake', handshakeSchema, 'input'))],
    reply: {
      channel: CHANNEL_REFERENCE,
      messages: [
        message(
          'connectError',
          'connect_error',
          'The connection is refused',
          schemas.add('FailureError', errorBodySchema.shape.error, 'output'),
        ),
      ],
    },
  }
  for (const [event, command] of Object.entries<Command>(COMMANDS)) {
    const { request, answer, summary } = command
    const id = idOf(event)
    const name = nameFrom(event)
    const reply = schemas.union(`${name}Reply`, [
      schemas.add(`${name}Answer`, withOk(answer), 'output'),
      schemas.add('Failure', errorBodySchema, 'output'),
    ])
    operations[id] = {
      action: 'receive',
      title: event,
      summary,
      description: describe(command),
      'x-errors': errorsOfCommand(command),
      channel: CHANNEL_REFERENCE,
      messages: [message(id, event, summary, schemas.add(`${name}Message`, request, 'input'))],
      reply: {
        channel: CHANNEL_REFERENCE,
        messages: [message(`${id}Reply`, `${event}, acknowledged`, `What answers ${event}`, reply)],
      },
    }
  }
  for (const [event, { payload, summary }] of Object.entries(SERVER_EVENTS)) {
    const id = `${idOf(event)}Event`
    operations[id] = {
      action: 'send',
      title: event,
      summary,
      channel: CHANNEL_REFERENCE,
      messages: [message(id, event, summary, schemas.add(`${nameFrom(event)}Payload`, payload, 'output'))],
    }
  }
  const { rest, components } = finish(messages, schemas.components)
  return {
    // What generators read: modelina knows no 3.1, of which nothing would be used.
    asyncapi: '3.0.0',
    info: {
      title: 'Curia',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/json',
    servers: {
      here: {
        host: '{host}',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        pathname: '/socket.io/',
        description: 'This server, by Socket.IO 4',
        variables: { host: { default: host, description: 'Host and port of the server' } },
        security: [{ $ref: '#/components/securitySchemes/token' }],
      },
    },
    channels: {
      [CHANNEL]: {
        address: '/',
        title: 'The connection',
        description: 'All events of one connection',
        messages: Object.fromEntries(Object.keys(messages).map((id) => [id, { $ref: `#/components/messages/${id}` }])),
      },
    },
    operations,
    components: {
      messages: rest,
      schemas: mapObjects(components, (object) => omit(object, 'discriminator')) as JsonObject,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The player token, as `auth.token` of the handshake' },
      },
    },
  }
}

/** What there is to say of it, who may send it, what else does the same, and the errors that are particular to it. */
function describe({ description, forVisitors, http, errors }: Command): string {
  return [
    ...(description === undefined ? [] : [description]),
    ...(forVisitors ? ['Visitors may send it, too.'] : []),
    ...(http ? [`The same as \`${http.route}\`.`] : []),
    ...errors.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`),
  ].join('\n\n')
}

/** `match:create` as `matchCreate`. */
const idOf = (event: string): string => event.replace(/:(\w)/, (_, letter: string) => letter.toUpperCase())

/** An answer with `ok: true`. @throws Error if an answer is neither an object nor a union of objects, because `ok` must be one of its fields. */
function withOk(answer: z.core.$ZodType): z.ZodType {
  if (answer instanceof z.ZodObject) {
    const { examples = [] } = (SCHEMAS.get(answer) ?? {}) as { examples?: object[] }
    const whole = z.strictObject({ ok: z.literal(true), ...answer.shape })
    return whole.meta({ examples: examples.map((example) => ({ ok: true, ...example })) })
  }
  if (answer instanceof z.ZodUnion) return z.union(answer.options.map(withOk))
  throw new Error('an answer of the socket is an object')
}

type Io = 'input' | 'output'
const ENDINGS: Record<Io, string> = { input: INPUT, output: '' }

/** Schemas as JSON: all of them are components. */
class Collected {
  readonly components: Record<string, Json> = { ...named('input'), ...named('output') }

  /** Adds a schema, with this name if it has none of its own, and answers with a reference to it. */
  add(name: string, schema: z.ZodType, io: Io): JsonObject {
    const own = (SCHEMAS.get(schema)?.id ?? name) + ENDINGS[io]
    this.components[own] ??= linked(z.toJSONSchema(schema, { ...OPTIONS, io, metadata: SCHEMAS }) as JsonObject, io)
    return referenceTo(own)
  }

  union(name: string, anyOf: JsonObject[]): JsonObject {
    this.components[name] = { anyOf }
    return referenceTo(name)
  }
}

const OPTIONS = { target: 'draft-7', unrepresentable: 'any' } as const

/** All schemas that have a name. */
function named(io: Io): Record<string, Json> {
  const { schemas } = z.toJSONSchema(SCHEMAS, { ...OPTIONS, io, uri: (id) => `#/definitions/${id}` })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name + ENDINGS[io], linked(schema as JsonObject, io)]),
  )
}

/** A schema that refers to components. */
const linked = (schema: JsonObject, io: Io): Json =>
  mapObjects(omit(schema, '$schema', '$id', 'id', 'definitions'), (object) => {
    const { $ref } = object
    if (typeof $ref !== 'string') return isNamed(object) ? omit(object, 'id') : object
    return referenceTo($ref.replace(/^#\/(definitions|\$defs)\//, '') + ENDINGS[io])
  })

/** Whether a schema has the name of a component, and is not the map of properties of another one. */
const isNamed = (object: JsonObject): boolean => typeof object.id === 'string'
