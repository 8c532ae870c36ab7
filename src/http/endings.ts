import {
  abortBodySchema, commitAnswerSchema, drawBodySchema, matchParamsSchema, rematchSchema, resignBodySchema,
} from '../protocol/index.ts'
import type { CommitAnswer, PlayerRef, ResignRequest } from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf, NEEDS_TOKEN } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** How a match ends other than by the rules, and how it is played again. */
export function endingRoutes(app: App, { matches: { endings, rematches } }: Parts, auth: Auth): void {
  const tags = ['matches']

  const wish = (path: string, summary: string, description: string, grant: (player: PlayerRef, request: ResignRequest) => Promise<CommitAnswer>): void => {
    app.post(
      `/v1/matches/:id/${path}`,
      {
        preValidation: auth.needed,
        schema: {
          tags, summary, description,
          security: NEEDS_TOKEN,
          params: matchParamsSchema,
          body: resignBodySchema,
          response: { 200: commitAnswerSchema, ...failures },
        },
      },
      async (request) => grant(identityOf(request).player, { match: request.params.id, ...request.body }),
    )
  }
  wish('resign', 'Give the match up', 'At any moment of it.', (player, request) => endings.resign(player, request))
  wish(
    'claim',
    'Claim the win because the other player has been away for too long',
    'In a match of real time. If one of them never moved, the match is aborted.',
    (player, request) => endings.claim(player, request),
  )

  app.post(
    '/v1/matches/:id/abort',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'End a match that has hardly begun, as if it had not been',
        description:
          'Before both have moved; or, by its host, while nobody has joined. `version` is that of the view on which the caller decided.',
        params: matchParamsSchema,
        body: abortBodySchema,
        response: { 200: commitAnswerSchema, ...failures },
      },
    },
    async (request) => endings.abort(identityOf(request).player, { match: request.params.id, ...request.body }),
  )

  app.post(
    '/v1/matches/:id/draw',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Offer a draw, or answer an offer',
        description: 'Once both have moved; three offers a player. An offer stands until it is answered or the other player moves.',
        params: matchParamsSchema,
        body: drawBodySchema,
        response: { 200: commitAnswerSchema, ...failures },
      },
    },
    async (request) => endings.draw(identityOf(request).player, { match: request.params.id, ...request.body }),
  )

  app.post(
    '/v1/matches/:id/rematch',
    {
      preValidation: auth.needed,
      schema: {
        tags,
        security: NEEDS_TOKEN,
        summary: 'Play again, with the seats swapped',
        description: 'Once both want to, `next` is the new match. It can be asked again; the answer is the same new match.',
        params: matchParamsSchema,
        response: { 200: rematchSchema, ...failures },
      },
    },
    async (request) => rematches.offer(identityOf(request).player, request.params.id),
  )
}
