import { z } from 'zod'
import { poolSchema } from './pools.ts'
import { matchId, timestamp } from './primitives.ts'

const waiting = z.int().min(0).describe('How many players wait in the pool')
const expectedWaitMs = z
  .int()
  .min(0)
  .describe('How long players waited there lately (ms, the median); left out until enough is known')

// Client to server --------------------------------------------------------------------------------------------------

export const queueJoinRequestSchema = poolSchema
export const queueLeaveRequestSchema = z.strictObject({})
export const queueStatusRequestSchema = z.strictObject({})

// Answers -----------------------------------------------------------------------------------------------------------

/** Where a player stands. */
export const queueAnswerSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('idle') }).describe('Waits for nobody'),
  z.strictObject({
    status: z.literal('waiting'),
    pool: poolSchema,
    since: timestamp,
    waiting,
    expectedWaitMs: expectedWaitMs.optional(),
  }),
  z
    .strictObject({
      status: z.literal('matched'),
      match: matchId,
      pool: poolSchema.optional().describe('Left out if it is not from the queue'),
    })
    .describe('Has a match: one that was found lately, or a real-time match that is still on'),
])
export type QueueAnswer = z.infer<typeof queueAnswerSchema>

/** Every pool there is. */
export const poolsAnswerSchema = z.strictObject({
  pools: z.array(z.strictObject({ pool: poolSchema, waiting, expectedWaitMs: expectedWaitMs.optional() })),
})
export type PoolsAnswer = z.infer<typeof poolsAnswerSchema>

// Server to client --------------------------------------------------------------------------------------------------

export const queueJoinedSchema = z.strictObject({ pool: poolSchema, since: timestamp })
export type QueueJoined = z.infer<typeof queueJoinedSchema>

export const queueLeftSchema = z.strictObject({
  pool: poolSchema,
  reason: z
    .enum(['left', 'gone', 'playing', 'failed'])
    .describe('He left; he was gone for too long; he began a real-time match; a match was found, but could not be made'),
})
export type QueueLeft = z.infer<typeof queueLeftSchema>

export const queueMatchedSchema = z.strictObject({ match: matchId, pool: poolSchema })
export type QueueMatched = z.infer<typeof queueMatchedSchema>
