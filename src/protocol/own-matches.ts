import { z } from 'zod'
import { gameKindSchema } from './kinds.ts'
import { nextPage, pageMessageSchema, pageQuerySchema } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { invitationCode, matchId, seat, timestamp, version } from './primitives.ts'
import { gameOfSeriesSchema } from './series.ts'
import { originSchema, termsSchema } from './terms.ts'

/** Which page of the caller's matches, over HTTP, and over a socket. */
export const ownMatchesQuerySchema = pageQuerySchema
export const ownMatchesRequestSchema = pageMessageSchema
export type OwnMatchesRequest = z.infer<typeof ownMatchesRequestSchema>

export const playerWatchRequestSchema = z.strictObject({})
export const playerUnwatchRequestSchema = z.strictObject({})

/** A match that has not ended, as a player who has a seat in it sees it in a list. */
export const ownMatchSchema = z
  .strictObject({
    match: matchId,
    you: seat.optional().describe('The seat of the caller; left out while a match waits that is rated or has bids'),
    opponent: playerRefSchema.optional().describe('Left out while nobody has joined'),
    status: z.enum(['waiting', 'playing']),
    kind: gameKindSchema,
    terms: termsSchema,
    origin: originSchema,
    series: gameOfSeriesSchema.optional(),
    version,
    toAct: seat.optional().describe('The seat that decides now; left out while nobody has joined'),
    deadline: timestamp
      .optional()
      .describe('When the time of the seat whose clock runs is over; left out while no clock runs'),
    since: timestamp.describe('When the caller took the seat'),
    code: invitationCode.optional().describe('The invitation code, for the host, while nobody has joined'),
  })
  .meta({ id: 'OwnMatch' })
export type OwnMatch = z.infer<typeof ownMatchSchema>

/** A page of the caller's matches that have not ended. */
export const ownMatchesAnswerSchema = z
  .strictObject({
    matches: z.array(ownMatchSchema).describe('The seat that was taken last comes first'),
    now: timestamp.describe('The time of the list, by the clock of `deadline`'),
    ...nextPage,
  })
  .meta({ id: 'OwnMatches' })
export type OwnMatchesAnswer = z.infer<typeof ownMatchesAnswerSchema>
