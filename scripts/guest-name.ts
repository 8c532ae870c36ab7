import { randomInt } from 'node:crypto'

/** A name for the guest of a program, with a number: an account may have the plain name. */
export const guestName = (name: string): string => `${name} ${randomInt(10_000)}`
