import { z } from 'zod'
import { plainLine, plainText } from '../text/index.ts'
import { announcedSchema } from './announcements.ts'
import { chatLineSchema } from './chat.ts'
import { grows } from './grows.ts'
import { gameKindSchema } from './kinds.ts'
import { outcomeSchema } from './matches.ts'
import { nextPage, pageQuerySchema } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { poolSchema } from './pools.ts'
import { matchId, playerId, reportId, timestamp } from './primitives.ts'
import { reportSchema } from './reports.ts'
import { termsSchema } from './terms.ts'
import { textSchema, writtenSchema } from './texts.ts'

/** Why a measure is taken. */
export const reasonSchema = writtenSchema('reason').overwrite(plainText)

const why = reasonSchema.describe(
  'The reason, for the audit log: 1 to 500 characters as people count them, one of them visible',
)
const report = reportId.optional().describe('The report that led to it')
const until = timestamp.describe('Until when, by the clock of the server')
const about = { why, report }

/** What a moderator does: each of these is one entry of the audit log. */
export const measureRequestSchema = z
  .discriminatedUnion('type', [
    z
      .strictObject({ type: z.literal('mute'), player: playerId, until, ...about })
      .describe(
        'The player can neither talk nor challenge anyone until then, nor can their bots. The reason is shown to the ' +
          'player',
      ),
    z.strictObject({ type: z.literal('unmute'), player: playerId, ...about }).describe('Ends a mute'),
    z
      .strictObject({ type: z.literal('ban'), player: playerId, until: until.optional(), ...about })
      .describe(
        'The player cannot use the server until then, or at all if there is no time. Their sessions end, and they give ' +
          'up their matches. The reason is shown to the player',
      ),
    z.strictObject({ type: z.literal('unban'), player: playerId, ...about }).describe('Ends a ban'),
    z
      .strictObject({
        type: z.literal('rename'),
        player: playerId,
        name: textSchema('name').optional().describe('The new name; by default one that says nothing'),
        ...about,
      })
      .describe('Replaces the name of a player'),
    z
      .strictObject({ type: z.literal('end-match'), match: matchId, ...about })
      .describe('Ends a match as if it had not been played: no rating changes'),
    z
      .strictObject({ type: z.literal('close-report'), report: reportId, why })
      .describe('Closes a report: nothing more is to be done'),
  ])
  .meta({ id: 'MeasureRequest' })
export type MeasureRequest = z.infer<typeof measureRequestSchema>

/** Asks for a link with which a player who has lost the password sets another one. */
export const resetLinkRequestSchema = z.strictObject({ player: playerId, ...about }).meta({ id: 'ResetLinkRequest' })
export type ResetLinkRequest = z.infer<typeof resetLinkRequestSchema>
export const resetLinkSchema = z
  .strictObject({
    link: z
      .string()
      .describe('For one use. Whoever has it gets the account: it is stored nowhere, and not shown again'),
    expiresAt: timestamp,
  })
  .meta({ id: 'ResetLink' })
export type ResetLink = z.infer<typeof resetLinkSchema>

/**
 * Measures that are no `MeasureRequest`: the first five have routes of their own, the operator takes the next three, and the
 * last ones are what a moderator does with a tournament of another host.
 */
export const OTHER_MEASURES = [
  'reset',
  'notice',
  'withdraw',
  'pause',
  'resume',
  'appoint',
  'dismiss',
  'delete',
  'start-tournament',
  'pair-tournament',
  'cancel-tournament',
] as const

const measureTypes = [...measureRequestSchema.options.map(({ shape }) => shape.type.value), ...OTHER_MEASURES]
export type MeasureType = MeasureRequest['type'] | (typeof OTHER_MEASURES)[number]

