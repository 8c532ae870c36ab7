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
import { identityOf, NEEDS_TOKEN, TAKES_TOKEN } from './auth.ts'
import { isKnown, notModified, OWN } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'
import { whileValid } from './valid-session.ts'

export function matchRoutes(app: App, { matches: { play, views, watches }, sessions, stopping }: Parts, auth: Auth): void {
  const tags = ['matches']

  app.post(
    '/v1/matches',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Create a match',
        description: 'The snapshot holds the invitation code for the second player.',
        body: createRequestSchema,
        response: { 201: viewAnswerSchema, ...failures },
      },
    },
    async (request, reply) => {
      const { player } = identityOf(request)
      const match = await play.create(player, request.body)
      void watches.reportRequest(player, match)
      return reply.code(201).header('location', `/v1/matches/${match}`).send(await views.view(player, match))
    },
  )

  app.post(
    '/v1/matches/join',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Take the free seat of a match, by its invitation code or its id',
        body: joinRequestSchema,
        response: { 200: viewAnswerSchema, ...failures },
      },
    },
    async (request) => {
      const { player } = identityOf(request)
      const match = await play.join(player, request.body)
      void watches.reportRequest(player, match)
      return views.view(player, match)
    },
  )

  app.get(
    '/v1/matches/:id',
    {
      preValidation: auth.optional,
      schema: {
        tags,
        security: TAKES_TOKEN,
        summary: 'A match as the caller may see it',
        description:
          'Without a seat in it (or without a token) as a spectator. With `wait`, the answer is held back until there is a version ' +
          'later than `after`: repeating that is how a client without a socket follows a match. The ETag is that of the version: ' +
          'with `If-None-Match`, what the client has already is answered with 304.',
        params: matchParamsSchema,
        querystring: viewQuerySchema,
        response: { 200: viewAnswerSchema, ...notModified, ...failures },
      },
    },
    async (request, reply) => {
      const player = request.identity?.player ?? null
      const { id } = request.params
      const { after, wait = 0, code } = request.query
      if (player) void watches.reportRequest(player, id, wait * 1000)
      const answer =
        wait > 0 && after !== undefined
          ? await whileValid(sessions, request.identity, (ended) => {
              const signal = AbortSignal.any([request.signal, stopping, ended])
              return views.waitForView(player, id, { sinceVersion: after, code }, wait * 1000, signal)
            })
          : await views.view(player, id, { sinceVersion: after, code })
      if (isKnown(request, reply, `${id}.${answer.version}.${answer.snapshot.you}`, OWN)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )

  app.post(
    '/v1/matches/:id/actions',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Do one of the legal actions',
        description:
          '`version` is that of the view the action was picked from; `actionId` is chosen by the client for each move, so that ' +
          'sending the same again is harmless and answered the same.',
        params: matchParamsSchema,
        body: actBodySchema,
        response: { 200: commitAnswerSchema, ...failures },
      },
    },
    async (request) => {
      const { player } = identityOf(request)
      const { id } = request.params
      void watches.reportRequest(player, id)
      return play.act(player, { match: id, ...request.body })
    },
  )
}
