import { z } from 'zod'

/** Ids of cards, wonders, tokens and the like: kebab-case. Which of them is legal is the rules' business. */
export const thingId = z.string().max(40).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
/** Matches and players: URL-safe random text. */
export const matchId = z.string().regex(/^[A-Za-z0-9_-]{16}$/)
export const playerId = z.string().regex(/^[A-Za-z0-9_-]{16}$/)
/** Of the tokens that were renewed from one another: URL-safe random text. */
export const sessionId = z.string().regex(/^[A-Za-z0-9_-]{16}$/)
/** What a player tells a friend: 8 characters without look-alikes. */
export const invitationCode = z.string().regex(/^[2-9A-HJKMNP-Z]{8}$/)
export const seat = z.union([z.literal(0), z.literal(1)])
export const viewer = z.union([seat, z.literal('spectator')])
/** How many entries the match's log has. */
export const version = z.int().min(0).max(10_000)
/** Chosen by the client, once for each move, so that sending it again is harmless. */
export const actionId = z.string().min(8).max(64).regex(/^[A-Za-z0-9_-]+$/)
export const slot = z.int().min(0).max(24)
export const chamber = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5), z.literal(6)])
/** Milliseconds since 1970. */
export const timestamp = z.int().min(0)
