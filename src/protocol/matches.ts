import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { chosenOptionsSchema, gameOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { actionId, invitationCode, matchId, seat, timestamp, version, viewer } from './primitives.ts'
import { originSchema, termsSchema } from './terms.ts'
import { timeControlIdSchema } from './time-controls.ts'
import { boardSchema, scoresSchema } from './view.ts'

/** An event of the rules, as its viewer may know it. Types and fields are listed in docs/protocol.md. */
export const eventSchema = z.looseObject({ type: z.string() })

export const outcomeSchema = z.strictObject({
  by: z.enum(['military', 'science', 'politics', 'civilian', 'tie', 'resignation', 'time', 'absence', 'agreement', 'aborted']),
  winner: seat.optional().describe('Left out when both share the victory, and when the match was aborted'),
})

const ms = z.int().min(0).describe('ms')

/** Time left, as it was at `since`: from then on the seat to act uses it up. */
export const clocksSchema = z.strictObject({
  0: ms,
  1: ms,
  running: seat.optional().describe('Left out once the match is over'),
  since: timestamp.describe('From when the time of the running seat is counted'),
})

/** What a player may do besides acting, and the other way round: the same list that his commands are checked against. */
export const mayDoSchema = z.strictObject({
  abort: z.literal(true).optional(),
  resign: z.literal(true).optional(),
  offerDraw: z.literal(true).optional(),
  answerDraw: z.literal(true).optional(),
})

/**
 * All that one viewer may know of a match. Nothing in it is null, so that the next one can be had by applying a JSON Merge
 * Patch (RFC 7396).
 */
export const snapshotSchema = z.strictObject({
  match: matchId,
  you: viewer,
  status: z.enum(['waiting', 'playing', 'ended']),
  kind: gameKindSchema,
  options: gameOptionsSchema,
  rules: z.string().describe('Version of the rules'),
  terms: termsSchema,
  origin: originSchema,
  players: z.strictObject({ 0: playerRefSchema.optional(), 1: playerRefSchema.optional() }),
  seedHash: z.string().describe('SHA-256 of the seed, shown before the first action'),
  createdAt: timestamp,
  code: invitationCode.optional().describe('For the host, while a seat is free; of a private match for both players, as it lets spectators in'),
  board: boardSchema.optional().describe('Once both players are there'),
  clocks: clocksSchema.optional().describe('Once both players are there, if the match is timed'),
  drawOffer: seat.optional().describe('Who offers a draw'),
  mayDo: mayDoSchema.optional().describe('For the players, while there is anything'),
  outcome: outcomeSchema.optional(),
  scores: scoresSchema.optional().describe('Once ended'),
  seed: z.string().optional().describe('Once ended: what the deal was made from'),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** What one entry of the log meant to one viewer. */
export const stepSchema = z.strictObject({ version, at: timestamp, events: z.array(eventSchema) })
export type ViewerStep = z.infer<typeof stepSchema>

// Client to server --------------------------------------------------------------------------------------------------

export const createRequestSchema = z
  .strictObject({
    kind: gameKindSchema.default(DEFAULT_GAME_KIND),
    options: chosenOptionsSchema.prefault({}),
    seat: z.union([seat, z.literal('random')]).default('random').describe('The seat of the one who creates; seat 0 begins'),
    clock: timeControlIdSchema.default('none'),
    rated: termsSchema.shape.rated.default(false),
    visibility: termsSchema.shape.visibility.default('public'),
    listed: z.boolean().default(false).describe('An open table: shown in the public list until somebody joins'),
  })
  .refine(({ rated, clock }) => !rated || clock !== 'none', { path: ['rated'], error: 'a match without a clock is not rated' })
  .refine(({ listed, visibility }) => !listed || visibility === 'public', { path: ['listed'], error: 'an open table is public' })
export const joinRequestSchema = z.union([z.strictObject({ match: matchId }), z.strictObject({ code: invitationCode })])
export const watchRequestSchema = z.strictObject({
  match: matchId,
  version: version.optional().describe('The last version seen: what happened since is told'),
  code: invitationCode.optional().describe('Needed by spectators of a private match'),
})
export const unwatchRequestSchema = z.strictObject({ match: matchId })
export const actRequestSchema = z.strictObject({ match: matchId, actionId, version, action: actionSchema })
/** Of what is done to a match as a whole: `match:resign`, `match:abort`, `match:draw` and `match:claim`. */
export const resignRequestSchema = z.strictObject({ match: matchId, actionId })
export const abortRequestSchema = z.strictObject({ match: matchId, actionId, version })
export const claimWinRequestSchema = z.strictObject({ match: matchId, actionId })
export const drawRequestSchema = z.strictObject({ match: matchId, actionId, answer: z.enum(['offer', 'accept', 'decline']) })
export const rematchRequestSchema = z.strictObject({ match: matchId })
export type CreateRequest = z.infer<typeof createRequestSchema>
/** A request as a client sends it: what it leaves out has a default. */
export type CreateMessage = z.input<typeof createRequestSchema>
export type JoinRequest = z.infer<typeof joinRequestSchema>
export type ActRequest = z.infer<typeof actRequestSchema>
export type ResignRequest = z.infer<typeof resignRequestSchema>
export type AbortRequest = z.infer<typeof abortRequestSchema>
export type ClaimWinRequest = z.infer<typeof claimWinRequestSchema>
export type DrawRequest = z.infer<typeof drawRequestSchema>
export type WatchRequest = z.infer<typeof watchRequestSchema>

// Answers -----------------------------------------------------------------------------------------------------------

/** A view and where it stands in the log; `missed` is what happened after the version the client named. */
export const viewAnswerSchema = z.strictObject({
  version,
  snapshot: snapshotSchema,
  missed: z.array(stepSchema).optional(),
  now: timestamp.describe('When this was so, by the clock that `clocks.since` is measured by; of an earlier position, when it came about'),
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

/** The store has lost entries that viewers know: this view replaces what they have. */
export const resetSchema = viewAnswerSchema.omit({ missed: true }).extend({ match: matchId })
export type Reset = z.infer<typeof resetSchema>

export const endedSchema = z.strictObject({ match: matchId, version, outcome: outcomeSchema, scores: scoresSchema.optional(), seed: z.string() })
export type Ended = z.infer<typeof endedSchema>

const away = z.strictObject({
  since: timestamp,
  claimFrom: timestamp.optional().describe('From when on the other player may claim the win; left out where he never may'),
})

export const presenceSchema = z.strictObject({
  match: matchId,
  seats: z.array(seat).describe('Whose players have a connection to the match'),
  away: z.strictObject({ 0: away.optional(), 1: away.optional() }).describe('The others, once the match is on'),
  watchers: z.int().min(0).describe('Spectators'),
})
export type Presence = z.infer<typeof presenceSchema>

export const rematchSchema = z.strictObject({
  match: matchId,
  offered: z.array(seat).describe('Who wants one'),
  next: matchId.optional().describe('The new match, once both do: the seats are swapped'),
})
export type Rematch = z.infer<typeof rematchSchema>

export const drainingSchema = z.strictObject({ reconnectAfterMs: z.int() })
