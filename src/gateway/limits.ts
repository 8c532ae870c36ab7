import { WINDOW_SECONDS } from '../limits/index.ts'
import type { ServerEvent } from '../protocol/index.ts'
import { CodedError } from '../protocol/index.ts'

/** Limits that a configuration may change. */
export const DEFAULT_LIMITS = {
  /** Connections of one address. */
  connectionsPerAddress: 200,
  /** New connections of one address. */
  handshakesPerMinute: 600,
}

/** The last event for a client that goes on sending although it was refused. */
export const FLOODED: ServerEvent = {
  event: 'error:protocol',
  payload: new CodedError('rate-limited', 'The connection is closed: the client went on sending too many messages.', {
    retryAfterMs: WINDOW_SECONDS * 1000,
  }).toBody(),
}
