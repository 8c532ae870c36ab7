import { z } from 'zod'
import { grows } from './grows.ts'
import type { GameOptions } from './options.ts'
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
}

export const originSchema = z
  .enum(['invitation', 'table', 'queue', 'challenge', 'rematch', 'bot'])
  .describe('How the two players found each other')
  .meta(grows('Origin'))
export type MatchOrigin = z.infer<typeof originSchema>
