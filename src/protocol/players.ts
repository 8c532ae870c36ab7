import { z } from 'zod'
import { playerId, timestamp } from './primitives.ts'
import { textSchema } from './texts.ts'

/** The name of players who have deleted their data. No account can have it. */
export const DELETED_NAME = 'Deleted player'

export const playerRefSchema = z
  .strictObject({
    id: playerId,
    name: z.string(),
    bot: z.literal(true).optional().describe('The player is a program'),
  })
  .meta({ id: 'Player' })
/** The players of a match, by seat. */
export const playersBySeatSchema = z
  .strictObject({ 0: playerRefSchema, 1: playerRefSchema })
  .meta({ id: 'PlayersBySeat' })
export type PlayerRef = z.infer<typeof playerRefSchema>

export const guestRequestSchema = z
  .strictObject({
    name: textSchema('name').describe('1 to 24 visible characters as people count them, after normalisation (NFKC)'),
  })
  .meta({ id: 'GuestRequest' })
export const guestResponseSchema = z
  .strictObject({
    player: playerRefSchema,
    token: z.string().describe('The bearer token for HTTP, and `auth.token` for the socket'),
    expiresAt: timestamp,
  })
  .meta({ id: 'IdentityAndToken' })

/** Whether at least one of some players is a bot. */
export const hasBot = (players: readonly (PlayerRef | null | undefined)[]): boolean =>
  players.some((player) => player?.bot === true)

/** A player as everybody sees them: bots have the mark. */
export const playerRef = (id: string, name: string, bot: boolean): PlayerRef => ({ id, name, ...(bot && { bot }) })
