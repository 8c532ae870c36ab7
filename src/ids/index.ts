import { randomBytes } from 'node:crypto'

/** The id of something new: 96 random bits, as the 16 URL-safe characters of which the protocol's ids consist. */
export const newId = (): string => randomBytes(12).toString('base64url')
