import { z } from 'zod'
import { grows } from './grows.ts'
import { botLevelSchema } from './house-bots.ts'
import { poolSchema } from './pools.ts'
import { matchId, timestamp } from './primitives.ts'

const waiting = z.int().min(0).describe('How many players wait in the pool')
const expectedWaitMs = z
  .int()
  .min(0)
  .describe('How long players have waited there recently (ms, median); left out until enough is known')

const twin = matchId.optional().describe('The other game of the pair, in the ladder: it has begun, too')

const acceptedBot = botLevelSchema
  .optional()
  .describe('The bot that the player accepts after a time; left out for none')

// Client to server --------------------------------------------------------------------------------------------------

export const queueJoinRequestSchema = poolSchema
  .extend({
    rated: z.boolean().optional().describe('Needed, except in a pool of the ladder, which is rated'),
    bot: botLevelSchema
      .optional()
      .describe('The player accepts this bot of the server as the opponent, if nobody else is found for a time'),
  })
  .check(({ value: { pool, rated, bot }, issues }) => {
    const refuse = (path: string, message: string): void =>
      void issues.push({ code: 'custom', path: [path], message, input: rated })
    if (pool === undefined && rated === undefined) refuse('rated', 'expected true or false')
    if (pool !== undefined && rated === false) refuse('rated', 'games of the ladder are rated')
    if (pool !== undefined && bot !== undefined) refuse('bot', 'no bot of the server plays in the ladder')
  })
  .meta({ id: 'QueueRequest' })
export type QueueJoinRequest = z.infer<typeof queueJoinRequestSchema>
export const queueLeaveRequestSchema = z.strictObject({})
export const queueStatusRequestSchema = z.strictObject({})

// Answers -----------------------------------------------------------------------------------------------------------

/** The state of a player in the queue. */
export const queueAnswerSchema = z
  .discriminatedUnion('status', [
    z.strictObject({ status: z.literal('idle') }).describe('The player does not wait'),
    z
      .strictObject({
        status: z.literal('waiting'),
        pool: poolSchema,
        since: timestamp,
        bot: acceptedBot,
        waiting,
        expectedWaitMs: expectedWaitMs.optional(),
      })
      .describe('The player waits in a pool'),
    z
      .strictObject({
        status: z.literal('matched'),
        match: matchId,
        twin,
        pool: poolSchema.optional().describe('Left out if the match is not from the queue'),
      })
      .describe('The player has a match: the last one that the queue found, or a real-time match that goes on'),
  ])
  .meta({ id: 'Queue' })
export type QueueAnswer = z.infer<typeof queueAnswerSchema>

/** All pools. */
export const poolsAnswerSchema = z
  .strictObject({
    pools: z.array(
      z
        .strictObject({
          pool: poolSchema,
          waiting,
          expectedWaitMs: expectedWaitMs.optional(),
          used: z
            .boolean()
            .optional()
            .describe(
              'Whether someone waits here, was paired within the last hour, or people play such a public game, or have ' +
                'finished one within 7 days. Left out for the ladder, and while the history does not answer',
            ),
        })
        .meta({ id: 'PoolState' }),
    ),
  })
  .meta({ id: 'Pools' })
export type PoolsAnswer = z.infer<typeof poolsAnswerSchema>

// Server to client --------------------------------------------------------------------------------------------------

export const queueJoinedSchema = z
  .strictObject({ pool: poolSchema, since: timestamp, bot: acceptedBot })
  .meta({ id: 'QueueJoined' })
export type QueueJoined = z.infer<typeof queueJoinedSchema>

export const queueLeftSchema = z
  .strictObject({
    pool: poolSchema,
    reason: z
      .enum(['left', 'gone', 'playing', 'failed'])
      .describe(
        '`left`: the player left the queue; `gone`: the player was away for too long; `playing`: a real-time match of ' +
          'the player began; `failed`: an opponent was found, but the match could not be created',
      )
      .meta(grows('QueueLeftReason')),
  })
  .meta({ id: 'QueueLeft' })
export type QueueLeft = z.infer<typeof queueLeftSchema>

export const queueMatchedSchema = z
  .strictObject({ match: matchId, twin, pool: poolSchema })
  .meta({ id: 'QueueMatched' })
export type QueueMatched = z.infer<typeof queueMatchedSchema>
