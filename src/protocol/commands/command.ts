import { z } from 'zod'
import { challengeParamsSchema } from '../challenges.ts'
import type { ErrorCode } from '../errors.ts'
import { LIVE_ERRORS } from '../errors.ts'
import { matchParamsSchema } from '../http.ts'
import { commitAnswerSchema } from '../matches.ts'
import type { Route, RouteName } from '../routes/route.ts'

/** What a player can do, whichever way the wish comes: its name is that of the event of the socket. */
export interface Command {
  summary: string
  description?: string
  /** The payload, and the answer in addition to `ok: true`. */
  request: z.ZodType
  answer: z.ZodType
  /** The errors that are particular to it. */
  errors: readonly ErrorCode[]
  /** How many plain messages it counts for, if not one, with a payload that is not checked yet. */
  weight?: number | ((payload: unknown) => number)
  /** Whether visitors may send it, who have no token. */
  forVisitors?: true
  /** It commits an entry to a match: over the socket, the answer may have the update. */
  commits?: true
  /** The door that HTTP has for it. */
  http?: Door
}

/** What a command has over HTTP that differs. */
export interface Door extends Pick<Route, 'id' | 'tag' | 'params' | 'query' | 'body'> {
  route: RouteName
  /** What it does, if that is something else: nobody watches anything over HTTP. */
  summary?: string
  /** What is to be said of this door alone. */
  description?: string
  /** The field of the request that is `{id}` in the path. The others are in the query, or in the body. */
  subject?: 'match' | 'challenge'
  /** By status, if it is not 200 with the answer of the command. */
  answers?: Route['answers']
  headers?: Route['headers']
  /** Nobody needs a token, or can send one. */
  open?: true
}

/** The errors of whatever ends a match, or has to do with that. */
export const ENDING = ['not-your-match', 'match-over', 'stale', ...LIVE_ERRORS] as const satisfies readonly ErrorCode[]

/** A door of a match, which is in the path. */
export const OF_MATCH = { tag: 'matches', params: matchParamsSchema, subject: 'match' } as const
/** A door of a challenge, which is in the path. */
export const OF_CHALLENGE = { tag: 'lobby', params: challengeParamsSchema, subject: 'challenge' } as const
/** Over HTTP an answer has no update. */
export const COMMITTED = { 200: commitAnswerSchema } as const

/** The answer that is `ok: true` alone. */
export const nothing = z.strictObject({})
