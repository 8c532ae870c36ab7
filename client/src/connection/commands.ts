import type { z } from 'zod'
import type { CLIENT_EVENTS } from '../../../src/protocol/index.ts'

type ClientEvents = typeof CLIENT_EVENTS

/** What a client sends over a socket: by event, the payload and the answer, as the schemas of the server have them. */
export type Commands = {
  [Event in keyof ClientEvents]: [
    payload: z.input<ClientEvents[Event]['request']>,
    answer: z.output<ClientEvents[Event]['answer']>,
  ]
}

export type Payload<Event extends keyof Commands> = Commands[Event][0]
export type Answer<Event extends keyof Commands> = Commands[Event][1]
