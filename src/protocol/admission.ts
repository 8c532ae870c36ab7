import { z } from 'zod'
import { ratingRangeSchema } from './ratings.ts'
import type { TimeControlId } from './time-controls.ts'

/** Which players an open table admits. */
export const admissionSchema = z
  .strictObject({
    rating: ratingRangeSchema
      .optional()
      .describe(
        'Only players whose rating for this match, as it is when they join, is in the range. A player without such a ' +
          'rating has that of a newcomer, 1500',
      ),
    accounts: z.literal(true).optional().describe('Only accounts, which bots have, too; guests are refused'),
  })
  .meta({ id: 'Admission' })
export type Admission = z.infer<typeof admissionSchema>

export const admitsSchema = admissionSchema
  .optional()
  .describe('Whom the table admits, also by its code; left out if it admits everybody')

/** What an admission says, by its fields. */
export const admissionOf = ({ rating, accounts }: Admission): Admission => ({
  ...(rating && { rating: rangeOf(rating) }),
  ...(accounts && { accounts }),
})

const rangeOf = ({ least, most }: NonNullable<Admission['rating']>): NonNullable<Admission['rating']> => ({
  ...(least !== undefined && { least }),
  ...(most !== undefined && { most }),
})

interface Asked {
  admits?: Admission | undefined
  listed: boolean
  clock: TimeControlId
}

/** Checks, in a request for a match, that only an open table admits some players, and that it says which. */
export function checkAdmission({ value, issues }: z.core.ParsePayload<Asked>): void {
  const { admits, listed, clock } = value
  if (!admits) return
  const refuse = (path: string[], message: string): void =>
    void issues.push({ code: 'custom', path: ['admits', ...path], message, input: value })
  if (!listed) refuse([], 'only an open table admits some players and not others')
  if (!admits.accounts && !admits.rating) refuse([], 'it does not say who is admitted')
  if (!admits.rating) return
  if (clock === 'none') refuse(['rating'], 'nobody has a rating for a match without a clock')
  if (Object.keys(rangeOf(admits.rating)).length === 0) refuse(['rating'], 'it has no bound')
}
