import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { Analyses } from '../analysis/index.ts'
import type { Disturbances } from '../commands/index.ts'
import type { DailyDeals } from '../deals/index.ts'
import type { Archive } from '../history/index.ts'
import type { Addresses, Limiters, MessageRate } from '../limits/index.ts'
import type { Lobby } from '../lobby/index.ts'
import type { Matches } from '../matches/index.ts'
import type { Figures } from '../metrics/index.ts'
import type { Announcements, Moderation, Overviews } from '../moderation/index.ts'
import type { Notifications } from '../notifications/index.ts'
import type { Accounts, Blocks, BotAccounts, Directory, Follows, Passkeys, Sessions, Tokens } from '../players/index.ts'
import type { Puzzles } from '../puzzles/index.ts'
import type { Tournaments } from '../tournaments/index.ts'
import type { Checks } from './checks.ts'

/** Fastify with pino as its logger, and with types from zod schemas. */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, Logger, ZodTypeProvider>

/** What the routes need. */
export interface Parts {
  matches: Matches
  lobby: Lobby
  archive: Archive
  deals: Pick<DailyDeals, 'on' | 'get'>
  analyses: Pick<Analyses, 'get'>
  puzzles: Pick<Puzzles, 'daily' | 'next' | 'answer' | 'rating' | 'ownAnswers' | 'forget'>
  tournaments: Tournaments
  tokens: Tokens
  sessions: Sessions
  accounts: Accounts
  bots: BotAccounts
  passkeys: Passkeys
  blocks: Blocks
  follows: Follows
  directory: Directory
  moderation: Moderation
  announcements: Announcements
  overviews: Overviews
  notifications: Notifications
  /** Which /metrics shows. */
  figures: Figures
  log: Logger
  /** `needed`: what must answer for this node to be ready. `wanted`: what matches can go on without for a while. */
  checks: { needed: Checks<'live'>; wanted: Checks<'history'> }
  /** Makes callers take turns. @throws CodedError `busy` */
  work: { turn(player: string): Promise<void>; turnOfAddress(address: string): Promise<void> }
  /** Where requests come from. */
  addresses: Addresses
  /** Limits of single routes. */
  limiters: Limiters
  /** What players send, through all doors of this node. */
  rate: MessageRate
  /** How many connections, and how many streams, one address may have. */
  connectionsPerAddress: number
  /** Present in test mode. */
  disturbances?: Disturbances | undefined
  /** Aborted once the server is stopping. */
  stopping: AbortSignal
  settings: {
    corsOrigins: string[]
    /** The proxies whose `X-Forwarded-Proto` and `X-Forwarded-Host` are believed; by default none. */
    trustProxy?: string[]
    rates: { httpPerMinute: number; guestsPerMinute: number }
    /** Whether webhooks and Web Push are sent anywhere; by default they are. */
    notifies?: boolean
    /** Where people reach the server, as `https://example.org`; by default, requests say it. */
    publicUrl?: string | undefined
    /** How long a request may take to arrive (ms). */
    requestTimeoutMs?: number
    /** Whether the page for people is served. */
    web?: boolean
    /** Whether the server plays bots; by default it does not. */
    playsBots?: boolean
    /** Whether there is a ladder of engines; by default there is none. */
    ladder?: boolean
    /** Whether the server is in test mode; by default it is not. */
    testMode?: boolean
  }
}
