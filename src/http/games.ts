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
import { foldRecord, gameOf, snapshot, viewerOf, wholeReplay } from '../record/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Auth } from './auth.ts'
import { TAKES_TOKEN } from './auth.ts'
import { FOREVER, isKnown, notModified, OWN } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

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
      const { live, archived } = await liveOrArchived(matches.replayOfLive(null, id), () => archive.get(id))
      if (live && !live.complete) throw new CodedError('unknown-game')
      const game = live ? gameOf(live.record as MatchRecord) : archived
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
      const player = request.identity?.player ?? null
      const { live, archived } = await liveOrArchived(matches.replayOfLive(player, id), () => archive.record(id))
      if (live && !live.complete) return reply.header('cache-control', 'private, no-store').send(live)
      if (isKnown(request, reply, `${id}.replay`, FOREVER)) return reply.code(304).send(undefined)
      return reply.send(live ?? wholeReplay(archived))
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
      const { live, archived } = await liveOrArchived(matches.positionOfLive(player, id, version, viewer), () => archive.record(id))
      const answer = live ?? archivedPosition(archived, version, player, viewer)
      // Of a game in the history, nothing but the address decides what is seen, if it says as whom.
      const cacheControl = !live && viewer !== undefined ? FOREVER : OWN
      if (isKnown(request, reply, `${id}.${version}.${answer.snapshot.you}`, cacheControl)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )
}

/** @throws CodedError `unknown-version` */
function archivedPosition(record: MatchRecord, version: number, player: PlayerRef | null, viewer?: Viewer): ViewAnswer {
  const { length } = record.entries
  if (version > length) throw new CodedError('unknown-version', undefined, { version: length })
  const own = (): Viewer => viewerOf(foldRecord(record), player?.id ?? null)
  return { version, snapshot: snapshot(foldRecord(record, version), viewer ?? own()) }
}

/**
 * What the live matches have, else what the history has: also while the live matches cannot be asked.
 * @throws CodedError `unknown-game`, `unavailable`
 */
async function liveOrArchived<L, A>(
  live: Promise<L>,
  archived: () => Promise<A | null>,
): Promise<{ live: L; archived?: undefined } | { live?: undefined; archived: A }> {
  try {
    return { live: await live }
  } catch (error) {
    if (!(error instanceof CodedError) || (error.code !== 'unknown-match' && error.code !== 'unavailable')) throw error
    const found = await archived()
    if (found !== null) return { archived: found }
    throw error.code === 'unavailable' ? error : new CodedError('unknown-game')
  }
}
