import type { z } from 'zod'
import type { COMMANDS } from '../../../src/protocol/index.ts'

type Declared = typeof COMMANDS

/** What a client sends over a socket: by event, the payload and the answer, as the schemas of the server have them. */
export type Commands = {
  [Event in keyof Declared]: [payload: z.input<Declared[Event]['request']>, answer: z.output<Declared[Event]['answer']>]
}

export type Payload<Event extends keyof Commands> = Commands[Event][0]
export type Answer<Event extends keyof Commands> = Commands[Event][1]
