import type { HandlersOf } from './handlers.ts'

/** What clients send to play and to watch. */
export const MATCH_HANDLERS: HandlersOf<'match'> = {
  'match:create': async ({ matches }, connection, request) =>
    connection.watchOpened(() => matches.play.create(connection.player, request)),
  'match:join': async ({ matches }, connection, request) =>
    connection.watchOpened(
      () => matches.play.join(connection.player, request),
      'match' in request ? request.match : undefined,
    ),
  'match:watch': async (_services, connection, { match, version, code }) =>
    connection.watch(match, { sinceVersion: version, code }),
  'match:unwatch': async (_services, connection, { match }) => {
    await connection.unwatch(match)
    return { answer: { match } }
  },
  'match:explain': async ({ matches }, connection, { match, code }) => ({
    answer: await matches.explanations.explain(connection.watcher(code), match, code),
  }),
  'match:hint': async ({ matches }, { player }, { match }) => ({
    answer: await matches.hints.hint(player, match),
  }),
  'match:act': ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.play.act(connection.player, request)),
  'match:resign': ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.resign(connection.player, request)),
  'match:abort': ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.abort(connection.player, request)),
  'match:draw': ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.draw(connection.player, request)),
  'match:claim': ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.claim(connection.player, request)),
  'match:give': ({ matches }, connection, request) =>
    connection.committing(request.match, () => matches.endings.giveTime(connection.player, request)),
  'match:rematch': async ({ matches }, { player }, { match }) => ({
    answer: await matches.rematches.offer(player, match),
  }),
}
