import { z } from 'zod'
import { plainLine } from '../text/index.ts'
import { grows } from './grows.ts'
import { DEFAULT_GAME_KIND, gameKindSchema } from './kinds.ts'
import { dealId } from './known-beginning.ts'
import { nextPage, pageQuerySchema } from './pages.ts'
import { playerRefSchema } from './players.ts'
import { count, matchId, playerId, seat, timestamp, tournamentId } from './primitives.ts'
import { ratingRangeSchema, ratingValue } from './ratings.ts'
import { bestOfSchema } from './series.ts'
import { writtenSchema } from './texts.ts'
import { isTestClock, timeControl, timeControlIdSchema } from './time-controls.ts'

/** How many players a tournament has at most; in a round robin, where everybody meets everybody. */
export const MOST_TOURNAMENT_PLAYERS = { usual: 256, 'round-robin': 32 } as const
const MOST_ROUNDS = 31

export const tournamentFormatSchema = z
  .enum(['swiss', 'knock-out', 'round-robin', 'arena', 'manual'])
  .describe(
    '`swiss`: in each round players meet who have as many points, and nobody twice. `knock-out`: who has lost as often as ' +
      'there are lives is out. `round-robin`: everybody meets everybody. `arena`: whoever is free is paired at once, for as ' +
      'long as it lasts. `manual`: the host pairs each round with `POST /v1/pairings`',
  )
  .meta(grows('TournamentFormat'))
export type TournamentFormat = z.infer<typeof tournamentFormatSchema>

const rounds = z.int().min(1).max(MOST_ROUNDS)
const lives = z.int().min(1).max(2).describe('In a knock-out: who has lost so often is out')
const minutes = z.int().min(5).max(1440).describe('Of an arena: for so long players are paired')

/** What is played in a tournament. */
const terms = {
  name: writtenSchema('title').overwrite(plainLine).describe('1 to 60 visible characters'),
  format: tournamentFormatSchema,
  kind: gameKindSchema.default(DEFAULT_GAME_KIND),
  clock: timeControlIdSchema.exclude(['none']).meta(grows('TournamentClock')),
  rated: z.boolean().default(false).describe('Its games change ratings; only accounts can join'),
  best: bestOfSchema.default(1).describe('Each pairing is a series of at most so many games'),
  rounds: rounds.optional().describe('In a Swiss tournament, and in one that its host pairs'),
  lives: lives.optional(),
  minutes: minutes.optional(),
  deal: z
    .enum(['own', 'shared'])
    .meta({ id: 'TournamentDeal' })
    .default('own')
    .describe(
      '`shared`: all tables of a round play the same deal, which is sealed until all of them must be over; only accounts can ' +
        'join',
    ),
  bots: z.boolean().default(false).describe('Bot accounts may join, too'),
  rating: ratingRangeSchema.optional().describe('Who can join, by their rating for these games'),
}

export const createTournamentSchema = z
  .strictObject(terms)
  .check(({ value, issues }) => {
    const { format, clock, rated, best, deal } = value
    const refuse = (path: string, message: string): void =>
      void issues.push({ code: 'custom', path: [path], message, input: value })
    for (const [field, formats] of Object.entries(NEEDED) as [keyof typeof NEEDED, readonly string[]][]) {
      const isGiven = value[field] !== undefined
      if (isGiven && !formats.includes(format)) refuse(field, `a tournament of the format ${format} has none`)
      if (!isGiven && formats.includes(format) && field !== 'lives') refuse(field, 'it is needed in this format')
    }
    const isRealTime = timeControl(clock).pace === 'real-time'
    if (format === 'arena' && !isRealTime) refuse('clock', 'an arena is played in real time')
    if (format === 'arena' && best !== 1) refuse('best', 'each pairing of an arena is one game')
    if (deal === 'shared' && format === 'arena') refuse('deal', 'an arena has no rounds that could share a deal')
    if (deal === 'shared' && !isRealTime) refuse('deal', 'a shared deal is played in real time')
    if (deal === 'shared' && best !== 1) refuse('best', 'every game of a series is a new deal')
    if (rated && isTestClock(clock)) refuse('rated', 'a match with a clock for tests cannot be rated')
  })
  .meta({ id: 'CreateTournamentRequest' })
