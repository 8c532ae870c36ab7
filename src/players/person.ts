import type { PlayerRef } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'

/** Requires that a player is no bot. @throws CodedError `not-for-bots` */
export function requirePerson({ bot }: PlayerRef): void {
  if (bot) throw new CodedError('not-for-bots')
}
