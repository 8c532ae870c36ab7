import { z } from 'zod'
import { codeQuerySchema } from './http.ts'
import type { ViewAnswer } from './matches.ts'
import type { OwnMatchesAnswer } from './own-matches.ts'
import { timestamp, versionText } from './primitives.ts'
import type { EventTo } from './server-events.ts'

/** How long a ticket for a stream is valid. */
export const STREAM_TICKET_SECONDS = 60

const ticket = z.string().max(2_048)

export const streamTicketSchema = z.strictObject({
  ticket: ticket.describe('For the query of one stream, in place of the token'),
  expiresAt: timestamp,
})

export const playerEventsQuerySchema = z.strictObject({
  ticket: ticket.optional().describe('Of `POST /v1/streams/tickets`, for a client that cannot send a header'),
})
export const matchEventsQuerySchema = playerEventsQuerySchema.extend({
  after: versionText
    .optional()
    .describe('The last version that the client has, unless the header `Last-Event-ID` says it'),
  code: codeQuerySchema.shape.code,
})

export const eventStreamSchema = z
  .string()
  .describe('Events as EventSource reads them; `data` is a line of JSON, the payload of the event of the same name')

/** With what a stream begins. All other events are those of the socket. */
export type StreamStart =
  { event: 'match:view'; payload: ViewAnswer } | { event: 'player:matches'; payload: OwnMatchesAnswer }

/** An event of a stream. */
export type StreamEvent = StreamStart | EventTo<'viewers' | 'own-matches' | 'player' | 'connection'>
