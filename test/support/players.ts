import { randomBytes } from 'node:crypto'
import type { PlayerRef } from '../../src/protocol/index.ts'

/** A new player. */
export const newPlayer = (name: string): PlayerRef => ({ id: randomBytes(12).toString('base64url'), name })

/** An action id that was never used. */
export const newActionId = (): string => randomBytes(12).toString('base64url')
