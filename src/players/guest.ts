import { randomBytes } from 'node:crypto'
import type { PlayerRef } from '../protocol/index.ts'
import { playerName } from './name.ts'

/**
 * A new player with nothing but a name. Nothing is stored before their first game ends: the token has everything.
 * @throws CodedError `name-invalid`
 */
export const newGuest = (name: string): PlayerRef => ({
  id: randomBytes(12).toString('base64url'),
  name: playerName(name),
})
