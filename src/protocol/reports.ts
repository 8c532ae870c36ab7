import { z } from 'zod'
import { plainText } from '../text/index.ts'
import { chatRoomSchema } from './chat.ts'
import { nextPage, pageQuerySchema } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { invitationCode, matchId, playerId, reportId, timestamp } from './primitives.ts'
import { writtenSchema } from './texts.ts'

/** Why a player may be reported. The list is closed. */
export const REPORT_REASONS = {
  'offensive-chat': 'insults, threats or hatred in the chat',
  'offensive-name': 'a name that insults or deceives',
  cheating: 'help by a program or by another person, or an arranged result',
  stalling: 'a player lets time pass on purpose, or leaves',
  spam: 'challenges or lines again and again',
  other: 'anything else; the note says what',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

const reasons = Object.keys(REPORT_REASONS) as ReportReason[]
export const reportReasonSchema = z
  .enum(reasons)
  .describe(`The reason: ${reasons.map((reason) => `\`${reason}\` is ${REPORT_REASONS[reason]}`).join('; ')}`)
  .meta({ id: 'ReportReason' })

/** A player reports another player, or a line of the chat of another player. */
export const reportRequestSchema = z
  .strictObject({
    player: playerId.describe('The player who is reported'),
    reason: reportReasonSchema,
    note: writtenSchema('note')
      .overwrite(plainText)
      .optional()
      .describe('For the moderators, in any language: at most 500 characters as people count them'),
    match: matchId.optional().describe('The match in which it happened'),
    line: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .optional()
      .describe('The number of the line, in the room of the caller'),
    code: invitationCode.optional().describe('Spectators of a private match need it, as to watch the match'),
  })
  .refine(({ line, match }) => line === undefined || match !== undefined, {
    path: ['line'],
    error: '`line` needs `match`',
  })
  .meta({ id: 'ReportRequest' })
export type ReportRequest = z.infer<typeof reportRequestSchema>

export const reportedSchema = z.strictObject({ report: reportId })

/** A line of the chat, as it was when it was reported. */
export const reportedLineSchema = z
  .strictObject({
    room: chatRoomSchema,
    number: z.int().min(1),
    at: timestamp,
    text: z.string(),
  })
  .meta({ id: 'ReportedLine' })
export type ReportedLine = z.infer<typeof reportedLineSchema>

/** A report, as moderators see it. */
export const reportSchema = z
  .strictObject({
    id: reportId,
    at: timestamp,
    by: playerRefSchema.describe('The player who reports'),
    player: playerRefSchema.describe('The player who is reported'),
    reason: reportReasonSchema,
    note: z.string().optional(),
    match: matchId.optional(),
    line: reportedLineSchema.optional(),
    closedAt: timestamp.optional().describe('Left out while the report is open'),
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof reportSchema>

export const reportsQuerySchema = pageQuerySchema.extend({
  status: z.enum(['open', 'closed']).optional().describe('By default all reports'),
  player: playerId.optional().describe('Only reports of this player'),
})
export type ReportsQuery = z.infer<typeof reportsQuerySchema>

export const reportsPageSchema = z
  .strictObject({
    reports: z.array(reportSchema).describe('Newest first'),
    ...nextPage,
  })
  .meta({ id: 'Reports' })
export type ReportsPage = z.infer<typeof reportsPageSchema>
