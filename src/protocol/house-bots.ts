import { z } from 'zod'
import type { GameKind, GameKindRow } from './game-kinds.ts'
import { GAME_KINDS } from './game-kinds.ts'
import { grows } from './grows.ts'
import { gameKindSchema } from './kinds.ts'
import type { PlayerRef } from './players.ts'
import { playerRefSchema } from './players.ts'

/** The levels of the bots that the server plays, the weakest first. */
export const botLevelSchema = z
  .enum(['novice', 'learner', 'casual', 'regular', 'club', 'league', 'expert', 'master'])
  .describe('How strong a bot plays')
  .meta(grows('BotLevel'))
export type BotLevel = z.infer<typeof botLevelSchema>

/**
 * The bots that the server plays, one for each level. Their ids never change: finished games name them. The id of a
 * person is random, and no token is ever issued for one of these.
 */
export const HOUSE_BOTS: Readonly<Record<BotLevel, PlayerRef>> = {
  novice: { id: 'bot-novice------', name: 'Novice bot', bot: true },
  learner: { id: 'bot-learner-----', name: 'Learner bot', bot: true },
  casual: { id: 'bot-casual------', name: 'Casual bot', bot: true },
  regular: { id: 'bot-regular-----', name: 'Regular bot', bot: true },
  club: { id: 'bot-club--------', name: 'Club bot', bot: true },
  league: { id: 'bot-league------', name: 'League bot', bot: true },
  expert: { id: 'bot-expert------', name: 'Expert bot', bot: true },
  master: { id: 'bot-master------', name: 'Master bot', bot: true },
}

const LEVELS_BY_ID: ReadonlyMap<string, BotLevel> = new Map(
  botLevelSchema.options.map((level) => [HOUSE_BOTS[level].id, level]),
)

/** The level of a player whom the server plays; undefined for every other player. */
export const houseBotLevel = (player: string): BotLevel | undefined => LEVELS_BY_ID.get(player)

/**
 * How strong a bot of the server is, by kind of game: Elo among these bots, with the level `club` at 1500. A kind in which
 * they have not met is left out.
 */
export const houseBotRatings = (level: BotLevel): Partial<Record<GameKind, number>> =>
  Object.fromEntries(
    Object.entries<GameKindRow>(GAME_KINDS).flatMap(([kind, { botRatings }]) =>
      botRatings ? [[kind, botRatings[level]]] : [],
    ),
  )

/** Who takes the other seat at once: a bot of the server, or the player themself. */
export const opponentSchema = z
  .union([z.strictObject({ bot: botLevelSchema }).meta({ id: 'BotOpponent' }), z.literal('self')])
  .meta({ id: 'Opponent' })

export const botsAnswerSchema = z
  .strictObject({
    bots: z
      .array(
        z
          .strictObject({
            level: botLevelSchema,
            player: playerRefSchema,
            ratings: z
              .partialRecord(gameKindSchema, z.int())
              .describe('By kind of game, Elo among these bots, in which the level `club` has 1500'),
          })
          .meta({ id: 'HouseBot' }),
      )
      .describe('The weakest first; empty if this server plays no bots'),
  })
  .meta({ id: 'Bots' })
export type BotsAnswer = z.infer<typeof botsAnswerSchema>
