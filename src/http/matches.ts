import {
  actBodySchema,
  commitAnswerSchema,
  createRequestSchema,
  joinRequestSchema,
  matchParamsSchema,
  viewAnswerSchema,
  viewQuerySchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { isKnown, notModified, OWN } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'
import { whileValid } from './valid-session.ts'

/** Live matches: creating, joining, viewing, acting. */
export function matchRoutes(
  app: App,
  { matches: { play, views, watches }, sessions, stopping }: Parts,
  auth: Auth,
): void {
  const tags = ['matches']

  app.post(
    '/v1/matches',
    auth.required({
      schema: {
        tags,
        summary: 'Create a match',
        description:
          'The snapshot has the invitation code for the second player. Against a bot (`opponent`) the match begins ' +
          'at once. With an `actionId`, sending the same request again is harmless: the answer is the same match, as ' +
          'it is now.',
        body: createRequestSchema,
        response: { 201: viewAnswerSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const { player } = identityOf(request)
      const match = await play.create(player, request.body)
      void watches.reportRequest(player, match)
      return reply
        .code(201)
        .header('location', `/v1/matches/${match}`)
        .send(await views.view(player, match))
    },
  )

  app.post(
    '/v1/matches/join',
    auth.required({
      schema: {
        tags,
        summary: 'Take the free seat of a match, by its invitation code or its id',
        body: joinRequestSchema,
        response: { 200: viewAnswerSchema, ...failures },
      },
    }),
    async (request) => {
      const { player } = identityOf(request)
      const match = await play.join(player, request.body)
      void watches.reportRequest(player, match)
      return views.view(player, match)
    },
  )

  app.get(
    '/v1/matches/:id',
    auth.optional({
      schema: {
        tags,
        summary: 'A match as the caller may see it',
        description:
          'Callers without a token or without a seat are spectators. With `wait`, the server answers when there is a ' +
          'version later than `after`: by repeating the request, a client without a socket follows the match. The ' +
          'ETag names the version; with `If-None-Match`, the answer to a client that has this version is 304.',
        params: matchParamsSchema,
        querystring: viewQuerySchema,
        response: { 200: viewAnswerSchema, ...notModified, ...failures },
      },
    }),
    async (request, reply) => {
      const player = request.identity?.player ?? null
      const { id } = request.params
      const { after, wait = 0, code } = request.query
      if (player) void watches.reportRequest(player, id, wait * 1000)
      const answer =
        wait > 0 && after !== undefined
          ? await whileValid(sessions, request.identity, [request.signal, stopping], (signal) => {
              return views.waitForView(
                player,
                id,
                { sinceVersion: after, code },
                { waitMs: wait * 1000, signal, address: request.address },
              )
            })
          : await views.view(player, id, { sinceVersion: after, code })
      const tag = `${id}.${answer.version}.${answer.snapshot.you}`
      if (isKnown(request, reply, tag, OWN)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )

  app.post(
    '/v1/matches/:id/actions',
    auth.required({
      schema: {
        tags,
        summary: 'Do one of the legal actions',
        description:
          '`version` is the version of the view from which the player chose the action. The client chooses an ' +
          '`actionId` for each action, so that sending the same request again is harmless and has the same answer.',
        params: matchParamsSchema,
        body: actBodySchema,
        response: { 200: commitAnswerSchema, ...failures },
      },
    }),
    async (request) => {
      const { player } = identityOf(request)
      const { id } = request.params
      void watches.reportRequest(player, id)
      return play.act(player, { match: id, ...request.body })
    },
  )
}
