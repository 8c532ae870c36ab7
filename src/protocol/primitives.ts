import { z } from 'zod'

/** The id of a card, wonder, token and so on: kebab-case. The rules tell whether it exists and is legal. */
export const thingId = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const urlSafeId = z.string().regex(/^[A-Za-z0-9_-]{16}$/)
/** The id of a match: URL-safe random text. */
export const matchId = urlSafeId.meta({ description: 'The id of a match', examples: ['96c7ead858f549c0'] })
/** The id of a player: URL-safe random text. */
export const playerId = urlSafeId.meta({ description: 'The id of a player', examples: ['AdaAdaAdaAdaAdaA'] })
/** The id of a challenge: URL-safe random text. */
export const challengeId = urlSafeId.meta({ description: 'The id of a challenge', examples: ['q7bX2mYpL0sTgR4w'] })
/** The id of a puzzle: URL-safe random text. */
export const puzzleId = urlSafeId.meta({ description: 'The id of a puzzle', examples: ['q7bX2mYpL0sTgR4w'] })
/** The id of a tournament: URL-safe random text. */
export const tournamentId = urlSafeId.meta({ description: 'The id of a tournament', examples: ['q7bX2mYpL0sTgR4w'] })
/** The id of a report: URL-safe random text. */
export const reportId = urlSafeId.meta({ description: 'The id of a report', examples: ['q7bX2mYpL0sTgR4w'] })
/** The id of a notification, the same in every attempt to deliver it: URL-safe random text. */
export const deliveryId = urlSafeId.meta({ description: 'The id of a notification', examples: ['q7bX2mYpL0sTgR4w'] })
/** The id of a device that is subscribed to Web Push: URL-safe random text. */
export const subscriptionId = urlSafeId.meta({
  description: 'The id of a subscription',
  examples: ['q7bX2mYpL0sTgR4w'],
})
/** The id of a passkey of an account: URL-safe random text. */
export const passkeyId = urlSafeId.meta({ description: 'The id of a passkey', examples: ['q7bX2mYpL0sTgR4w'] })
/** The id that a token shares with the tokens renewed from it: URL-safe random text. */
export const sessionId = urlSafeId.meta({ description: 'The id of a session', examples: ['q7bX2mYpL0sTgR4w'] })
/** An invitation code: 8 characters, no two of which look alike. Lower case is read as upper case. */
export const invitationCode = z
  .string()
  .max(8)
  .toUpperCase()
  .regex(/^[2-9A-HJKMNP-Z]{8}$/)
  .meta({ description: 'An invitation code', examples: ['ABCDEFGH'] })
/** One of a few whole numbers. */
export const oneOf = <const Numbers extends readonly [number, ...number[]]>(numbers: Numbers, id: string) =>
  z.literal(numbers).meta({ id, type: 'integer' })

export const seat = oneOf([0, 1], 'Seat')
export const viewer = z.union([seat, z.literal('spectator')]).meta({ id: 'Viewer' })
/** How many entries the log of the match has. */
export const version = z
  .int()
  .min(0)
  .max(10_000)
  .meta({ description: 'A version of the match', examples: [2] })
/** A version in a URL. */
export const versionText = z.coerce.number().int().min(0).max(10_000)
/** A boolean in a URL. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** The client chooses one for each command, so that sending the command again is harmless. */
export const actionId = z
  .string()
  .min(8)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/)
  .meta({ description: 'Chosen by the client, another one for each command', examples: ['kLq3Zr8Wc0uTnB5x'] })
export const slot = z.int().min(0).max(24)
export const age = oneOf([1, 2, 3], 'Age')
export const chamber = oneOf([1, 2, 3, 4, 5, 6], 'ChamberNumber')
/** A space of the Pantheon, counted from the capital of the first player. */
export const space = oneOf([1, 2, 3, 4, 5, 6], 'SpaceNumber')
/** Where a card is put back. */
export const deckEnd = z.enum(['top', 'bottom']).meta({ id: 'DeckEnd' })
/** A set of Offering tokens, named by their discounts. */
export const offerings = z.enum(['none', '2', '3', '4', '2-3', '2-4', '3-4', '2-3-4']).meta({ id: 'Offerings' })
export const mythology = z.enum(['mesopotamian', 'phoenician', 'greek', 'egyptian', 'roman']).meta({ id: 'Mythology' })
/** A space of the military track: positive towards the city of seat 1. */
export const position = z.int().min(-9).max(9)
/** How many there are of something. */
export const count = z.int().min(0)
/** Milliseconds since 1970. */
export const timestamp = z
  .int()
  .min(0)
  .meta({ description: 'ms since 1970', examples: [1_767_225_600_000] })

export const logHash = z
  .string()
  .regex(/^[\w-]{43}$/)
  .describe('The hash of an entry of the log: HMAC-SHA-256 with the seed as its key, in base64url')
