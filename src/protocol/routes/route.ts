import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { COMMON_ERRORS } from '../errors.ts'

/** The answer without a body. */
export const NOTHING = z.undefined().describe('Done')
/** The answer to a client that already has this content. */
export const NOT_MODIFIED = z.undefined().describe('The client already has this content')

/** What routes are about. */
export const TAGS = {
  server: 'What this server is and offers',
  players: 'Players, their accounts, ratings and data',
  matches: 'Live matches',
  lobby: 'Finding an opponent, and matches to watch',
  tournaments: 'Rounds of pairings, and their standings',
  games: 'Finished games, and replays',
  notifications: 'Webhooks and Web Push',
  moderation: 'Reports and measures, for moderators',
  operation: 'Health checks',
}
export type Tag = keyof typeof TAGS

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** The method and the path, as the OpenAPI document has them: `GET /v1/games/{id}`. */
export type RouteName = `${Method} /${string}`

/** How often one address may ask for a route, on all nodes together: so many times in so many seconds. */
export interface RouteLimit {
  /** A number, or the setting of the operator that has it. */
  points: number | 'guestsPerMinute'
  seconds: number
}

/** A route: what a client sends, and what it is answered. */
export interface Route {
  /** The id of its operation in the OpenAPI document. */
  id: string
  tag: Tag
  summary: string
  description?: string
  /** Whether it takes a token: one that it needs, or one that it can do without. */
  auth: 'required' | 'optional' | 'none'
  /** What is in braces in its path. */
  params?: z.ZodObject
  query?: z.ZodType
  body?: z.ZodType
  /** By status, what a request is answered with that does not fail. */
  answers: Readonly<Partial<Record<200 | 201 | 202 | 204 | 304, z.ZodType>>>
  /** By status, what its answer says in a header, in addition to what every answer says. */
  headers?: Readonly<Record<number, readonly ('location' | 'retry-after')[]>>
  /** The media type of a stream: lines, of which the answer is one, or events. For one of events, a ticket does for a token. */
  stream?: 'application/x-ndjson' | 'text/event-stream'
  /** The errors that are particular to it. */
  errors: readonly ErrorCode[]
  /** In addition to the limit of all requests of an address. */
  limit?: RouteLimit
}

/** Whether the answer goes on for as long as the client wants. */
export const isOfEvents = (stream: Route['stream']): boolean => stream === 'text/event-stream'

/** The errors of a route for operators. */
const OPERATORS: readonly ErrorCode[] = ['internal']
/** The errors of a route that takes a token; `token-missing`, too, if it needs one. */
const WITH_TOKEN: readonly ErrorCode[] = ['token-invalid', 'token-expired', 'token-revoked', 'banned']
/** The errors of a route with a body. */
const WITH_BODY: readonly ErrorCode[] = ['payload-too-large', 'request-timeout']

/** All errors that a route may answer with. */
export const errorsOfRoute = ({ tag, auth, body, errors, stream }: Route): ReadonlySet<ErrorCode> =>
  new Set([
    ...errors,
    ...(tag === 'operation' ? OPERATORS : COMMON_ERRORS),
    ...(body ? WITH_BODY : []),
    ...(auth === 'none' ? [] : WITH_TOKEN),
    ...(isOfEvents(stream) ? (['ticket-invalid'] as const) : []),
    ...(auth === 'required' ? (['token-missing'] as const) : []),
  ])
