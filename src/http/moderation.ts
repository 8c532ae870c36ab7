import type { FastifySchema } from 'fastify'
import {
  measureRequestSchema,
  measureSchema,
  measuresPageSchema,
  measuresQuerySchema,
  moderatedPlayerSchema,
  playerParamsSchema,
  reportContextSchema,
  reportParamsSchema,
  reportsPageSchema,
  reportsQuerySchema,
} from '../protocol/index.ts'
import type { Auth } from './auth.ts'
import { identityOf } from './auth.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

/** What moderators read and do. */
export function moderationRoutes(app: App, { moderation }: Pick<Parts, 'moderation'>, auth: Auth): void {
  const tags = ['moderation']
  /** A route that reads. */
  const reading = <Schema extends FastifySchema & { response: object }>(schema: Schema) =>
    auth.required({
      schema: { ...schema, tags, response: { ...schema.response, ...failures } },
    })

  app.get(
    '/v1/moderation/reports',
    reading({
      summary: 'Reports, newest first',
      querystring: reportsQuerySchema,
      response: { 200: reportsPageSchema },
    }),
    async (request) => moderation.reports(identityOf(request).player, request.query),
  )

  app.get(
    '/v1/moderation/reports/:id',
    reading({
      summary: 'A report with its context: the match, its chat, and what is known of the player',
      params: reportParamsSchema,
      response: { 200: reportContextSchema },
    }),
    async (request) => moderation.context(identityOf(request).player, request.params.id),
  )

  app.get(
    '/v1/moderation/players/:id',
    reading({
      summary: 'A player with the last reports and measures that concern them',
      params: playerParamsSchema,
      response: { 200: moderatedPlayerSchema },
    }),
    async (request) => moderation.player(identityOf(request).player, request.params.id),
  )

  app.get(
    '/v1/moderation/measures',
    reading({
      summary: 'The audit log, newest first',
      querystring: measuresQuerySchema,
      response: { 200: measuresPageSchema },
    }),
    async (request) => moderation.measures(identityOf(request).player, request.query),
  )

  app.post(
    '/v1/moderation/measures',
    auth.required({
      schema: {
        tags,
        summary: 'Take a measure: mute, ban, rename, end a match, close a report, or take one of them back',
        description:
          'It is added to the audit log, which no route can change. This node obeys it at once, other nodes within ' +
          'seconds.',
        body: measureRequestSchema,
        response: { 201: measureSchema, ...failures },
      },
    }),
    async (request, reply) => reply.code(201).send(await moderation.take(identityOf(request).player, request.body)),
  )
}
