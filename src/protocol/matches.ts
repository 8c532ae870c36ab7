import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { matchOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { actionId, invitationCode, matchId, seat, timestamp, version, viewer } from './primitives.ts'
import { boardSchema, scoresSchema } from './view.ts'

/** An event of the rules, as its viewer may know it. Types and fields are listed in docs/protocol.md. */
export const eventSchema = z.looseObject({ type: z.string() })

export const outcomeSchema = z.strictObject({
  by: z.enum(['military', 'science', 'politics', 'civilian', 'tie', 'resignation']),
  winner: seat.optional().describe('Left out when both share the victory'),
})

/**
 * All that one viewer may know of a match. Nothing in it is null, so that the next one can be had by applying a JSON Merge
 * Patch (RFC 7396).
 */
export const snapshotSchema = z.strictObject({
  match: matchId,
  you: viewer,
  status: z.enum(['waiting', 'playing', 'ended']),
  options: z.strictObject({ agora: z.boolean(), wonders: z.enum(['draft', 'first-game']), tiedPawn: z.enum(['chooses', 'begins']) }),
  rules: z.string().describe('Version of the rules'),
  players: z.strictObject({ 0: playerRefSchema.optional(), 1: playerRefSchema.optional() }),
  seedHash: z.string().describe('SHA-256 of the seed, shown before the first action'),
  createdAt: timestamp,
  code: invitationCode.optional().describe('For the host, while a seat is free'),
  board: boardSchema.optional().describe('Once both players are there'),
  outcome: outcomeSchema.optional(),
  scores: scoresSchema.optional().describe('Once ended'),
  seed: z.string().optional().describe('Once ended: what the deal was made from'),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** What one entry of the log meant to one viewer. */
export const stepSchema = z.strictObject({ version, at: timestamp, events: z.array(eventSchema) })
export type ViewerStep = z.infer<typeof stepSchema>

// Client to server --------------------------------------------------------------------------------------------------

export const createRequestSchema = z.strictObject({
  options: matchOptionsSchema.default({ agora: false, wonders: 'draft', tiedPawn: 'chooses' }),
  seat: z.union([seat, z.literal('random')]).default('random').describe('The seat of the one who creates; seat 0 begins'),
})
export const joinRequestSchema = z.union([z.strictObject({ match: matchId }), z.strictObject({ code: invitationCode })])
export const watchRequestSchema = z.strictObject({
  match: matchId,
  version: version.optional().describe('The last version seen: what happened since is told'),
})
export const unwatchRequestSchema = z.strictObject({ match: matchId })
export const actRequestSchema = z.strictObject({ match: matchId, actionId, version, action: actionSchema })
export const resignRequestSchema = z.strictObject({ match: matchId, actionId })
export type CreateRequest = z.infer<typeof createRequestSchema>
export type JoinRequest = z.infer<typeof joinRequestSchema>
export type ActRequest = z.infer<typeof actRequestSchema>
export type ResignRequest = z.infer<typeof resignRequestSchema>

// Answers -----------------------------------------------------------------------------------------------------------

/** A view and where it stands in the log; `missed` is what happened after the version the client named. */
export const viewAnswerSchema = z.strictObject({
  version,
  snapshot: snapshotSchema,
  missed: z.array(stepSchema).optional(),
})
export type ViewAnswer = z.infer<typeof viewAnswerSchema>

/** A command was committed as `version`; the same for every repetition of it. */
export const commitAnswerSchema = z.strictObject({ match: matchId, version, at: timestamp })
export type CommitAnswer = z.infer<typeof commitAnswerSchema>

// Server to client --------------------------------------------------------------------------------------------------

/** One for each version and viewer, with no events where it may see none. */
export const updateSchema = z.strictObject({
  match: matchId,
  version,
  at: timestamp,
  events: z.array(eventSchema),
  patch: z.record(z.string(), z.unknown()).describe('JSON Merge Patch from the snapshot of the version before'),
})
export type Update = z.infer<typeof updateSchema>

export const endedSchema = z.strictObject({ match: matchId, version, outcome: outcomeSchema, scores: scoresSchema, seed: z.string() })
export type Ended = z.infer<typeof endedSchema>

export const presenceSchema = z.strictObject({ match: matchId, seats: z.array(seat) })
export type Presence = z.infer<typeof presenceSchema>

export const drainingSchema = z.strictObject({ reconnectAfterMs: z.int() })
