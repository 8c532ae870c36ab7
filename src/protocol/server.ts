import { z } from 'zod'
import { announcedSchema } from './announcements.ts'
import { GAME_KINDS } from './game-kinds.ts'
import { LONGEST_WAIT_SECONDS } from './http.ts'
import { gameKindSchema } from './kinds.ts'
import { offeredClockSchema, TIME_CONTROLS, timeControlIdSchema } from './time-controls.ts'

/** The limits that no operator changes. */
export const LIMITS = {
  /** The length of a message or a body. */
  messageBytes: 16 * 1024,
  connectionsPerPlayer: 10,
  matchesPerConnection: 16,
  streamsPerPlayer: 4,
  /** The longest time for which an answer is delayed until something happens. */
  waitSeconds: LONGEST_WAIT_SECONDS,
} as const

/** What a test of a client can do to a node in test mode. */
export const disturbanceParamsSchema = z.strictObject({
  disturbance: z
    .enum(['drop', 'drain', 'restart'])
    .describe(
      '`drop`: all connections are cut without a word; `drain`: all clients are asked to come back, as before a stop; ' +
        '`restart`: the server stops in good order, and starts again',
    ),
})
export type Disturbance = z.infer<typeof disturbanceParamsSchema>['disturbance']

const limit = z.int().min(0)

/** What a server is and offers, before anyone has a token. */
export const serverAnswerSchema = z
  .strictObject({
    release: z.string().describe('The version of the server'),
    rules: z.string().describe('The version of the rules that deals new matches'),
    kinds: z.array(
      z
        .strictObject({ id: gameKindSchema, title: z.string().describe('For people, in English') })
        .meta({ id: 'OfferedKind' }),
    ),
    clocks: z.array(
      z
        .strictObject({
          id: timeControlIdSchema,
          pace: z.enum(['real-time', 'correspondence', 'untimed']),
          totalMs: limit.optional().describe('In real time: how long a player has for the match (ms)'),
          incrementMs: limit.optional().describe('In real time: what each turn adds (ms)'),
          graceMs: limit.optional().describe('In real time: how long a player may be away (ms)'),
          perTurnMs: limit.optional().describe('By correspondence: how long a player has for each turn (ms)'),
        })
        .meta({ id: 'OfferedClock' }),
    ),
    limits: z.strictObject({
      messageBytes: limit.describe('The length of a message or a body'),
      messagesPerSecond: limit.describe('Messages and HTTP requests of one player, on average over ten seconds'),
      requestsPerMinute: limit.describe('HTTP requests of one address'),
      guestsPerMinute: limit.describe('New guests of one address'),
      connectionsPerAddress: limit,
      connectionsPerPlayer: limit,
      matchesPerConnection: limit.describe('How many matches a connection watches at most'),
      streamsPerPlayer: limit.describe('Event streams of one player'),
      waitSeconds: limit.describe('The longest `wait` of a long poll'),
    }),
    features: z.strictObject({
      bots: z.boolean().describe('The server plays bots, gives hints and analyses games'),
      webhooks: z.boolean(),
      passkeys: z
        .boolean()
        .describe('Players can log in with passkeys: the operator has set a public address, with https'),
      push: z.boolean().describe('Web Push'),
      testMode: z
        .boolean()
        .describe('Whoever creates a match may choose its seed, a position to begin with, and a short clock'),
      page: z.boolean().describe('There is a page for people at `/`'),
    }),
    announced: announcedSchema.describe(
      'What the server tells everybody now: `server:notice` says that it has changed',
    ),
  })
  .meta({ id: 'Server' })
export type ServerAnswer = z.infer<typeof serverAnswerSchema>

/** The kinds of game and the time controls, as every server of this version has them, in test mode or not. */
export const offered = ({ testMode }: { testMode: boolean }): Pick<ServerAnswer, 'kinds' | 'clocks'> => ({
  kinds: gameKindSchema.options.map((id) => ({ id, title: GAME_KINDS[id].title })),
  clocks: (testMode ? timeControlIdSchema : offeredClockSchema).options.map((id) => ({ id, ...TIME_CONTROLS[id] })),
})
