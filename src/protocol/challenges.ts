import { z } from 'zod'
import { grows } from './grows.ts'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { chosenOptionsSchema, gameOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { actionId, challengeId, matchId, playerId, timestamp } from './primitives.ts'
import { ratingSchema } from './ratings.ts'
import { checkSeries, seriesTermsSchema, wantedSeriesSchema } from './series.ts'
import {
  answeredBidSchema,
  bidAskedSchema,
  bidSchema,
  checkBid,
  checkRated,
  termsSchema,
  wantedSeatSchema,
} from './terms.ts'
import { textSchema } from './texts.ts'
import { offeredClockSchema } from './time-controls.ts'

const challengerSeat = wantedSeatSchema.describe(
  'The seat of the player who sends the challenge; seat 0 begins. In a rated match whoever began less often begins',
)

// Client to server --------------------------------------------------------------------------------------------------

/** A player challenges another one. */
export const challengeRequestSchema = z
  .strictObject({
    to: z
      .union([
        z.strictObject({ player: playerId }).meta({ id: 'PlayerById' }),
        z.strictObject({ name: textSchema('name').describe('The name of an account') }).meta({ id: 'PlayerByName' }),
      ])
      .describe('The player who is challenged: an account, or a guest who is online'),
    kind: gameKindSchema.default(DEFAULT_GAME_KIND),
    options: chosenOptionsSchema.prefault({}),
    clock: offeredClockSchema.default('none'),
    rated: termsSchema.shape.rated.default(false),
    visibility: termsSchema.shape.visibility.default('public'),
    seat: challengerSeat.default('random'),
    bid: bidSchema
      .optional()
      .describe('What the sender bids for the first turn (coins), as in `match:create`; whoever accepts bids, too'),
    series: wantedSeriesSchema,
    actionId: actionId
      .optional()
      .describe(
        'Chosen by the client, another one for each challenge: a repeated request answers with the same challenge',
      ),
  })
  .check(checkRated)
  .check(checkBid)
  .check(checkSeries)
  .meta({ id: 'ChallengeRequest' })
export type ChallengeRequest = z.infer<typeof challengeRequestSchema>
/** A challenge as a client sends it: every field that it leaves out has a default. */
export type ChallengeMessage = z.input<typeof challengeRequestSchema>

export const challengesRequestSchema = z.strictObject({})
export const challengeAcceptRequestSchema = z.strictObject({ challenge: challengeId, bid: answeredBidSchema })
/** Over HTTP the challenge is in the path. There need not be a body. */
export const challengeAcceptBodySchema = z.strictObject({ bid: answeredBidSchema }).optional()
/** The player who was challenged declines; the player who challenges withdraws. */
export const challengeCloseRequestSchema = z.strictObject({ challenge: challengeId })
/** Over HTTP the challenge is in the path. */
export const challengeParamsSchema = z.strictObject({ id: challengeId })

// Answers -----------------------------------------------------------------------------------------------------------

/** An open challenge. */
export const challengeSchema = z
  .strictObject({
    id: challengeId,
    from: playerRefSchema,
    to: playerRefSchema,
    rating: ratingSchema
      .optional()
      .describe('The rating of the sender for this kind of game and pace; left out for a match without a clock'),
    kind: gameKindSchema,
    options: gameOptionsSchema,
    terms: termsSchema,
    seat: challengerSeat,
    bid: bidAskedSchema,
    series: seriesTermsSchema.optional(),
    createdAt: timestamp,
    expiresAt: timestamp,
  })
  .meta({ id: 'Challenge' })
export type Challenge = z.infer<typeof challengeSchema>

export const challengeAnswerSchema = z.strictObject({ challenge: challengeSchema })
export const challengesAnswerSchema = z.strictObject({
  received: z.array(challengeSchema).describe('Newest first'),
  sent: z.array(challengeSchema).describe('Newest first'),
})
export type ChallengesAnswer = z.infer<typeof challengesAnswerSchema>
/** The match of a challenge that was accepted. */
export const challengeAcceptedAnswerSchema = z.strictObject({ match: matchId })

// Server to client --------------------------------------------------------------------------------------------------

export const challengeClosedSchema = z
  .strictObject({
    challenge: challengeId,
    reason: z.enum(['accepted', 'declined', 'withdrawn', 'expired']).meta(grows('ChallengeEnd')),
    match: matchId.optional().describe('Present for an accepted challenge: the match, which has begun'),
  })
  .meta({ id: 'ChallengeClosed' })
export type ChallengeClosed = z.infer<typeof challengeClosedSchema>

// Blocked players ---------------------------------------------------------------------------------------------------

/** A player whose challenges are refused. */
export const blockSchema = z
  .strictObject({
    id: playerId,
    name: z.string().optional().describe('The name of the account; left out for a guest'),
    bot: z.literal(true).optional().describe('The player is a program'),
    since: timestamp,
  })
  .meta({ id: 'Block' })
export type Block = z.infer<typeof blockSchema>
export const blocksAnswerSchema = z.strictObject({ blocked: z.array(blockSchema).describe('Newest first') })
