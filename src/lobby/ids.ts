import { randomBytes } from 'node:crypto'

/** The id of a new challenge: 96 random bits, as 16 URL-safe characters. */
export const newChallengeId = (): string => randomBytes(12).toString('base64url')
