import { newId } from '../ids/index.ts'
import type { PlayerRef } from '../protocol/index.ts'
import { playerName } from './name.ts'

/**
 * A new player with nothing but a name. Nothing is stored before their first game ends: the token has everything.
 * @throws CodedError `name-invalid`
 */
export const newGuest = (name: string): PlayerRef => ({
  id: newId(),
  name: playerName(name),
})
