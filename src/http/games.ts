import {
  CodedError,
  gameSchema,
  gamesPageSchema,
  gamesQuerySchema,
  matchParamsSchema,
  positionParamsSchema,
  positionQuerySchema,
  replaySchema,
  viewAnswerSchema,
} from '../protocol/index.ts'
import type { PlayerRef, ViewAnswer } from '../protocol/index.ts'
import { foldRecord, snapshot, viewerOf } from '../record/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Auth } from './auth.ts'
import { TAKES_TOKEN } from './auth.ts'
import { FOREVER, isKnown, notModified, OWN } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'
import { gameOf, wholeReplay } from './replay.ts'

const VIEWERS: Record<'0' | '1' | 'spectator', Viewer> = { 0: 0, 1: 1, spectator: 'spectator' }

/**
 * Games are looked for among the live matches first: there they stay for a while after their end, so that they can be read from
 * the moment of it, and whether the history answers or not.
 */
export function gameRoutes(app: App, { matches, archive }: Parts, auth: Auth): void {
  const tags = ['games']

  app.get(
    '/v1/games',
    {
      schema: {
        tags,
        summary: 'Finished games, newest first',
        description: 'A game is listed once it is stored, a moment after its end.',
        querystring: gamesQuerySchema,
        response: { 200: gamesPageSchema, ...failures },
      },
    },
    async (request, reply) => reply.header('cache-control', 'no-cache').send(await archive.list(request.query)),
  )

  app.get(
    '/v1/games/:id',
    { schema: { tags, summary: 'A finished game', params: matchParamsSchema, response: { 200: gameSchema, ...notModified, ...failures } } },
    async (request, reply) => {
      const { id } = request.params
      const live = await unlessUnknown(matches.replayOfLive(null, id))
      const game = live ? live.complete && gameOf(live.record as MatchRecord) : await archive.get(id)
      if (!game) throw new CodedError('unknown-game')
      if (isKnown(request, reply, id, FOREVER)) return reply.code(304).send(undefined)
      return reply.send(game)
    },
  )

  app.get(
    '/v1/games/:id/replay',
    {
      preValidation: auth.optional,
      schema: {
        tags,
        security: TAKES_TOKEN,
        summary: 'What happened, from the beginning',
        description: 'Once the game has ended: all of it, with its seed and log. Before that: what the caller could see happen.',
        params: matchParamsSchema,
        response: { 200: replaySchema, ...notModified, ...failures },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const live = await unlessUnknown(matches.replayOfLive(request.identity?.player ?? null, id))
      if (live && !live.complete) return reply.header('cache-control', 'private, no-store').send(live)
      const record = live ? (live.record as MatchRecord) : await archive.record(id)
      if (!record) throw new CodedError('unknown-game')
      if (isKnown(request, reply, `${id}.replay`, FOREVER)) return reply.code(304).send(undefined)
      return reply.send(wholeReplay(record))
    },
  )

  app.get(
    '/v1/games/:id/positions/:version',
    {
      preValidation: auth.optional,
      schema: {
        tags,
        security: TAKES_TOKEN,
        summary: 'The match at a version, as one viewer saw it',
        params: positionParamsSchema,
        querystring: positionQuerySchema,
        response: { 200: viewAnswerSchema, ...notModified, ...failures },
      },
    },
    async (request, reply) => {
      const { id, version } = request.params
      const player = request.identity?.player ?? null
      const viewer = request.query.viewer && VIEWERS[request.query.viewer]
      const live = await unlessUnknown(matches.positionOfLive(player, id, version, viewer))
      const answer = live ?? (await archivedPosition(id, version, player, viewer))
      // Of a game in the history, nothing but the address decides what is seen, if it says as whom.
      const cacheControl = !live && viewer !== undefined ? FOREVER : OWN
      if (isKnown(request, reply, `${id}.${version}.${answer.snapshot.you}`, cacheControl)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )

  /** @throws CodedError `unknown-game`, `unknown-version` */
  async function archivedPosition(id: string, version: number, player: PlayerRef | null, viewer?: Viewer): Promise<ViewAnswer> {
    const record = await archive.record(id)
    if (!record) throw new CodedError('unknown-game')
    if (version > record.entries.length) throw new CodedError('unknown-version', undefined, { version: record.entries.length })
    const own = (): Viewer => viewerOf(foldRecord(record), player?.id ?? null)
    return { version, snapshot: snapshot(foldRecord(record, version), viewer ?? own()) }
  }
}

/** Null instead of an error when there is no such match. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CodedError && error.code === 'unknown-match') return null
    throw error
  }
}
