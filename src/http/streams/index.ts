import type { FastifyRequest } from 'fastify'
import type { EventTo, StreamEvent } from '../../protocol/index.ts'
import { CodedError, parseRequest, primitives } from '../../protocol/index.ts'
import type { Parts } from '../parts.ts'
import type { Serve } from '../route.ts'
import type { PassedOn } from './open-streams.ts'
import { OpenStreams } from './open-streams.ts'

type Push = (event: PassedOn) => void

/** What happens, as it happens: the events of the socket, over HTTP. */
export function streamRoutes(serve: Serve, parts: Parts): void {
  const { matches, lobby, tokens } = parts
  const streams = new OpenStreams(parts)
  const options = { exposeHeadRoute: false } as const

  serve('POST /v1/streams/tickets', async ({ identity }) => tokens.issueTicket(identity))

  serve(
    'GET /v1/matches/{id}/events',
    async (request, reply) => {
      const player = request.identity?.player ?? null
      const { id } = request.params
      const { after, code } = request.query
      const watch = (push: Push, sinceVersion?: number) =>
        matches.watches.watch(player, id, { sinceVersion, code }, { notify: push })
      return streams.answer(request, reply, 'with ids', async (push) => {
        /** The lines from this one on are pushed. */
        let nextLine = Infinity
        const { answer, stop } = await resumed(lastEventId(request) ?? after, (since) =>
          watch((event) => {
            if (event.event === 'chat:message') nextLine = Math.min(nextLine, event.payload.line.number)
            push(event)
          }, since),
        )
        try {
          const chat = player && (await matches.chats.read(player, id, code))
          const said = (chat?.lines ?? [])
            .filter(({ number }) => number < nextLine)
            .map((line): StreamEvent => ({ event: 'chat:message', payload: { match: id, room: chat!.room, line } }))
          return { answer: { first: [{ event: 'match:view', payload: answer }, ...said] }, stop }
        } catch (error) {
          await stop()
          throw error
        }
      })
    },
    options,
  )

  serve(
    'GET /v1/players/me/events',
    async (request, reply) => {
      const { player } = request.identity
      return streams.answer(request, reply, 'without ids', async (push) => {
        const connection = {
          player,
          send: (event: EventTo<'player'>) => {
            if (event.event === 'queue:joined') lobby.queue.retain(player.id, event.payload.pool, connection)
            push(event)
          },
        }
        const leave = (): void => {
          lobby.connections.remove(connection)
          lobby.queue.release(player.id, connection)
        }
        lobby.connections.add(connection)
        try {
          const status = await lobby.queue.status(player.id)
          if (status.status === 'waiting') lobby.queue.retain(player.id, status.pool, connection)
          const { answer, stop } = await matches.streams.watch(player, { notify: push })
          const end = (): void => {
            stop()
            leave()
          }
          return { answer: { first: [{ event: 'player:matches', payload: answer }] }, stop: end }
        } catch (error) {
          leave()
          throw error
        }
      })
    },
    options,
  )
}

/** The version that a client has which connects again. @throws CodedError `bad-request` */
function lastEventId({ headers }: FastifyRequest): number | undefined {
  const id = headers['last-event-id']
  return id === undefined ? undefined : parseRequest(primitives.versionText, id)
}

/** A client may have a version that the store has lost: then it begins again. */
async function resumed<T>(since: number | undefined, watch: (since?: number) => Promise<T>): Promise<T> {
  try {
    return await watch(since)
  } catch (error) {
    if (error instanceof CodedError && error.code === 'unknown-version') return watch()
    throw error
  }
}
