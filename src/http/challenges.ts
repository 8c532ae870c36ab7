import {
  challengeAcceptedAnswerSchema,
  challengeAnswerSchema,
  challengeParamsSchema,
  challengeRequestSchema,
  challengesAnswerSchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import { NOTHING } from './nothing.ts'
import type { App, Parts } from './parts.ts'

/** Challenges from one player to another. */
export function challengeRoutes(app: App, { lobby: { challenges } }: Parts, auth: Auth): void {
  const tags = ['lobby']

  app.post(
    '/v1/challenges',
    auth.required({
      schema: {
        tags,
        summary: 'Challenge a player',
        description:
          'The other player is an account, or a guest who is online. A challenge to a match in real time is open for ' +
          'ten minutes, any other for three days. With an `actionId`, sending the same request again is harmless: the ' +
          'answer is the same challenge.',
        body: challengeRequestSchema,
        response: { 201: challengeAnswerSchema, ...failures },
      },
    }),
    async (request, reply) => {
      const challenge = await challenges.send(identityOf(request).player, request.body)
      return reply.code(201).send({ challenge })
    },
  )

  app.get(
    '/v1/challenges',
    auth.required({
      schema: {
        tags,
        summary: 'The open challenges of the caller',
        response: { 200: challengesAnswerSchema, ...failures },
      },
    }),
    async (request) => challenges.list(identityOf(request).player),
  )

  app.post(
    '/v1/challenges/:id/accept',
    auth.required({
      schema: {
        tags,
        summary: 'Accept a challenge',
        description:
          'When the server answers, the match has begun. A repeated request is answered with the same match.',
        params: challengeParamsSchema,
        response: { 200: challengeAcceptedAnswerSchema, ...failures },
      },
    }),
    async (request) => ({ match: await challenges.accept(identityOf(request).player, request.params.id) }),
  )

  app.delete(
    '/v1/challenges/:id',
    auth.required({
      schema: {
        tags,
        summary: 'Decline or withdraw a challenge',
        description: 'The player who received the challenge declines it, or the player who sent it withdraws it.',
        params: challengeParamsSchema,
        response: { 204: NOTHING, ...failures },
      },
    }),
    async (request, reply) => {
      await challenges.close(identityOf(request).player, request.params.id)
      return reply.code(204).send()
    },
  )
}
