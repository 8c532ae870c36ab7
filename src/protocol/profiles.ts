import { z } from 'zod'
import { gameEndingSchema, gamesPageSchema } from './games.ts'
import { gameKindSchema } from './kinds.ts'
import { nextPage } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { matchId, playerId, thingId, timestamp } from './primitives.ts'
import { ratingKindSchema, ratingSchema } from './ratings.ts'

const count = z.int().min(0)

/** How many games a player has won, lost and shared. */
export const balanceSchema = z.strictObject({ won: count, lost: count, shared: count }).meta({ id: 'Balance' })
export type Balance = z.infer<typeof balanceSchema>

/** What a game was for one of its players. */
export const gameResultSchema = z.enum(['won', 'lost', 'shared']).meta({ id: 'GameResult' })
export type GameResult = z.infer<typeof gameResultSchema>

/** How many of a player's analysed games count for what a profile says of their play: the last ones. */
export const ANALYSED_GAMES = 50
/** With fewer games than this, there is no interval: it would say nothing. */
export const LEAST_FOR_MARGIN = 5

const estimateSchema = z
  .strictObject({
    mean: z.number(),
    margin: z
      .number()
      .min(0)
      .nullable()
      .describe(`The 95 % interval is \`mean\` ± \`margin\`; null for fewer than ${LEAST_FOR_MARGIN} games`),
  })
  .meta({ id: 'Estimate' })
export type Estimate = z.infer<typeof estimateSchema>

const playFiguresSchema = z
  .strictObject({
    games: z.int().min(1).max(ANALYSED_GAMES),
    decisions: z.int().min(1).describe('Decisions with a choice in these games'),
    cost: estimateSchema.describe('What a decision cost, in parts of 10,000 of a victory'),
    result: estimateSchema.describe(
      'The result of a game without luck, in parts of 10,000: `first` − own `cost` + `cost` of the other seat, as of ' +
        'the analysis. Of a single game it can lie outside of 0 to 10,000',
    ),
  })
  .meta({ id: 'PlayFigures' })
export type PlayFigures = z.infer<typeof playFiguresSchema>

/** A player, from their finished games. */
export const playerProfileSchema = z
  .strictObject({
    ...playerRefSchema.shape,
    since: timestamp.describe('The time at which their first game ended'),
    games: count,
    ...balanceSchema.shape,
    ratings: z
      .partialRecord(ratingKindSchema, ratingSchema)
      .describe('The kinds of rating of which the player has played a rated game'),
    results: z.strictObject({
      by: z
        .partialRecord(gameEndingSchema, balanceSchema)
        .describe('By how the games ended; left out for endings that the player never had'),
      seat: z.strictObject({ 0: balanceSchema, 1: balanceSchema }).describe('By seat; seat 0 begins'),
      kind: z
        .partialRecord(gameKindSchema, balanceSchema)
        .describe('By kind of game; left out for kinds that the player never played'),
      pool: z
        .strictObject({ people: balanceSchema, bots: balanceSchema })
        .describe('Games between people, and games in which a bot has a seat'),
    }),
    play: playFiguresSchema
      .optional()
      .describe(`From their last ${ANALYSED_GAMES} analysed games, of any kind; left out before there is one`),
  })
  .meta({ id: 'PlayerProfile' })
export type PlayerProfile = z.infer<typeof playerProfileSchema>

const strength = ratingSchema.pick({ rating: true, deviation: true }).meta({ id: 'Strength' })

/** What one rated game did to the rating of a player. */
export const ratingChangeSchema = z
  .strictObject({
    game: matchId,
    endedAt: timestamp,
    opponent: playerRefSchema,
    result: gameResultSchema,
    before: strength,
    after: strength,
  })
  .meta({ id: 'RatingChange' })
export type RatingChange = z.infer<typeof ratingChangeSchema>

/** A page of the changes of one kind of rating, latest first. */
export const ratingHistoryPageSchema = z
  .strictObject({ changes: z.array(ratingChangeSchema), ...nextPage })
  .meta({ id: 'RatingHistory' })
export type RatingHistoryPage = z.infer<typeof ratingHistoryPageSchema>

/** The games of two players against each other. */
export const encounterPageSchema = z
  .strictObject({
    player: playerRefSchema,
    opponent: playerRefSchema,
    balance: balanceSchema.describe('As `player` counts the games'),
    ...gamesPageSchema.shape,
  })
  .meta({ id: 'Encounter' })
export type EncounterPage = z.infer<typeof encounterPageSchema>

/** The wonders that a player has drafted, most often first. There are so few that they fit one page. */
export const playerWondersSchema = z
  .strictObject({
    wonders: z.array(
      z
        .strictObject({
          wonder: thingId,
          drafted: count.describe('Games in which the player drafted it'),
          constructed: count.describe('In how many of those games the player constructed it'),
          won: count.describe('How many of those games the player won'),
          winRate: z.number().min(0).max(1).describe('won / drafted'),
        })
        .meta({ id: 'DraftedWonder' }),
    ),
  })
  .meta({ id: 'PlayerWonders' })
export type PlayerWonders = z.infer<typeof playerWondersSchema>

export const ratingHistoryParamsSchema = z.strictObject({ id: playerId, kind: ratingKindSchema })
export const encounterParamsSchema = z.strictObject({ id: playerId, other: playerId })
