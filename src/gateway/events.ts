import type { z } from 'zod'
import type { drainingSchema, Ended, ErrorBody, Presence, Update } from '../protocol/index.ts'

/** What the server sends without being asked. */
export interface ServerEvents {
  'match:update': Update
  'match:ended': Ended
  'match:presence': Presence
  'server:draining': z.infer<typeof drainingSchema>
  /** A message that asked for no acknowledgement, so that it could not be answered otherwise. */
  'error:protocol': ErrorBody
}

export type Send = <E extends keyof ServerEvents>(event: E, payload: ServerEvents[E]) => void
