import { createHash, randomBytes } from 'node:crypto'

/** A new secret seed: 256 bits from the system's secure generator, as 64 lower-case hex digits. */
export const newSeed = (): string => randomBytes(32).toString('hex')

/** What is shown before the first action: SHA-256 of the seed's 64 characters, in hex. */
export const hashSeed = (seed: string): string => createHash('sha256').update(seed, 'utf8').digest('hex')
