import type { Command, CommandName, Door } from '../commands/index.ts'
import { COMMANDS } from '../commands/index.ts'
import { ACCOUNT_ROUTES } from './accounts.ts'
import { GAME_ROUTES } from './games.ts'
import { LOBBY_ROUTES } from './lobby.ts'
import { MODERATION_ROUTES } from './moderation.ts'
import { NOTIFICATION_ROUTES } from './notifications.ts'
import { OPERATION_ROUTES } from './operation.ts'
import { PLAYER_ROUTES } from './players.ts'
import { PUZZLE_ROUTES } from './puzzles.ts'
import type { Route, RouteName } from './route.ts'
import { SERVER_ROUTES } from './server.ts'
import { STATISTICS_ROUTES } from './statistics.ts'
import { STREAM_ROUTES } from './streams.ts'
import { TOURNAMENT_ROUTES } from './tournaments.ts'

export * from './route.ts'

/** By name, the routes that are no commands. */
export const ROUTES = {
  ...SERVER_ROUTES,
  ...PLAYER_ROUTES,
  ...ACCOUNT_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...MODERATION_ROUTES,
  ...LOBBY_ROUTES,
  ...GAME_ROUTES,
  ...PUZZLE_ROUTES,
  ...TOURNAMENT_ROUTES,
  ...STATISTICS_ROUTES,
  ...STREAM_ROUTES,
  ...OPERATION_ROUTES,
} satisfies Record<RouteName, Route>

/** By name, each command that HTTP has. */
export const DOORS: ReadonlyMap<CommandName, [command: Command, door: Door]> = new Map(
  (Object.entries(COMMANDS) as [CommandName, Command][]).flatMap(([name, command]) =>
    command.http ? [[name, [command, command.http]]] : [],
  ),
)

/** The route of a command: what its declaration says, and what belongs to HTTP. */
function routeOf({ summary, description, answer, errors, forVisitors }: Command, door: Door): Route {
  const descriptions = [description, door.description].filter((text) => text !== undefined)
  return {
    id: door.id,
    tag: door.tag,
    auth: door.open ? 'none' : forVisitors ? 'optional' : 'required',
    summary: door.summary ?? summary,
    ...(descriptions.length > 0 && { description: descriptions.join(' ') }),
    ...(door.params && { params: door.params }),
    ...(door.query && { query: door.query }),
    ...(door.body && { body: door.body }),
    answers: door.answers ?? { 200: answer },
    ...(door.headers && { headers: door.headers }),
    errors,
  }
}

/** By name, all routes. */
export const ALL_ROUTES: ReadonlyMap<RouteName, Route> = new Map<RouteName, Route>([
  ...(Object.entries(ROUTES) as [RouteName, Route][]),
  ...[...DOORS.values()].map(([command, door]): [RouteName, Route] => [door.route, routeOf(command, door)]),
])
