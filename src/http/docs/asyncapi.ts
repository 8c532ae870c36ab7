import { z } from 'zod'
import type { Command } from '../../protocol/index.ts'
import { COMMANDS, errorBodySchema, ERRORS, errorsOfCommand, SERVER_EVENTS } from '../../protocol/index.ts'
import { namedSchemas } from './components.ts'
import { finish, received } from './finish.ts'
import type { Json, JsonObject } from './json.ts'
import { mapObjects, omit, referenceTo } from './json.ts'

const DESCRIPTION = `Every event of the Socket.IO connection, generated from the schemas that check the messages.

A client connects to the path \`/socket.io/\` with \`auth: { token }\`. It sends each event with one payload and asks for an
acknowledgement, which is \`{ ok: true, … }\` with the fields of the answer, or \`{ ok: false, error: { code, message, details? } }\`.
A client without a token that sends \`auth: { visitor: true }\` is a visitor: it may watch public matches. Events that visitors may
send say so; every other one is refused as \`token-missing\`.
With \`updateInAnswer: true\` next to the token, the answer to a command has its update, and no \`match:update\` brings it.
The server may add events, and optional fields, in later versions: a client ignores what it does not know.

Texts that people write have their lengths in characters as people count them (grapheme clusters), as the description of
each field says. Their \`maxLength\` bounds the code points of any valid text; it is not how many characters may be used.`

/** The one channel, and the prefix of references to its messages. */
const CHANNEL = 'socket'
const MESSAGES = `#/channels/${CHANNEL}/messages/`

/** An AsyncAPI 3 document of all socket events, on a server that people reach at `origin`. */
export function asyncApi(origin = 'http://localhost:3000'): JsonObject {
  const { protocol, host } = new URL(origin)
  const schemas = new Collected()
  const messages: JsonObject = {}
  const operations: JsonObject = {}
  for (const [event, command] of Object.entries<Command>(COMMANDS)) {
    const { request, answer, summary } = command
    const [id, reply] = [idOf(event), `${idOf(event)}Reply`]
    messages[id] = { name: event, title: event, summary, payload: schemas.add(request, 'input') }
    messages[reply] = {
      name: event,
      title: `${event}, acknowledged`,
      payload: schemas.add(acknowledgementOf(answer), 'output'),
    }
    operations[id] = {
      action: 'receive',
      title: event,
      summary,
      description: describe(command),
      'x-errors': errorsOfCommand(command),
      channel: { $ref: `#/channels/${CHANNEL}` },
      messages: [{ $ref: MESSAGES + id }],
      reply: { channel: { $ref: `#/channels/${CHANNEL}` }, messages: [{ $ref: MESSAGES + reply }] },
    }
  }
  for (const [event, { payload, summary }] of Object.entries(SERVER_EVENTS)) {
    const id = `${idOf(event)}Event`
    messages[id] = { name: event, title: event, summary, payload: schemas.add(payload, 'output') }
    operations[id] = {
      action: 'send',
      title: event,
      summary,
      channel: { $ref: `#/channels/${CHANNEL}` },
      messages: [{ $ref: MESSAGES + id }],
    }
  }
  schemas.add(errorBodySchema, 'output')
  const { rest, components } = finish(messages, schemas.components)
  return {
    asyncapi: '3.1.0',
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
      [CHANNEL]: { address: '/', title: 'The connection', description: 'All events of one connection', messages: rest },
    },
    operations,
    components: {
      schemas: components,
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

/** The acknowledgement of an event: the fields of its answer in addition to `ok: true`, or a failure. */
const acknowledgementOf = (answer: z.ZodType): z.ZodType => z.union([withOk(answer), errorBodySchema])

/** @throws Error if an answer is neither an object nor a union of objects, because `ok` must be one of its fields. */
function withOk(answer: z.core.$ZodType): z.ZodType {
  if (answer instanceof z.ZodObject) return z.strictObject({ ok: z.literal(true), ...answer.shape })
  if (answer instanceof z.ZodUnion) return z.union(answer.options.map(withOk))
  throw new Error('an answer of the socket is an object')
}

/** Schemas as JSON, and the components that they refer to. */
class Collected {
  readonly components: Record<string, Json> = {}

  add(schema: z.ZodType, io: 'input' | 'output'): Json {
    const suffix = io === 'input' ? 'Input' : ''
    const made = z.toJSONSchema(schema, { io, target: 'draft-7', metadata: namedSchemas(), unrepresentable: 'any' })
    const { definitions = {}, ...json } = omit(made as JsonObject, '$schema', 'id')
    const linked = (value: Json): Json =>
      mapObjects(value, (object) => {
        const { $ref } = object
        if (typeof $ref !== 'string') return isNamed(object) ? omit(object, 'id') : object
        return referenceTo($ref.replace(/^#\/(definitions|\$defs)\//, '') + suffix)
      })
    for (const [name, component] of Object.entries(definitions as JsonObject)) {
      this.components[name + suffix] = linked(component)
    }
    const id = namedSchemas().get(schema)?.id
    const whole = io === 'output' ? received(linked(json)) : linked(json)
    if (id === undefined) return whole
    // A component that is referred to from within itself is a definition already.
    this.components[id + suffix] ??= whole
    return referenceTo(id + suffix)
  }
}

/** Whether a schema has the name of a component, and is not the map of properties of another one. */
const isNamed = (object: JsonObject): boolean => typeof object.id === 'string'