export type CreateTournament = z.infer<typeof createTournamentSchema>

/** Which formats have which settings. */
const NEEDED = { rounds: ['swiss', 'manual'], lives: ['knock-out'], minutes: ['arena'] } as const

export const tournamentStatusSchema = z
  .enum(['open', 'running', 'ended', 'cancelled'])
  .describe('`open`: players can join')
  .meta(grows('TournamentStatus'))
export type TournamentStatus = z.infer<typeof tournamentStatusSchema>

export const tournamentSchema = z
  .strictObject({
    id: tournamentId,
    ...terms,
    kind: gameKindSchema,
    rated: z.boolean(),
    best: bestOfSchema,
    deal: terms.deal.unwrap(),
    bots: z.boolean(),
    name: z.string(),
    host: playerRefSchema,
    status: tournamentStatusSchema,
    players: count.describe('How many have joined, those who have withdrawn since the start included'),
    round: count.describe('The round that was paired last; 0 before the first one'),
    createdAt: timestamp,
    startedAt: timestamp.optional(),
    endsAt: timestamp.optional().describe('Of an arena that has started: nobody is paired after it'),
    endedAt: timestamp.optional(),
    winners: z.array(playerRefSchema).optional().describe('Once it has ended: who shares the first place'),
  })
  .meta({ id: 'Tournament' })
export type Tournament = z.infer<typeof tournamentSchema>

const points = z.int().min(0).describe('Half points: 2 for a win, 1 for a shared victory')

export const tournamentStandingSchema = z
  .strictObject({
    place: z.int().min(1).describe('Players who are equal in all respects share a place'),
    player: playerRefSchema,
    rating: ratingValue.describe('When the player joined: it decides who meets whom in the first round'),
    points: points.describe(
      'Half points: 2 for a win or a round without an opponent, 1 for a shared victory. In an arena a win counts double if ' +
        'the player has won the two games before it',
    ),
    played: count,
    won: count,
    lives: count.optional().describe('In a knock-out: how often the player can still lose'),
    buchholz: count.describe('The points of all opponents'),
    sonnebornBerger: count.describe(
      'Twice the points of the opponents whom the player has beaten, and the points of those with whom they have shared a victory',
    ),
    field: z
      .number()
      .optional()
      .describe('With shared deals: the half points more than the others had in the same seat on the same deal'),
    withoutLuck: z
      .number()
      .optional()
      .describe(
        'The mean result of the analysed games without their luck, from 0 to 1, as `withoutLuck` of the results on a deal. Left ' +
          'out before one is analysed',
      ),
    withdrawn: z.literal(true).optional().describe('The player has left, or did not appear twice'),
  })
  .meta({ id: 'TournamentStanding' })
export type TournamentStanding = z.infer<typeof tournamentStandingSchema>

export const pairingSchema = z
  .strictObject({
    board: z.int().min(1),
    players: z
      .strictObject({ 0: playerRefSchema, 1: playerRefSchema.optional() })
      .meta({ id: 'PairedPlayers' })
      .describe('By seat, in the first game. Without a second one, the player has no opponent in this round'),
    match: matchId.optional().describe('The match, or the first one of the series; left out without an opponent'),
    points: z
      .strictObject({ 0: points, 1: points })
      .meta({ id: 'PairingPoints' })
      .optional()
      .describe('By those seats. Left out before the pairing is over'),
    absent: z.array(seat).optional().describe('The seats whose players did not appear'),
  })
  .meta({ id: 'Pairing' })
export type Pairing = z.infer<typeof pairingSchema>

export const roundSchema = z
  .strictObject({
    round: z.int().min(1),
    pairedAt: timestamp,
    deal: dealId.optional().describe('The shared deal of all tables'),
    sealedUntil: timestamp.optional().describe('Until then nobody but the players sees the matches of a shared deal'),
    pairings: z.array(pairingSchema),
  })
  .meta({ id: 'Round' })
export type Round = z.infer<typeof roundSchema>

