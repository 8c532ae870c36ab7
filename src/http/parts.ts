import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { Archive } from '../history/index.ts'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import type { Accounts, Sessions, Tokens } from '../players/index.ts'
import type { ErrorCode } from '../protocol/index.ts'

/** Fastify with this project's logger, and types taken from zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, Logger, ZodTypeProvider>

/** What the HTTP side counts, and shows under /metrics. */
export interface HttpMetrics {
  error(transport: 'http', code: ErrorCode): void
  requestBegan(): () => void
  request(method: string, route: string, status: number, seconds: number): void
  text(): Promise<string>
  contentType: string
}

/** By name, what is asked; each rejects when it does not answer. */
export type Checks = Record<string, () => Promise<void>>

/** What the routes are made of. */
export interface Parts {
  matches: Matches
  lobby: Lobby
  archive: Archive
  tokens: Tokens
  sessions: Sessions
  accounts: Accounts
  metrics: HttpMetrics
  log: Logger
  /** What must answer for this node to be ready, and what matches can go on without for a while. */
  checks: { needed: Checks; wanted: Checks }
  /** Aborted once the server is stopping. */
  stopping: AbortSignal
  settings: {
    corsOrigins: string[]
    trustProxy: string[]
    rates: { httpPerMinute: number; guestsPerMinute: number }
  }
}
