import type { Commands } from '../protocol.ts'

export type { Commands } from '../protocol.ts'

export type Payload<Event extends keyof Commands> = Commands[Event]['payload']
export type Answer<Event extends keyof Commands> = Commands[Event]['answer']
