import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import type { Identity, Issued, Sessions } from '../players/index.ts'
import { CodedError } from '../protocol/index.ts'
import { FOR_CALLER } from './caching.ts'
import type { App } from './parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The player of the token. Null without a token, and on routes that take none. */
    identity: Identity | null
  }
}

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
type Security = Record<string, string[]>[]
/** The options of a route, with the check of the token and with what the OpenAPI document says of it. */
type Declared<Options extends { schema: FastifySchema }> = Omit<Options, 'schema'> & {
  preValidation: Check
  schema: Options['schema'] & { security: Security }
}

/**
 * Declares how a route takes tokens: in its hook, which runs before the request is validated, and in its documentation.
 * A token must be valid even where none is needed. No cache may keep an answer to one, unless the route says otherwise.
 */
export interface Auth {
  required: <Options extends { schema: FastifySchema }>(options: Options) => Declared<Options>
  optional: <Options extends { schema: FastifySchema }>(options: Options) => Declared<Options>
}

export function addAuth(app: App, sessions: Pick<Sessions, 'authenticate'>): Auth {
  app.decorateRequest('identity', null)
  const required: Check = async (request, reply) => {
    // What a route says later counts.
    reply.header('cache-control', FOR_CALLER)
    request.identity = await sessions.authenticate(bearer(request.headers.authorization))
  }
  const optional: Check = async (request, reply) => {
    if (request.headers.authorization !== undefined) await required(request, reply)
  }
  const declare =
    (preValidation: Check, security: Security) =>
    <Options extends { schema: FastifySchema }>({ schema, ...options }: Options): Declared<Options> => ({
      ...options,
      preValidation,
      schema: { ...schema, security },
    })
  return { required: declare(required, [{ token: [] }]), optional: declare(optional, [{ token: [] }, {}]) }
}

/** The player of the token, on a route that needs one. @throws CodedError `token-missing` */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new CodedError('token-missing')
  return request.identity
}

/** What a client is told of its token; `tokenAnswer` also has the token, for a new one. */
export const identityAnswer = ({ player, expiresAt }: Identity) => ({ player, expiresAt })
export const tokenAnswer = (issued: Issued) => ({ ...identityAnswer(issued), token: issued.token })

/** @throws CodedError `token-invalid` */
function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const token = /^Bearer +(\S+)$/i.exec(header.trim())?.[1]
  if (token === undefined) throw new CodedError('token-invalid', 'The Authorization header must be: Bearer TOKEN')
  return token
}
