import { tablesAnswerSchema, tablesQuerySchema } from '../protocol/index.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

export function tableRoutes(app: App, { lobby }: Parts): void {
  app.get(
    '/v1/tables',
    {
      schema: {
        tags: ['lobby'],
        summary: 'Open tables: matches that anybody can join',
        description: 'The list has at most 200 tables, newest first. A player joins a table by its `match`.',
        querystring: tablesQuerySchema,
        response: { 200: tablesAnswerSchema, ...failures },
      },
    },
    async (request, reply) => reply.header('cache-control', 'no-cache').send(await lobby.tables.list(request.query)),
  )
}
