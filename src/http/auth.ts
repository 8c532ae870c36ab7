import type { FastifyRequest } from 'fastify'
import type { Identity, Issued, Sessions } from '../players/index.ts'
import { CodedError } from '../protocol/index.ts'
import type { App } from './parts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the request's token stands for; null without one, or where the route does not ask. */
    identity: Identity | null
  }
}

/** Hooks for routes, run before a request is validated. A token that is there must be good even where none is needed. */
export interface Auth {
  needed: (request: FastifyRequest) => Promise<void>
  optional: (request: FastifyRequest) => Promise<void>
}

/** Documents that a route needs a token, or takes one. */
export const NEEDS_TOKEN: Record<string, string[]>[] = [{ token: [] }]
export const TAKES_TOKEN: Record<string, string[]>[] = [{ token: [] }, {}]

export function addAuth(app: App, sessions: Pick<Sessions, 'authenticate'>): Auth {
  app.decorateRequest('identity', null)
  const needed = async (request: FastifyRequest): Promise<void> => {
    request.identity = await sessions.authenticate(bearer(request.headers.authorization))
  }
  return {
    needed,
    optional: async (request) => {
      if (request.headers.authorization !== undefined) await needed(request)
    },
  }
}

/**
 * Whom a request's token stands for, on a route where one is needed.
 * @throws CodedError `token-missing`.
 */
export function identityOf(request: FastifyRequest): Identity {
  if (!request.identity) throw new CodedError('token-missing')
  return request.identity
}

/** Of whom a token stands for, what its client is told; and with it the token, where it is a new one. */
export const identityAnswer = ({ player, expiresAt }: Identity) => ({ player, expiresAt })
export const tokenAnswer = (issued: Issued) => ({ ...identityAnswer(issued), token: issued.token })

function bearer(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const token = /^Bearer +(\S+)$/i.exec(header.trim())?.[1]
  if (token === undefined) throw new CodedError('token-invalid', 'The Authorization header is not of the form: Bearer TOKEN.')
  return token
}
