import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { admissionSchema, admitsSchema, checkAdmission } from './admission.ts'
import { DECISION_KINDS } from './decisions.ts'
import { ledgersSchema } from './explanation.ts'
import { grows } from './grows.ts'
import { opponentSchema } from './house-bots.ts'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { dealId, knownBeginning, sourceSchema, tournamentOfMatchSchema, twinSchema } from './known-beginning.ts'
import { chosenOptionsSchema, gameOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { actionId, invitationCode, logHash, matchId, seat, timestamp, version, viewer } from './primitives.ts'
import { checkSeries, seriesOfMatchSchema, wantedSeriesSchema } from './series.ts'
import {
  answeredBidSchema,
  bidSchema,
  checkBid,
  checkRated,
  originSchema,
  termsSchema,
  wantedSeatSchema,
} from './terms.ts'
import { timeControlIdSchema } from './time-controls.ts'
import { boardSchema, scoresSchema } from './view.ts'

/** An event of the rules, without the fields that are secret to its viewer. docs/protocol/match.md lists types and fields. */
export const eventSchema = z.looseObject({ type: z.string() }).meta(grows('Event'))

/** How a match can end. */
export const matchEndingSchema = z
  .enum([
    'military',
    'science',
    'politics',
    'civilian',
    'tie',
    'resignation',
    'time',
    'absence',
    'agreement',
    'aborted',
  ])
  .meta(grows('MatchEnding'))
export type MatchEnding = z.infer<typeof matchEndingSchema>

export const outcomeSchema = z
  .strictObject({
    by: matchEndingSchema,
    winner: seat.optional().describe('Left out when both players share the victory, and when the match was aborted'),
  })
  .meta({ id: 'Outcome' })

/** Whether a match, or a series, waits for a second player, is being played, or has ended. */
export const matchStatusSchema = z.enum(['waiting', 'playing', 'ended'])

const ms = z.int().min(0).describe('ms')

/** The time that each seat had left at `since`. From then on the running seat uses its time. */
export const clocksSchema = z
  .strictObject({
    0: ms,
    1: ms,
    running: seat.optional().describe('The seat whose time is running; left out once the match is over'),
    since: timestamp.describe('The moment from which the time of the running seat is counted'),
  })
  .meta({ id: 'Clocks' })

/** What a player may do in addition to acting. The server checks commands against the same list. */
export const mayDoSchema = z
  .strictObject({
    abort: z.literal(true).optional(),
    resign: z.literal(true).optional(),
    offerDraw: z.literal(true).optional(),
    answerDraw: z.literal(true).optional(),
    giveTime: z.int().min(1).optional().describe('The most time that the player may give the other one now (ms)'),
  })
  .meta({ id: 'MayDo' })

/**
 * Everything that one viewer may know of a match. Nothing in it is null, so that a JSON Merge Patch (RFC 7396) can turn
 * one snapshot into the next.
 */
export const snapshotSchema = z
  .strictObject({
    match: matchId,
    you: viewer.describe(
      'Nobody has a seat yet while a match waits that is rated or has bids: its host is a `spectator`, too',
    ),
    status: matchStatusSchema,
    kind: gameKindSchema,
    options: gameOptionsSchema,
    rules: z.string().describe('Version of the rules'),
    terms: termsSchema,
    origin: originSchema,
    admits: admitsSchema,
    ...knownBeginning,
    twin: twinSchema,
    tournament: tournamentOfMatchSchema.optional().describe('Present if the match is of a tournament'),
    series: seriesOfMatchSchema.optional().describe('Present if the match is a game of a series'),
    players: z
      .strictObject({ 0: playerRefSchema.optional(), 1: playerRefSchema.optional() })
      .describe('By seat; empty while a match waits that is rated or has bids'),
    host: playerRefSchema
      .optional()
      .describe(
        'The player who waits, in a match that is rated or has bids: their seat is said when the second player joins',
      ),
    bids: z
      .strictObject({ 0: bidSchema.optional(), 1: bidSchema.optional() })
      .optional()
      .describe('What the players bid for the first turn, by seat (coins); empty before both have bid'),
    seedHash: z.string().describe('SHA-256 of the seed, shown before the first action'),
    logHash: logHash.describe('The hash of the newest entry of the log, which covers all entries before it'),
    createdAt: timestamp,
    code: invitationCode
      .optional()
      .describe('The host has it while a seat is free. In a private match both players have it: it admits spectators'),
    board: boardSchema.optional().describe('Present once both players have joined'),
    clocks: clocksSchema.optional().describe('Present once both players have joined, if the match has a clock'),
    drawOffer: seat.optional().describe('The seat that offers a draw'),
    mayDo: mayDoSchema.optional().describe('Present for a player who may do something in addition to an action'),
    outcome: outcomeSchema.optional().describe('Present after the end'),
    scores: scoresSchema.optional().describe('Present after the end, unless the match was aborted'),
    seed: z
      .string()
      .optional()
      .describe('Present after the end, unless `sealedUntil` or `twin` is: everything was dealt from it'),
  })
  .meta({ id: 'Snapshot' })
export type Snapshot = z.infer<typeof snapshotSchema>

/** What one entry of the log meant to one viewer. */
export const stepSchema = z.strictObject({ version, at: timestamp, events: z.array(eventSchema) }).meta({ id: 'Step' })
export type ViewerStep = z.infer<typeof stepSchema>

/** Checks, in a request for a match, that it says once at most what the match begins with, and not in a rated one. */
function checkBeginning({ value, issues }: z.core.ParsePayload<Begun>): void {
  const given = (['deal', 'from', 'sample', 'seed'] as const).filter((name) => value[name] !== undefined)
  const refuse = (name: string, message: string): void =>
    void issues.push({ code: 'custom', path: [name], message, input: value })
  for (const name of given) {
    if (value.rated) refuse(name, 'nobody knows what is dealt in a rated match')
    if (name !== given[0]) refuse(name, `\`${given[0]}\` says what the match begins with`)
    if (value.listed && name !== 'seed' && name !== 'sample') {
      refuse('listed', 'an open table is a new deal')
    }
  }
}

interface Begun extends Record<'rated' | 'listed', boolean> {
  deal?: unknown
  from?: unknown
  sample?: unknown
  seed?: unknown
}

// Client to server --------------------------------------------------------------------------------------------------

export const createRequestSchema = z
  .strictObject({
    kind: gameKindSchema.default(DEFAULT_GAME_KIND),
    options: chosenOptionsSchema.prefault({}),
    seat: wantedSeatSchema
      .default('random')
      .describe(
        'The seat of the player who creates the match; seat 0 begins. In a rated match whoever began less often begins',
      ),
    clock: timeControlIdSchema.default('none'),
    rated: termsSchema.shape.rated.default(false),
    visibility: termsSchema.shape.visibility
      .optional()
      .describe('By default `public`, and `private` against a bot of the server: such matches are in no public list'),
    listed: z
      .boolean()
      .default(false)
      .describe('The match is an open table: it is in the public list until someone joins'),
    admits: admissionSchema
      .optional()
      .describe('Whom an open table admits, by its id and by its code; by default everybody'),
    bid: bidSchema
      .optional()
      .describe(
        'What the host bids for the first turn (coins), in an unrated match. Whoever joins bids, too. Whoever bid more ' +
          'begins, and the other player starts with as many coins more; the seed decides between equal bids',
      ),
    opponent: opponentSchema
      .optional()
      .describe(
        'Who takes the other seat: the match begins at once. `self`: the player plays alone, for both seats, unrated; the ' +
          'match is in no history',
      ),
    series: wantedSeriesSchema,
    actionId: actionId
      .optional()
      .describe('Chosen by the client, another one for each match: a repeated request answers with the same match'),
    deal: dealId
      .optional()
      .describe(
        'The deal of an earlier game, or one of the day, in an unrated match. The kind and the options of the match are ' +
          'those of the deal. While a deal of the day is sealed, an account plays it once: against its bot, as seat 0, with ' +
          'the clock `standard`',
      ),
    from: sourceSchema
      .extend({ code: invitationCode.optional().describe('Of a private match in which the player has no seat') })
      .optional()
      .describe(
        'The position of a match that has ended, from which an unrated match goes on. Its kind and its options are those ' +
          'of that match',
      ),
    seed: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('What everything is dealt from, in an unrated match on a server in test mode'),
    sample: z
      .enum(DECISION_KINDS)
      .optional()
      .describe(
        'The decision that a match begins with, in an unrated match on a server in test mode: that of the view of ' +
          '`GET /v1/samples` with this name. The kind, the options and the seed of the match are those of the sample',
      ),
  })
  .check(checkRated)
  .check(checkBid)
  .check(checkBeginning)
  .check(checkSeries)
  .check(checkAdmission)
  .refine(({ listed, visibility }) => !listed || visibility !== 'private', {
    path: ['listed'],
    error: 'an open table cannot be private',
  })
  .refine(({ rated, opponent }) => !rated || opponent !== 'self', {
    path: ['rated'],
    error: 'nobody plays alone for a rating',
  })
  .refine(({ listed, opponent }) => !listed || !opponent, {
    path: ['listed'],
    error: 'the match has no free seat',
  })
  .meta({ id: 'CreateMatchRequest' })
export type CreateRequest = z.infer<typeof createRequestSchema>
/** A request as a client sends it: every field that it leaves out has a default. */
export type CreateMessage = z.input<typeof createRequestSchema>

export const joinRequestSchema = z
  .union([
    z.strictObject({ match: matchId, bid: answeredBidSchema }).meta({ id: 'JoinByMatch' }),
    z.strictObject({ code: invitationCode, bid: answeredBidSchema }).meta({ id: 'JoinByCode' }),
  ])
  .meta({ id: 'JoinRequest' })
export const watchRequestSchema = z.strictObject({
  match: matchId,
  version: version.optional().describe('The last version that the client has; `missed` has the versions since then'),
  code: invitationCode.optional().describe('Spectators of a private match need it'),
})
export const unwatchRequestSchema = z.strictObject({ match: matchId })
export const actRequestSchema = z.strictObject({ match: matchId, actionId, version, action: actionSchema })
export const resignRequestSchema = z.strictObject({ match: matchId, actionId })
export const abortRequestSchema = z.strictObject({ match: matchId, actionId, version })
export const claimWinRequestSchema = z.strictObject({ match: matchId, actionId })
export const drawRequestSchema = z.strictObject({
  match: matchId,
  actionId,
  answer: z.enum(['offer', 'accept', 'decline']),
})
/** The least time that a player can give (ms). */
export const LEAST_GIFT_MS = 1_000
export const giveTimeRequestSchema = z.strictObject({
  match: matchId,
  actionId,
  ms: z
    .int()
    .min(LEAST_GIFT_MS)
    .max(7 * 86_400_000)
    .describe('How much time the other player gets (ms)'),
})
export type GiveTimeRequest = z.infer<typeof giveTimeRequestSchema>
export const rematchRequestSchema = z.strictObject({ match: matchId })
export type JoinRequest = z.infer<typeof joinRequestSchema>
export type ActRequest = z.infer<typeof actRequestSchema>
export type ResignRequest = z.infer<typeof resignRequestSchema>
export type AbortRequest = z.infer<typeof abortRequestSchema>
export type ClaimWinRequest = z.infer<typeof claimWinRequestSchema>
export type DrawRequest = z.infer<typeof drawRequestSchema>
export type WatchRequest = z.infer<typeof watchRequestSchema>

// Answers -----------------------------------------------------------------------------------------------------------

/** The view of a match at a version. */
export const viewAnswerSchema = z
  .strictObject({
    version,
    snapshot: snapshotSchema,
    missed: z
      .array(stepSchema)
      .optional()
      .describe('The versions after the one that the client named, each with its events'),
    now: timestamp.describe(
      'The time of the view, by the clock of `clocks.since`; for an earlier position, when it was reached',
    ),
  })
  .meta({ id: 'View' })
export type ViewAnswer = z.infer<typeof viewAnswerSchema>

/** The view of a match at a version that was, with what both cities were worth. */
export const positionAnswerSchema = viewAnswerSchema
  .omit({ missed: true })
  .extend({
    ledger: ledgersSchema
      .optional()
      .describe(
        'What each city produces, pays and gains, and its points, by seat. Present once both players have joined',
      ),
  })
  .meta({ id: 'Position' })
export type PositionAnswer = z.infer<typeof positionAnswerSchema>

/** A command was committed as this version. Every repetition of the command has the same answer. */
export const commitAnswerSchema = z.strictObject({ match: matchId, version, at: timestamp }).meta({ id: 'Commit' })
export type CommitAnswer = z.infer<typeof commitAnswerSchema>

// Server to client --------------------------------------------------------------------------------------------------

/** Every viewer gets one for each version. Its events may be empty. */
export const updateSchema = z
  .strictObject({
    match: matchId,
    version,
    at: timestamp,
    events: z.array(eventSchema),
    patch: z
      .record(z.string(), z.unknown())
      .describe('JSON Merge Patch (RFC 7396) from the snapshot of the version before'),
  })
  .meta({ id: 'Update' })
export type Update = z.infer<typeof updateSchema>

/** The answer to a command over a socket. */
export const committedAnswerSchema = commitAnswerSchema
  .extend({
    update: updateSchema
      .optional()
      .describe(
        'For a client that connected with `updateInAnswer`: the update of this version, in place of `match:update`',
      ),
  })
  .meta({ id: 'CommitWithUpdate' })
export type CommittedAnswer = z.infer<typeof committedAnswerSchema>

/** The store has lost entries that viewers have: this view replaces theirs. */
export const resetSchema = viewAnswerSchema.omit({ missed: true }).extend({ match: matchId }).meta({ id: 'Reset' })
export type Reset = z.infer<typeof resetSchema>

export const endedSchema = z
  .strictObject({
    match: matchId,
    version,
    outcome: outcomeSchema,
    scores: scoresSchema.optional().describe('Left out when the match was aborted'),
    seed: z
      .string()
      .describe('Everything was dealt from it. Empty for a sealed deal: its seed follows when the deal opens'),
  })
  .meta({ id: 'Ended' })
export type Ended = z.infer<typeof endedSchema>

export const expiredSchema = z.strictObject({ match: matchId, version }).meta({ id: 'Expired' })
export type Expired = z.infer<typeof expiredSchema>

const away = z
  .strictObject({
    since: timestamp,
    claimFrom: timestamp
      .optional()
      .describe('The moment from which the other player may claim the win; left out in matches without such claims'),
  })
  .meta({ id: 'Away' })

export const presenceSchema = z
  .strictObject({
    match: matchId,
    seats: z.array(seat).describe('The seats whose players are connected to the match'),
    away: z
      .strictObject({ 0: away.optional(), 1: away.optional() })
      .describe('The seats whose players are not connected, once the match has started'),
    watchers: z.int().min(0).describe('Number of spectators'),
  })
  .meta({ id: 'Presence' })
export type Presence = z.infer<typeof presenceSchema>

export const rematchSchema = z
  .strictObject({
    match: matchId,
    offered: z.array(seat).describe('The seats that want a rematch'),
    next: matchId.optional().describe('The new match, once both want it'),
  })
  .meta({ id: 'Rematch' })
export type Rematch = z.infer<typeof rematchSchema>

export const drainingSchema = z.strictObject({ reconnectAfterMs: z.int() })
