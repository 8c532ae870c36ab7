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
  'match:create': command(5, createRequestSchema, async ({ play }, connection, request) =>
    connection.watchOpened(() => play.create(connection.player, request)),
  ),
  'match:join': command(1, joinRequestSchema, async ({ play }, connection, request) =>
    connection.watchOpened(() => play.join(connection.player, request), 'match' in request ? request.match : undefined),
  ),
  'match:watch': command(watchWeight, watchRequestSchema, async (_matches, connection, { match, version, code }) =>
    connection.watch(match, { sinceVersion: version, code }),
  ),
  'match:unwatch': command(1, unwatchRequestSchema, async (_matches, connection, { match }) => {
    await connection.unwatch(match)
    return { answer: { match } }
  }),
  'match:explain': command(1, explainRequestSchema, async ({ explanations }, connection, { match, code }) => ({
    answer: await explanations.explain(connection.watcher(code), match, code),
  })),
  // A hint takes about as long as many moves.
  'match:hint': command(5, hintRequestSchema, async ({ hints }, { player }, { match }) => ({
    answer: await hints.hint(player, match),
  })),
  'match:act': command(1, actRequestSchema, ({ play }, connection, request) =>
    connection.committing(request.match, () => play.act(connection.player, request)),
  ),
  'match:resign': command(1, resignRequestSchema, ({ endings }, connection, request) =>
    connection.committing(request.match, () => endings.resign(connection.player, request)),
  ),
  'match:abort': command(1, abortRequestSchema, ({ endings }, connection, request) =>
    connection.committing(request.match, () => endings.abort(connection.player, request)),
  ),
  'match:draw': command(1, drawRequestSchema, ({ endings }, connection, request) =>
    connection.committing(request.match, () => endings.draw(connection.player, request)),
  ),
  'match:claim': command(1, claimWinRequestSchema, ({ endings }, connection, request) =>
    connection.committing(request.match, () => endings.claim(connection.player, request)),
  ),
  'match:give': command(1, giveTimeRequestSchema, ({ endings }, connection, request) =>
    connection.committing(request.match, () => endings.giveTime(connection.player, request)),
  ),
  'match:rematch': command(1, rematchRequestSchema, async ({ rematches }, { player }, { match }) => ({
    answer: await rematches.offer(player, match),
  })),
}
