import { z } from 'zod'
import { grows } from './grows.ts'
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

/** The seat that the player who asks for a match wants. Seat 0 wins more often, so nobody chooses in a rated match. */
export const wantedSeatSchema = z.union([seat, z.literal('random')]).meta({ id: 'WantedSeat' })

interface Asked {
  rated: boolean
  clock: TimeControlId
  seat: z.infer<typeof wantedSeatSchema>
}

/** Checks, in a request for a match, what a rated match needs: a clock, and a seat that is drawn. */
export function checkRated({ value: { rated, clock, seat }, issues }: z.core.ParsePayload<Asked>): void {
  const refuse = (field: keyof Asked, message: string): void =>
    void issues.push({ code: 'custom', path: [field], message, input: { rated, clock, seat } })
  if (rated && clock === 'none') refuse('rated', 'a match without a clock cannot be rated')
  if (rated && isTestClock(clock)) refuse('rated', 'a match with a clock for tests cannot be rated')
  if (rated && seat !== 'random') refuse('seat', 'the seat in a rated match is drawn')
}

export const originSchema = z
  .enum(['invitation', 'table', 'queue', 'challenge', 'rematch', 'bot'])
  .describe('How the two players found each other')
  .meta(grows('Origin'))
export type MatchOrigin = z.infer<typeof originSchema>
