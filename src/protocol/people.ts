import { z } from 'zod'
import { playerRefSchema } from './players.ts'
import { matchId, timestamp } from './primitives.ts'
import { textSchema } from './texts.ts'

/** How many characters of a name a search needs, and how many players it finds at most. */
export const SEARCH = { least: 2, usual: 20, most: 50 } as const
/** How many players an account may follow. */
export const MOST_FOLLOWED = 500

export const playersQuerySchema = z.strictObject({
  name: textSchema('name').describe(
    `The beginning of a name: at least ${SEARCH.least} characters; case and width make no difference`,
  ),
  limit: z.coerce.number().int().min(1).max(SEARCH.most).default(SEARCH.usual).describe('How many players at most'),
})
export type PlayersQuery = z.infer<typeof playersQuerySchema>

export const playersAnswerSchema = z
  .strictObject({ players: z.array(playerRefSchema).describe('In the order of their names, without regard to case') })
  .meta({ id: 'PlayersFound' })

/** A player whom an account follows. */
export const followedSchema = playerRefSchema
  .extend({
    since: timestamp,
    online: z.boolean().describe('Whether the player is connected by a socket to any node'),
    match: matchId.optional().describe('A public match that the player plays, if there is any'),
  })
  .meta({ id: 'Followed' })
export type Followed = z.infer<typeof followedSchema>

export const followingAnswerSchema = z
  .strictObject({ following: z.array(followedSchema).describe('Who was followed last is first') })
  .meta({ id: 'Following' })
