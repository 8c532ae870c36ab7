import {
  abortRequestSchema,
  actRequestSchema,
  claimWinRequestSchema,
  createRequestSchema,
  drawRequestSchema,
  joinRequestSchema,
  muteRequestSchema,
  readChatRequestSchema,
  rematchRequestSchema,
  resignRequestSchema,
  sayRequestSchema,
  unwatchRequestSchema,
  watchRequestSchema,
} from '../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'
import { LOBBY_COMMANDS } from './lobby-commands.ts'

/** Every event that clients send: how heavy it is, its payload, and what it does. */
export const COMMANDS: ReadonlyMap<unknown, Command> = new Map<string, Command>([
  ...LOBBY_COMMANDS,
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
  [
    'match:watch',
    command(1, watchRequestSchema, async (_matches, connection, { match, version, code }) =>
      connection.watch(match, { sinceVersion: version, code }),
    ),
  ],
  [
    'match:unwatch',
    command(1, unwatchRequestSchema, async (_matches, connection, { match }) => {
      await connection.unwatch(match)
      return { answer: { match } }
    }),
  ],
  ['match:act', command(1, actRequestSchema, async (matches, { player }, request) => ({ answer: await matches.act(player, request) }))],
  ['match:resign', command(1, resignRequestSchema, async (matches, { player }, request) => ({ answer: await matches.resign(player, request) }))],
  ['match:abort', command(1, abortRequestSchema, async (matches, { player }, request) => ({ answer: await matches.abort(player, request) }))],
  ['match:draw', command(1, drawRequestSchema, async (matches, { player }, request) => ({ answer: await matches.draw(player, request) }))],
  ['match:claim', command(1, claimWinRequestSchema, async (matches, { player }, request) => ({ answer: await matches.claim(player, request) }))],
  ['match:rematch', command(1, rematchRequestSchema, async (matches, { player }, { match }) => ({ answer: await matches.rematch(player, match) }))],
  [
    'chat:say',
    command(1, sayRequestSchema, async (matches, { player }, request) => ({
      answer: { match: request.match, line: await matches.say(player, request) },
    })),
  ],
  ['chat:read', command(1, readChatRequestSchema, async (matches, { player }, { match, code }) => ({ answer: await matches.chat(player, match, code) }))],
  [
    'chat:mute',
    command(1, muteRequestSchema, async (matches, { player }, request) => {
      await matches.mute(player, request)
      return { answer: request }
    }),
  ],
])
