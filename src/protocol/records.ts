import { z } from 'zod'
import { actionSchema } from './actions.ts'
import { admissionSchema } from './admission.ts'
import { grows } from './grows.ts'
import { knownBeginning, tournamentOfMatchSchema, twinSchema } from './known-beginning.ts'
import { recordedOptionsSchema } from './options.ts'
import { playerRefSchema } from './players.ts'
import { actionId, invitationCode, logHash, matchId, seat, timestamp, version } from './primitives.ts'
import { gameOfSeriesSchema } from './series.ts'
import { bidSchema, originSchema, termsSchema } from './terms.ts'

/** More than any game has. */
const MOST_ACTIONS = 300

const began = z.int().min(0)

/** Who decided which player begins. */
const seatedBySchema = {
  seatBy: z
    .enum(['host', 'seed', 'balance', 'bid', 'tournament'])
    .meta(grows('SeatBy'))
    .describe(
      '`host`: they chose. `balance`: whoever began less often begins. `seed`: it was drawn from the seed. `bid`: ' +
        'whoever bid more begins, and after equal bids it was drawn from the seed. `tournament`: the pairing of the ' +
        'round, which gives everybody each seat equally often',
    ),
  began: z
    .strictObject({ host: began, guest: began })
    .optional()
    .describe(
      'How often each of them began before: in their last 20 rated games of this kind; in a rematch that is not rated, ' +
        'and in a series, in the match before',
    ),
}
export type SeatedBy = z.infer<z.ZodObject<typeof seatedBySchema>>

const headerSchema = z
  .strictObject({
    id: matchId,
    code: invitationCode.describe('Lets the second player join; later it shows a private match to spectators'),
    options: recordedOptionsSchema,
    rules: z.string().describe('Version of the rules of the server that dealt the match'),
    seed: z.string().describe('Everything is dealt from it; secret until the match has ended'),
    seedHash: z.string().describe('SHA-256 of the seed'),
    host: z
      .strictObject({ seat, player: playerRefSchema })
      .describe('The player who created the match. Their seat is another one if `join` says so'),
    seatBy: seatedBySchema.seatBy
      .optional()
      .describe('Why the host has this seat. Missing where the entry `join` says so, and in older records'),
    began: seatedBySchema.began,
    bid: bidSchema.optional().describe('What the host bid for the first turn; the entry `join` has the other bid'),
    admits: admissionSchema.optional().describe('Whom the match admitted as an open table; missing if everybody'),
    terms: termsSchema.optional().describe('Missing in older records: unrated, without a clock and public'),
    format: z
      .literal(2)
      .optional()
      .describe('Version of the format of the record. 2: the entries have hashes. Missing in older records'),
    opening: z
      .array(actionSchema)
      .max(MOST_ACTIONS)
      .optional()
      .describe('What was done before the match begins: in the match that it goes on from, or in test mode'),
    logKey: z
      .string()
      .optional()
      .describe(
        'The key of the hashes of the log, in a match whose seed someone may know before; secret until it has ended. ' +
          'Missing where the seed is the key',
      ),
    ...knownBeginning,
    twin: twinSchema,
    series: gameOfSeriesSchema.optional().describe('Missing if the match is no game of a series'),
    tournament: tournamentOfMatchSchema.optional().describe('Missing if the match is of no tournament'),
    origin: originSchema.optional().describe('Missing in older records: an invitation'),
  })
  .describe('What is fixed when a match is created')
  .meta({ id: 'RecordHeader' })

/** What a seat does to a match as a whole. */
const MATCH_COMMANDS = {
  resign: 'The seat gives the match up',
  abort: 'The seat ends the match before both have moved, or its host cancels it before anyone has joined',
  'offer-draw': 'The seat offers a draw',
  'accept-draw': 'The seat accepts the draw that the other seat has offered',
  'decline-draw': 'The seat declines the draw that the other seat has offered',
  flag: 'The time of the seat has run out',
  claim: 'The seat claims the win because the other player was away for too long',
} as const
const commands = Object.keys(MATCH_COMMANDS) as (keyof typeof MATCH_COMMANDS)[]

const bodySchema = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('join'),
        seat,
        player: playerRefSchema,
        seatBy: seatedBySchema.seatBy.optional(),
        began: seatedBySchema.began,
        bid: bidSchema
          .optional()
          .describe('What the second player bid. The seat that does not begin has the higher bid as a handicap'),
      })
      .describe(
        'The second player takes a seat. With `seatBy` it is decided only now which one, as in a rated match: the host ' +
          'has the other seat',
      ),
    z.strictObject({ type: z.literal('act'), seat, action: actionSchema }),
    ...commands.map((type) => z.strictObject({ type: z.literal(type), seat }).describe(MATCH_COMMANDS[type])),
    z
      .strictObject({ type: z.literal('downtime'), ms: z.int().min(0) })
      .describe('The server was down for so long (ms): the running clock gets the time back'),
    z
      .strictObject({ type: z.literal('give-time'), seat, ms: z.int().min(1) })
      .describe('The seat has given the other seat so much time (ms)'),
    z
      .strictObject({ type: z.literal('annul') })
      .describe(
        'The match has ended as if it had not been played: a moderator has ended it, or its sealed deal has opened',
      ),
  ])
  .meta({ id: 'RecordEntryBody' })

const entrySchema = z
  .strictObject({
    version: version.describe('The first entry has version 1: the version of a match is the length of its log'),
    at: timestamp.describe('When the entry was committed, by the clock of the store'),
    actionId: actionId.optional().describe('Chosen by the client, unique for each match and player'),
    previousHash: logHash
      .optional()
      .describe(
        'The hash of the entry before, or of the header, as the node that committed this entry knew it. Missing in ' +
          'older records, and where `body` is `downtime`',
      ),
    body: bodySchema,
  })
  .describe('Something that happened to a match and was committed')
  .meta({ id: 'RecordEntry' })

/** All of a match, as it is stored and sent: header and log give every state. `npm run verify` reads this. */
export const gameRecordSchema = z
  .strictObject({
    header: headerSchema,
    createdAt: timestamp.describe('By the clock of the store'),
    entries: z.array(entrySchema).describe('The log'),
    logHash: logHash
      .optional()
      .describe('The hash of the last entry, as it was stored when the match had ended. Missing in older records'),
  })
  .meta({ id: 'GameRecord' })
export type GameRecord = z.infer<typeof gameRecordSchema>

/**
 * A record as everybody may read it once the match has ended: without the invitation code, which admitted people, and
 * without the ids of commands, which clients chose for themselves.
 */
export const publicRecordSchema = z
  .object({
    ...gameRecordSchema.shape,
    header: z.object(headerSchema.omit({ code: true }).shape).describe('What was fixed when the match was created'),
    entries: z
      .array(z.object(entrySchema.omit({ actionId: true }).shape).meta({ id: 'PublicRecordEntry' }))
      .describe('The log'),
  })
  .meta({ id: 'PublicRecord' })
export type PublicRecord = z.infer<typeof publicRecordSchema>
