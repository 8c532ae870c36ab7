import type { CommitAnswer, PlayerRef, ResignRequest } from '../protocol/index.ts'
import {
  abortBodySchema,
  commitAnswerSchema,
  drawBodySchema,
  giveTimeBodySchema,
  matchParamsSchema,
  rematchSchema,
  resignBodySchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

type Command = (player: PlayerRef, request: ResignRequest) => Promise<CommitAnswer>

/** The ways to end a match other than by the rules, and the rematch. */
export function endingRoutes(app: App, { matches: { endings, rematches } }: Parts, auth: Auth): void {
  const common = { tags: ['matches'], params: matchParamsSchema }

  const commandRoute = (path: string, summary: string, description: string, command: Command): void => {
    const schema = {
      ...common,
      summary,
      description,
      body: resignBodySchema,
      response: { 200: commitAnswerSchema, ...failures },
    }
    app.post(`/v1/matches/:id/${path}`, auth.required({ schema }), async (request) =>
      command(identityOf(request).player, { match: request.params.id, ...request.body }),
    )
  }
  commandRoute('resign', 'Give the match up', 'Possible at any time after the start.', (player, request) =>
    endings.resign(player, request),
  )
  commandRoute(
    'claim',
    'Claim the win because the other player has been away for too long',
    'In a real-time match. If one of the players has never moved, the match is aborted instead.',
    (player, request) => endings.claim(player, request),
  )

  app.post(
    '/v1/matches/:id/abort',
    auth.required({
      schema: {
        ...common,
        summary: 'End a match that has hardly begun; it becomes no game',
        description:
          'It is possible before both players have moved. While nobody has joined, the host can cancel the match in ' +
          'this way. `version` is the version of the view on which the caller decided.',
        body: abortBodySchema,
        response: { 200: commitAnswerSchema, ...failures },
      },
    }),
    async (request) => endings.abort(identityOf(request).player, { match: request.params.id, ...request.body }),
  )

  app.post(
    '/v1/matches/:id/draw',
    auth.required({
      schema: {
        ...common,
        summary: 'Offer a draw, or answer an offer',
        description:
          'It is possible once both players have moved. Each player has three offers. An offer is open until the ' +
          'other player answers it or moves.',
        body: drawBodySchema,
        response: { 200: commitAnswerSchema, ...failures },
      },
    }),
    async (request) => endings.draw(identityOf(request).player, { match: request.params.id, ...request.body }),
  )

  app.post(
    '/v1/matches/:id/give',
    auth.required({
      schema: {
        ...common,
        summary: 'Give time to the other player',
        description: '`mayDo.giveTime` of the snapshot says how much the caller may give now.',
        body: giveTimeBodySchema,
        response: { 200: commitAnswerSchema, ...failures },
      },
    }),
    async (request) => endings.giveTime(identityOf(request).player, { match: request.params.id, ...request.body }),
  )

  app.post(
    '/v1/matches/:id/rematch',
    auth.required({
      schema: {
        ...common,
        summary: 'Offer or accept a rematch, with the seats swapped',
        description: 'Once both players want it, `next` is the new match. Repeating the request is harmless.',
        response: { 200: rematchSchema, ...failures },
      },
    }),
    async (request) => rematches.offer(identityOf(request).player, request.params.id),
  )
}
