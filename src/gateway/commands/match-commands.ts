import {
  abortRequestSchema,
  actRequestSchema,
  claimWinRequestSchema,
  createRequestSchema,
  explainRequestSchema,
  drawRequestSchema,
  giveTimeRequestSchema,
  hintRequestSchema,
  joinRequestSchema,
  rematchRequestSchema,
  resignRequestSchema,
  unwatchRequestSchema,
  watchRequestSchema,
} from '../../protocol/index.ts'
import { command } from './command.ts'
import type { Command } from './command.ts'

/** What a viewer missed since a version may be a whole match. */
const watchWeight = (payload: unknown): number =>
  typeof payload === 'object' && payload !== null && 'version' in payload ? 5 : 1

/** What clients send to play and to watch. */
export const MATCH_COMMANDS: Readonly<Record<string, Command>> = {
  'match:create': command(5, createRequestSchema, async ({ matches }, connection, request) =>
    connection.watchOpened(() => matches.play.create(connection.player, request)),
  ),
  'match:join': command(1, joinRequestSchema, async ({ matches }, connection, request) =>
    connection.watchOpened(
      () => matches.play.join(connection.player, request), 'match' in request ? request.match : undefined,
    ),
  ),
  'match:watch': command(watchWeight, watchRequestSchema, async (_services, connection, { match, version, code }) =>
    connection.watch(match, { sinceVersion: version, code }),
  ),
  'match:unwatch': command(1, unwatchRequestSchema, async (_services, connection, { match }) => {
    await connection.unwatch(match)
    return { answer: { match } }
  }),
  'match:explain': command(1, explainRequestSchema, async ({ matches }, connection, { match, code }) => ({
    answer: await matches.explanations.explain(connection.watcher(code), match, code),
  })),
  // A hint takes about as long as many moves.
  'match:hint': command(5, hintRequestSchema, async ({ matches }, { player }, { match }) => ({
    answer: await matches.hints.hint(player, match),
  })),
  'match:act': command(1, actRequestSchema, ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.play.act(connection.player, request)),
  ),
  'match:resign': command(1, resignRequestSchema, ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.resign(connection.player, request)),
  ),
  'match:abort': command(1, abortRequestSchema, ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.abort(connection.player, request)),
  ),
  'match:draw': command(1, drawRequestSchema, ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.draw(connection.player, request)),
  ),
  'match:claim': command(1, claimWinRequestSchema, ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.claim(connection.player, request)),
  ),
  'match:give': command(1, giveTimeRequestSchema, ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.giveTime(connection.player, request)),
  ),
  'match:rematch': command(1, rematchRequestSchema, async ({ matches }, { player }, { match }) => ({
    answer: await matches.rematches.offer(player, match),
  })),
}