/** A tournament, as one player sees it. */
export const tournamentAnswerSchema = z
  .strictObject({
    tournament: tournamentSchema,
    standings: z.array(tournamentStandingSchema).describe('By place; before the start by rating'),
    tieBreaks: z
      .array(z.enum(['buchholz', 'sonnebornBerger', 'field', 'withoutLuck']).meta(grows('TieBreak')))
      .describe('What decides between players with as many points, in this order'),
    round: roundSchema.optional().describe('The round that was paired last'),
    you: z
      .strictObject({
        withdrawn: z.literal(true).optional(),
        match: matchId.optional().describe('The match, or the series, that the player has to play now'),
      })
      .meta({ id: 'OwnPlace' })
      .optional()
      .describe('Present if the caller has joined'),
  })
  .meta({ id: 'TournamentAnswer' })
export type TournamentAnswer = z.infer<typeof tournamentAnswerSchema>

const crosstableRow = z
  .strictObject({
    player: playerRefSchema,
    place: z.int().min(1),
    results: z.array(
      z
        .strictObject({
          round: z.int().min(1),
          opponent: playerId.optional().describe('Left out if the player had none'),
          seat,
          match: matchId.optional(),
          points: points.optional().describe('Left out before the pairing is over'),
        })
        .meta({ id: 'CrosstableResult' }),
    ),
  })
  .meta({ id: 'CrosstableRow' })

export const crosstableSchema = z
  .strictObject({
    rows: z.array(crosstableRow).describe('By place; of an arena, the last 20 results of each player'),
  })
  .meta({ id: 'Crosstable' })
export type Crosstable = z.infer<typeof crosstableSchema>

export const tournamentsQuerySchema = pageQuerySchema.extend({
  status: z.enum(['open', 'running', 'ended']).optional().describe('By default all that were not cancelled'),
})
export type TournamentsQuery = z.infer<typeof tournamentsQuerySchema>
export const tournamentsPageSchema = z
  .strictObject({ tournaments: z.array(tournamentSchema), ...nextPage })
  .meta({ id: 'Tournaments' })
export type TournamentsPage = z.infer<typeof tournamentsPageSchema>

export const tournamentParamsSchema = z.strictObject({ id: tournamentId })
export const roundParamsSchema = z.strictObject({
  id: tournamentId,
  round: z.coerce.number().int().min(1).max(100_000).describe('From 1 on'),
})

/** A tournament in a player's own data. */
export const ownTournamentSchema = z
  .strictObject({
    id: tournamentId,
    name: z.string(),
    at: timestamp.describe('When it was opened'),
    hosted: z.boolean(),
    place: z.int().min(1).optional(),
  })
  .meta({ id: 'OwnTournament' })
export type OwnTournament = z.infer<typeof ownTournamentSchema>

/** The pairings of a round that the host has made. */
export const pairingsRequestSchema = z
  .strictObject({
    tournament: tournamentId,
    round: rounds.describe('The next one, or the last one again: a repeated request has the same answer'),
    pairs: z
      .array(z.array(playerId).length(2).meta({ id: 'PlayersOfPair' }).describe('Whoever comes first begins'))
      .min(1)
      .max(MOST_TOURNAMENT_PLAYERS.usual / 2)
      .describe('Whoever has joined and is in no pair has no opponent in this round, and no points'),
  })
  .meta({ id: 'PairingsRequest' })
export type PairingsRequest = z.infer<typeof pairingsRequestSchema>

// Events --------------------------------------------------------------------------------------------------------------

export const tournamentPairedSchema = z
  .strictObject({ tournament: tournamentId, round: z.int().min(1), match: matchId })
  .meta({ id: 'TournamentPaired' })
export const tournamentRoundSchema = z
  .strictObject({ tournament: tournamentId, round: z.int().min(1) })
  .meta({ id: 'TournamentRound' })
export const tournamentEndedSchema = z
  .strictObject({
    tournament: tournamentId,
    place: z.int().min(1).optional().describe('Of the player; left out if the tournament was cancelled'),
  })
  .meta({ id: 'TournamentEnded' })