/** An entry of the audit log. */
export const measureSchema = z
  .strictObject({
    number: z.int().min(1).describe('Later measures have higher numbers'),
    at: timestamp,
    by: playerRefSchema.optional().describe('The moderator; left out for the operator of the server'),
    type: z.enum(measureTypes).meta(grows('MeasureType')),
    player: playerId.optional().describe('The player whom it concerns'),
    match: matchId.optional(),
    report: reportId.optional(),
    why: z.string(),
    until: timestamp.optional().describe('The end of a mute or ban; left out for a ban without an end'),
    names: z.strictObject({ before: z.string(), after: z.string() }).optional().describe('Of a player who was renamed'),
  })
  .meta({ id: 'Measure' })
export type Measure = z.infer<typeof measureSchema>

export const measuresQuerySchema = pageQuerySchema.extend({
  player: playerId.optional().describe('Only measures that concern this player'),
})
export type MeasuresQuery = z.infer<typeof measuresQuerySchema>
export const measuresPageSchema = z
  .strictObject({
    measures: z.array(measureSchema).describe('Newest first'),
    ...nextPage,
  })
  .meta({ id: 'Measures' })
export type MeasuresPage = z.infer<typeof measuresPageSchema>

/** What speaks for a rated result that two players have arranged. It is no proof. */
export const PAIR_SIGNS = {
  'each-other': 'one of them plays more than half of their rated games against the other',
  'same-address': 'both have used the same address',
  'same-device': 'both have used the same address with clients that name themselves the same',
  'resigned-early': 'three of their games, and a third, were resigned in the first age',
} as const
export type PairSign = keyof typeof PAIR_SIGNS

const signs = Object.keys(PAIR_SIGNS) as PairSign[]
const signSchema = z
  .enum(signs)
  .describe(signs.map((sign) => `\`${sign}\`: ${PAIR_SIGNS[sign]}`).join('; '))
  .meta(grows('PairSign'))

const count = z.int().min(0)

const sideSchema = z
  .strictObject({
    player: playerRefSchema,
    won: count.describe('How many of the games against each other the player has won'),
    all: count.describe('How many rated games the player has played against anyone'),
  })
  .meta({ id: 'PairSide' })

/** The longest time whose games are counted (days). */
const MOST_DAYS = 90

export const pairsQuerySchema = z.strictObject({
  days: z.coerce.number().int().min(1).max(MOST_DAYS).default(30).describe('Games that ended before count for nothing'),
  player: playerId.optional().describe('Only the pairs of this player'),
})
export type PairsQuery = z.infer<typeof pairsQuerySchema>

/** Two players whose rated games may be arranged. */
const pairSchema = z
  .strictObject({
    sides: z.array(sideSchema).length(2),
    signs: z.array(signSchema).min(1),
    games: z.int().min(1).describe('How many rated games of all kinds they have played against each other'),
    resignedEarly: count.describe('How many of them someone resigned in the first age'),
  })
  .meta({ id: 'Pair' })

export const pairsAnswerSchema = z
  .strictObject({ pairs: z.array(pairSchema).describe('Those with the most signs first; at most 100') })
  .meta({ id: 'Pairs' })
export type PairsAnswer = z.infer<typeof pairsAnswerSchema>

const sanction = z
  .strictObject({
    until: timestamp.optional().describe('Left out if it has no end'),
    why: z.string(),
  })
  .meta({ id: 'Sanction' })
export type Sanction = z.infer<typeof sanction>

/** What a player may do on this server. */
export const standingSchema = z
  .strictObject({
    name: z.string().optional().describe('The name of the account, or the one that a moderator has given to a guest'),
    moderator: z.boolean(),
    mute: sanction.optional().describe('Present while the player is muted'),
    ban: sanction.optional().describe('Present while the player is banned'),
    coolDown: z
      .strictObject({ until: timestamp })
      .optional()
      .describe(
        'Present while the player can neither queue nor play rated matches, because they have left several early',
      ),
  })
  .meta({ id: 'Standing' })
export type Standing = z.infer<typeof standingSchema>

const LATEST = 20

