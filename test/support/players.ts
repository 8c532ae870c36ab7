import { randomBytes } from 'node:crypto'
import type { PlayerRef } from '../../src/protocol/index.ts'

/** Somebody new. */
export const newPlayer = (name: string): PlayerRef => ({ id: randomBytes(12).toString('base64url'), name })

/** An action id that was never used. */
export const newActionId = (): string => randomBytes(12).toString('base64url')
