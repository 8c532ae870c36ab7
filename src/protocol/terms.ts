import { z } from 'zod'
import { grows } from './grows.ts'
import type { GameOptions } from './match-options.ts'
import { MOST_EXTRA_COINS } from './match-options.ts'
import { seat } from './primitives.ts'
import type { TimeControlId } from './time-controls.ts'
import { isTestClock, timeControlIdSchema } from './time-controls.ts'

/** The terms of a match, besides the kind of game and its options. */
export const termsSchema = z
  .strictObject({
    clock: timeControlIdSchema,
    rated: z.boolean().describe('The game changes the ratings of both players'),
    visibility: z
      .enum(['public', 'private'])
      .describe('Whether anyone may watch, or only spectators who have the code')
      .meta({ id: 'Visibility' }),
  })
  .meta({ id: 'Terms' })
export type MatchTerms = z.infer<typeof termsSchema>

/** The seat that the player who asks for a match wants. Seat 0 wins more often, so nobody chooses in a rated match: whoever began less often begins. */
export const wantedSeatSchema = z.union([seat, z.literal('random')]).meta({ id: 'WantedSeat' })

/** What a player bids for the first turn (coins). */
export const bidSchema = z.int().min(0).max(MOST_EXTRA_COINS)

/** The bid of whoever takes the other seat. */
export const answeredBidSchema = bidSchema
  .optional()
  .describe('What the player bids for the first turn (coins); needed where both bid, and nowhere else')

/** Of a list: that a match is one with bids. The host's is told to nobody before the other player has bid, too. */
export const bidAskedSchema = z
  .literal(true)
  .optional()
  .describe(
    'Both players bid for the first turn, unseen. The host has bid; whoever takes the other seat has to. Nobody has a ' +
      'seat before that',
  )

interface Asked {
  rated: boolean
  clock: TimeControlId
  seat: z.infer<typeof wantedSeatSchema>
  options: GameOptions
}

/** Checks, in a request for a match, what a rated match needs: a clock, seats that nobody chose, and the usual game. */
export function checkRated({ value, issues }: z.core.ParsePayload<Asked>): void {
  const { rated, clock, seat, options } = value
  if (!rated) return
  const refuse = (path: string[], message: string): void =>
    void issues.push({ code: 'custom', path, message, input: value })
  if (clock === 'none') refuse(['rated'], 'a match without a clock cannot be rated')
  if (isTestClock(clock)) refuse(['rated'], 'a match with a clock for tests cannot be rated')
  if (seat !== 'random') refuse(['seat'], 'nobody chooses a seat in a rated match')
  if (options.wonders !== 'draft') refuse(['options', 'wonders'], 'wonders are drafted in a rated match')
  if (options.tiedPawn !== 'chooses') refuse(['options', 'tiedPawn'], 'a rated match has the usual rule for this')
  if (options.handicap) refuse(['options', 'handicap'], 'nobody has a handicap in a rated match')
}

/** Checks, in a request for a match, that a bid for the first turn is all that decides who begins with how much. */
export function checkBid({
  value,
  issues,
}: z.core.ParsePayload<
  Omit<Asked, 'clock'> & { bid?: number | undefined; opponent?: unknown; sample?: unknown; from?: unknown }
>): void {
  const { bid, rated, seat, options, opponent, sample, from } = value
  if (bid === undefined) return
  const refuse = (message: string): void => void issues.push({ code: 'custom', path: ['bid'], message, input: value })
  if (rated) refuse('nobody bids for the first turn in a rated match')
  if (seat !== 'random') refuse('the bids decide who begins: no seat can be chosen')
  if (options.handicap) refuse('the bids decide who gets coins: there is no other handicap')
  if (opponent) refuse('nobody else bids')
  if (sample !== undefined || from !== undefined) refuse('the match goes on with the coins that there are')
}

export const originSchema = z
  .enum(['invitation', 'table', 'queue', 'challenge', 'rematch', 'bot', 'self', 'ladder', 'tournament'])
  .describe(
    'How the two players found each other; `self`: there is one, who plays alone for both seats; `ladder`: two engines, by ' +
      'the queue; `tournament`: they were paired in a round',
  )
  .meta(grows('Origin'))
export type MatchOrigin = z.infer<typeof originSchema>