/** A player, as moderators see them. */
export const moderatedPlayerSchema = z
  .strictObject({
    id: playerId,
    owner: playerRefSchema.optional().describe('The player to whom a bot belongs; left out for every other player'),
    standing: standingSchema,
    reports: z.array(reportSchema).describe(`The last ${LATEST} reports of the player, newest first`),
    measures: z.array(measureSchema).describe(`The last ${LATEST} measures that concern the player, newest first`),
  })
  .meta({ id: 'ModeratedPlayer' })
export type ModeratedPlayer = z.infer<typeof moderatedPlayerSchema>

/** A match in which something was reported. */
export const reportedMatchSchema = z
  .strictObject({
    id: matchId,
    kind: gameKindSchema,
    terms: termsSchema,
    players: z.strictObject({ 0: playerRefSchema.optional(), 1: playerRefSchema.optional() }),
    startedAt: timestamp.optional(),
    endedAt: timestamp.optional(),
    outcome: outcomeSchema.optional().describe('Present after the end'),
    chat: z.strictObject({
      players: z.array(chatLineSchema).describe('The last lines, oldest first'),
      spectators: z
        .array(chatLineSchema)
        .describe('The last lines, oldest first; empty once the live match has expired'),
    }),
  })
  .meta({ id: 'ReportedMatch' })
export type ReportedMatch = z.infer<typeof reportedMatchSchema>

/** A report with what a moderator needs to decide on it. */
export const reportContextSchema = z
  .strictObject({
    report: reportSchema,
    match: reportedMatchSchema.optional().describe('Left out if the report names none, or it has expired'),
    player: moderatedPlayerSchema.describe('The player who is reported'),
  })
  .meta({ id: 'ReportContext' })
export type ReportContext = z.infer<typeof reportContextSchema>

export const reportParamsSchema = z.strictObject({ id: reportId })

/** Tells everybody something. */
export const noticeRequestSchema = z
  .strictObject({
    text: writtenSchema('notice').overwrite(plainLine).describe('1 to 300 visible characters, in one line'),
    until: timestamp.optional().describe('By default it stays until it is withdrawn'),
  })
  .meta({ id: 'NoticeRequest' })
export type NoticeRequest = z.infer<typeof noticeRequestSchema>

/** Whether new matches can begin. */
export const pauseRequestSchema = z.strictObject({ paused: z.boolean(), why }).meta({ id: 'PauseRequest' })
export type PauseRequest = z.infer<typeof pauseRequestSchema>

const size = z.int().min(0)

/** What goes on on all nodes. */
export const overviewSchema = z
  .strictObject({
    nodes: z.array(
      z
        .strictObject({
          id: z.string(),
          release: z.string(),
          rules: z.string().describe('Version of the rules'),
          startedAt: timestamp,
          seenAt: timestamp.describe('By the clock of the database'),
          players: size.describe('Who is connected to it'),
          matches: size.describe('The matches in play of which it has a replica'),
          threads: size.describe('Its threads for bots and analyses; 0 if it plays none'),
          busyThreads: size.describe('How many of them had something to do when it was seen'),
        })
        .meta({ id: 'ServerNode' }),
    ),
    outbox: z
      .strictObject({
        games: size.describe('Games that have ended and are not stored yet'),
        since: timestamp.optional().describe('Since when the one waits that has waited longest'),
      })
      .meta({ id: 'OutboxFigures' }),
    webhooks: z
      .strictObject({
        waiting: size.describe('Notifications on their way to webhooks'),
        failing: size.describe('How many of them go to webhooks whose last delivery has failed'),
        since: timestamp.optional().describe('Since when the one waits that has waited longest'),
        disabled: size.describe('Webhooks to which nothing is sent any longer, because nothing has arrived'),
      })
      .meta({ id: 'WebhookFigures' })
      .describe('Of all accounts'),
    queues: z
      .array(z.strictObject({ pool: poolSchema, waiting: size }).meta({ id: 'WaitingInPool' }))
      .describe('The pools in which someone waits'),
    bots: z.boolean().describe('Whether this node plays bots'),
    announced: announcedSchema,
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof overviewSchema>
