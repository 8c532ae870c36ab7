import type { Routes } from '../protocol.ts'

export type Method = keyof Routes
/** The routes whose answer is one document. */
export type Path<M extends Method> = keyof Routes[M] & keyof WithAnswer<Routes[M]> & string
type WithAnswer<All> = { [P in keyof All as All[P] extends { answer: unknown } ? P : never]: All[P] }

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
