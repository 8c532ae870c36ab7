import type { z } from 'zod'
import {
  actRequestSchema,
  createRequestSchema,
  joinRequestSchema,
  parseRequest,
  resignRequestSchema,
  unwatchRequestSchema,
  watchRequestSchema,
} from '../protocol/index.ts'
import type { Matches } from '../matches/index.ts'
import type { Answer, Connection } from './connection.ts'

/** One event that a client may send. */
export interface Command {
  /** How many plain messages it counts for. */
  weight: number
  /** @throws CodedError `bad-request`, and whatever the command does. */
  run(matches: Matches, connection: Connection, payload: unknown): Promise<Answer>
}

function command<S extends z.ZodType>(
  weight: number,
  schema: S,
  run: (matches: Matches, connection: Connection, request: z.output<S>) => Promise<Answer>,
): Command {
  return { weight, run: async (matches, connection, payload) => run(matches, connection, parseRequest(schema, payload)) }
}

/** Every event that clients send: how heavy it is, its payload, and what it does. */
export const COMMANDS: ReadonlyMap<unknown, Command> = new Map([
  [
    'match:create',
    command(5, createRequestSchema, async (matches, connection, request) =>
      connection.watchOpened(async () => (await matches.create(connection.player, request)).snapshot.match),
    ),
  ],
  [
    'match:join',
    command(1, joinRequestSchema, async (matches, connection, request) =>
      connection.watchOpened(
        async () => (await matches.join(connection.player, request)).snapshot.match,
        'match' in request ? request.match : undefined,
      ),
    ),
  ],
  ['match:watch', command(1, watchRequestSchema, async (_matches, connection, { match, version }) => connection.watch(match, version))],
  [
    'match:unwatch',
    command(1, unwatchRequestSchema, async (_matches, connection, { match }) => {
      await connection.unwatch(match)
      return { answer: { match } }
    }),
  ],
  ['match:act', command(1, actRequestSchema, async (matches, { player }, request) => ({ answer: await matches.act(player, request) }))],
  ['match:resign', command(1, resignRequestSchema, async (matches, { player }, request) => ({ answer: await matches.resign(player, request) }))],
])
