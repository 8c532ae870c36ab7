import type { z } from 'zod'
import type { COMMANDS, Method as DeclaredMethod, ROUTES } from '../../../src/protocol/index.ts'

type Commands = typeof COMMANDS
/** The declarations of the routes that do what a command does. */
type Doors = {
  [
    Name in keyof Commands as Commands[Name] extends { http: { route: infer Route extends string } } ? Route : never
  ]: Commands[Name] extends { http: infer Door; answer: infer Answer }
    ? Door extends { answers: unknown }
      ? Door
      : Door & { answers: { 200: Answer } }
    : never
}
type Declared = typeof ROUTES & Doors

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
    [Name in keyof Declared as Name extends `${Uppercase<M>} ${infer Path}` ? Path : never]: Described<Declared[Name]>
  }
}

export type Method = keyof Routes
/** The routes whose answer is one document. */
export type Path<M extends Method> = Exclude<keyof Routes[M] & string, '/v1/games/export'>

/** The names in the braces of a path. */
type ParamsOf<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsOf<Rest> : never
type Field<Route, Name extends string> = Route extends Record<Name, infer Value> ? Value : never

/** A body that may be left out is an option. */
type BodyOption<Body> = [Body] extends [never] ? unknown : undefined extends Body ? { body?: Body } : { body: Body }

interface Common {
  /** Ends the request; it then fails as `offline`. */
  signal?: AbortSignal
}

/** What a request needs in addition to its path. */
export type RequestOptions<M extends Method, P extends Path<M>> = Common &
  ([ParamsOf<P>] extends [never] ? unknown : { params: Record<ParamsOf<P>, string | number> }) &
  ([Field<Routes[M][P], 'query'>] extends [never] ? unknown : { query?: Field<Routes[M][P], 'query'> }) &
  BodyOption<Field<Routes[M][P], 'body'>>

/** The options are left out where nothing is needed. */
export type RequestArguments<M extends Method, P extends Path<M>> =
  Common extends RequestOptions<M, P> ? [options?: RequestOptions<M, P>] : [options: RequestOptions<M, P>]

export type RouteAnswer<M extends Method, P extends Path<M>> = Field<Routes[M][P], 'answer'>
