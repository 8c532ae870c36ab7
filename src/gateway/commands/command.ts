import type { z } from 'zod'
import type { Lobby } from '../../lobby/index.ts'
import type { Matches } from '../../matches/index.ts'
import { parseRequest } from '../../protocol/index.ts'
import type { Answer } from '../answer.ts'
import type { Connection } from '../connection.ts'

/** What commands are about. */
export interface Services {
  matches: Matches
  lobby: Lobby
}

/** One event that a client may send. */
export interface Command {
  readonly schema: z.ZodType
  /** How many plain messages it counts for, with a payload that is not checked yet. */
  weight(payload: unknown): number
  /** @throws CodedError `bad-request`, and as the command does. */
  run(services: Services, connection: Connection, payload: unknown): Promise<Answer>
}

/** A command whose payload has a schema. */
export function command<S extends z.ZodType>(
  weight: number | ((payload: unknown) => number),
  schema: S,
  run: (services: Services, connection: Connection, request: z.output<S>) => Promise<Answer>,
): Command {
  return {
    schema,
    weight: typeof weight === 'number' ? () => weight : weight,
    run: async (services, connection, payload) => run(services, connection, parseRequest(schema, payload)),
  }
}
