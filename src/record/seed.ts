import { createHash, randomBytes } from 'node:crypto'

/** Draws a new secret seed: 256 bits from the system's secure generator, as 64 lower-case hex digits. */
export const newSeed = (): string => randomBytes(32).toString('hex')

/** The SHA-256 of the seed's 64 characters, in hex. It is shown before the first action. */
export const hashSeed = (seed: string): string => createHash('sha256').update(seed, 'utf8').digest('hex')
