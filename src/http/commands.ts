import type { FastifyRequest } from 'fastify'
import type { SharedName } from '../commands/index.ts'
import { carryOut, HANDLERS } from '../commands/index.ts'
import type { Command, Door, PlayerRef } from '../protocol/index.ts'
import { ALL_ROUTES, DOORS, weightOf } from '../protocol/index.ts'
import { isKnown, OWN } from './caching.ts'
import type { Parts } from './parts.ts'
import type { AnyHandler, DoorHandler, ServeAny } from './route.ts'
import { whileValid } from './valid-session.ts'

/** The commands that HTTP has, and whose door does more than to carry them out. */
type OfHttp = 'match:create' | 'match:join' | 'match:watch' | 'match:explain' | 'lobby:watch'

/** The routes of all commands that HTTP has. */
export function commandRoutes(serve: ServeAny, parts: Parts): void {
  const own = handlersOf(parts)
  for (const [name, [command, door]] of DOORS) {
    const handler = name in own ? own[name as OfHttp] : plain(name as SharedName, command, door, parts)
    const weigh = (request: FastifyRequest): number => weightOf(command, wishOf(request))
    const options = { config: { weigh }, ...(door.open && { cache: 'no-cache' }) }
    serve(door.route, ALL_ROUTES.get(door.route)!, handler as AnyHandler, options)
  }
}

/** The fields of a request that are not in its path. */
const wishOf = ({ query, body }: FastifyRequest): object => ({ ...(query as object), ...(body as object | undefined) })

/** Carries a command out. A player who commits something to a match is there. */
function plain(
  name: SharedName,
  { commits }: Command,
  { subject }: Door,
  services: Pick<Parts, 'matches' | 'lobby'>,
): (request: FastifyRequest) => Promise<object> {
  return async (request) => {
    const player = request.identity?.player ?? null
    const wish = wishOf(request)
    const { id } = request.params as { id?: string }
    if (commits) void services.matches.watches.reportRequest(player!, id!)
    return carryOut(name, services, player, subject ? { ...wish, [subject]: id } : wish)
  }
}

function handlersOf({ sessions, stopping, ...services }: Parts): { readonly [Name in OfHttp]: DoorHandler<Name> } {
  const {
    matches: { play, views, watches },
    lobby,
  } = services
  /** What a player sees of a match, who is there. */
  const shown = (player: PlayerRef, match: string) => {
    void watches.reportRequest(player, match)
    return views.view(player, match)
  }

  return {
    'match:create': async (request, reply) => {
      const { player } = request.identity
      const match = await play.create(player, request.body)
      reply.header('location', `/v1/matches/${match}`)
      return shown(player, match)
    },
    'match:join': async (request) => {
      const { player } = request.identity
      return shown(player, await play.join(player, request.body))
    },
    'match:watch': async (request, reply) => {
      const player = request.identity?.player ?? null
      const { id } = request.params
      const { after, wait = 0, turn, code } = request.query
      if (player) void watches.reportRequest(player, id, wait * 1000)
      const answer =
        wait > 0 && after !== undefined
          ? await whileValid(sessions, request.identity, [request.signal, stopping], (signal) => {
              return views.waitForView(
                player,
                id,
                { sinceVersion: after, code },
                { waitMs: wait * 1000, turn, signal, address: request.address },
              )
            })
          : await views.view(player, id, { sinceVersion: after, code })
      const tag = `${id}.${answer.version}.${answer.snapshot.you}`
      return isKnown(request, reply, tag, OWN) ? reply.code(304).send() : answer
    },
    'match:explain': async (request, reply) => {
      const wish = { match: request.params.id, code: request.query.code }
      const answer = await HANDLERS['match:explain'](services, request.identity?.player ?? null, wish)
      const tag = `${answer.match}.explanation.${answer.version}.${answer.you}`
      return isKnown(request, reply, tag, OWN) ? reply.code(304).send() : answer
    },
    'lobby:watch': async (request) => lobby.tables.list(request.query),
  }
}
