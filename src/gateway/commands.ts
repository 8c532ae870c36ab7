import type { AnswerOf, DoorName, RequestOf, Services } from '../commands/index.ts'
import { carryOut, HANDLERS } from '../commands/index.ts'
import type { Command, CommandName, CommitAnswer } from '../protocol/index.ts'
import type { Answer } from './answer.ts'
import type { Connection } from './connection.ts'

/** What the socket does for the commands whose effect lasts as long as the connection. */
const OF_SOCKETS: {
  readonly [Name in DoorName | 'queue:join' | 'queue:status']: (
    connection: Connection,
    request: RequestOf<Name>,
    services: Services,
  ) => Promise<Answer<AnswerOf<Name>>>
} = {
  'match:create': async (connection, request, { matches }) =>
    connection.watchOpened(() => matches.play.create(connection.player, request)),
  'match:join': async (connection, request, { matches }) =>
    connection.watchOpened(
      () => matches.play.join(connection.player, request),
      'match' in request ? request.match : undefined,
    ),
  'match:watch': async (connection, { match, version, code }) =>
    connection.watch(match, { sinceVersion: version, code }),
  'match:unwatch': async (connection, { match }) => {
    await connection.unwatch(match)
    return { answer: { match } }
  },
  'queue:join': async ({ player, visit }, pool, services) => ({
    answer: visit.retain(await HANDLERS['queue:join'](services, player, pool)),
  }),
  'queue:status': async ({ player, visit }, request, services) => ({
    answer: visit.retain(await HANDLERS['queue:status'](services, player, request)),
  }),
  'lobby:watch': async ({ visit }) => visit.tables.begin(),
  'lobby:unwatch': async ({ visit }) => {
    visit.tables.stop()
    return { answer: {} }
  },
  'player:watch': async ({ playerWatch }) => playerWatch.begin(),
  'player:unwatch': async ({ playerWatch }) => {
    playerWatch.stop()
    return { answer: {} }
  },
  'connection:ping': async (_connection, _request, { matches }) => ({ answer: { now: matches.now() } }),
}

type OfSocket = (connection: Connection, request: unknown, services: Services) => Promise<Answer>
const isOfSockets = (name: CommandName): name is keyof typeof OF_SOCKETS => name in OF_SOCKETS

/** Does what a command asks for that came over a socket. @throws CodedError as the command declares */
export async function handle(
  name: CommandName,
  { forVisitors, commits }: Command,
  request: unknown,
  connection: Connection,
  services: Services,
): Promise<Answer> {
  // Each handler has the request of its own command, which is that of this name.
  if (isOfSockets(name)) return (OF_SOCKETS[name] as OfSocket)(connection, request, services)
  const { code, match } = request as { code?: string; match?: string }
  const player = forVisitors ? connection.watcher(code) : connection.player
  const answer = () => carryOut(name, services, player, request)
  if (commits) return connection.committing(match!, answer as () => Promise<CommitAnswer>)
  return { answer: await answer() }
}
