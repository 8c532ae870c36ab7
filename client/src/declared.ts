import type { z } from 'zod'
import type { COMMANDS, Method as DeclaredMethod, ROUTES } from '../../src/protocol/index.ts'

type DeclaredCommands = typeof COMMANDS

/** What a client sends over a socket: by event, the payload and the answer. */
export type Commands = {
  [Event in keyof DeclaredCommands]: {
    payload: z.input<DeclaredCommands[Event]['request']>
    answer: z.output<DeclaredCommands[Event]['answer']>
  }
}

/** The declarations of the routes that do what a command does. */
type Doors = {
  [
    Name in keyof DeclaredCommands as DeclaredCommands[Name] extends { http: { route: infer Route extends string } }
      ? Route
      : never
  ]: DeclaredCommands[Name] extends { http: infer Door; answer: infer Answer }
    ? Door extends { answers: unknown }
      ? Door
      : Door & { answers: { 200: Answer } }
    : never
}
type DeclaredRoutes = typeof ROUTES & Doors

type Of<Schema> = Schema extends z.ZodType ? z.output<Schema> : never
type AnswerOf<Answers> = Answers extends { 204: unknown }
  ? undefined
  : { [Status in keyof Answers]: Status extends 304 ? never : Of<Answers[Status]> }[keyof Answers]

/** What a route takes and gives. A stream gives no answer: see `Rest.exportGames`. */
type Described<Route> = (Route extends { query: infer Schema } ? { query: Partial<Of<Schema>> } : unknown) &
  (Route extends { body: infer Schema extends z.ZodType } ? { body: z.input<Schema> } : unknown) &
  (Route extends { stream: string }
    ? unknown
    : Route extends { answers: infer Answers }
      ? { answer: AnswerOf<Answers> }
      : never)

/** The server's routes, by method and path: query, body and answer of each, as the server declares them. */
export type Routes = {
  [M in Lowercase<DeclaredMethod>]: {
    [Name in keyof DeclaredRoutes as Name extends `${Uppercase<M>} ${infer Path}` ? Path : never]: Described<
      DeclaredRoutes[Name]
    >
  }
}
