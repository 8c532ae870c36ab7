import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Identity, Issued } from '../players/index.ts'
import { CodedError } from '../protocol/index.ts'
import { FOR_CALLER } from './caching.ts'
import type { App, Parts } from './parts.ts'
import { ticketRedeemer } from './streams/tickets.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The player of the token. Null without a token, and on routes that take none. */
    identity: Identity | null
  }
}

type Check = (request: FastifyRequest, reply: FastifyReply) => Promise<void>
/**
 * How a route takes tokens: a hook that runs before the request is validated. A token must be valid even where none is
 * needed. No cache may keep an answer to one, unless the route says otherwise.
 */
export type Auth = Readonly<Record<'required' | 'optional', Check>>

export function addAuth(app: App, parts: Pick<Parts, 'sessions' | 'tokens' | 'limiters'>): Auth {
  const { sessions } = parts
  const redeem = ticketRedeemer(parts)
  app.decorateRequest('identity', null)
  const required: Check = async (request, reply) => {
    // What a route says later counts.
    reply.header('cache-control', FOR_CALLER)
    const ticket = ticketOf(request)
    request.identity =
      ticket === undefined ? await sessions.authenticate(bearer(request.headers.authorization)) : await redeem(ticket)
  }
  const optional: Check = async (request, reply) => {
    if (request.headers.authorization !== undefined || ticketOf(request) !== undefined) await required(request, reply)
  }
  return { required, optional }
}

/** The ticket with which a client asks for a stream that sends no header. It is not checked yet. */
const ticketOf = ({ headers, routeOptions, query }: FastifyRequest): unknown =>
  headers.authorization === undefined && routeOptions.config.ofEvents
    ? (query as { ticket?: unknown }).ticket
    : undefined

/** What a client is told of its token; `tokenAnswer` also has the token, for a new one. */
export const identityAnswer = ({ player, expiresAt }: Identity) => ({ player, expiresAt })
export const tokenAnswer = (issued: Issued) => ({ ...identityAnswer(issued), token: issued.token })
export const claimedAnswer = ({ recoveryCodes, ...issued }: Issued & { recoveryCodes: string[] }) => ({
  ...tokenAnswer(issued),
  recoveryCodes,
})

/** @throws CodedError `token-invalid` */
function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const token = /^Bearer +(\S+)$/i.exec(header.trim())?.[1]
  if (token === undefined) throw new CodedError('token-invalid', 'The Authorization header must be: Bearer TOKEN')
  return token
}
