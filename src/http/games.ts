import type { Archive } from '../history/index.ts'
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
import type { Game, PlayerRef, Replay, ViewAnswer } from '../protocol/index.ts'
import { foldRecord, gameOf, momentOf, snapshot, viewerOf, wholeReplay } from '../record/index.ts'
import type { MatchRecord } from '../record/index.ts'
import type { Viewer } from '../rules/index.ts'
import type { Auth } from './auth.ts'
import { TAKES_TOKEN } from './auth.ts'
import { digest, isKnown, notModified, OWN, REVALIDATED } from './caching.ts'
import { failures } from './errors.ts'
import type { App, Parts } from './parts.ts'

const VIEWERS: Record<'0' | '1' | 'spectator', Viewer> = { 0: 0, 1: 1, spectator: 'spectator' }

/**
 * Games are looked for among the live matches first: there they stay for a while after their end, so that they can be read from
 * the moment of it, and whether the history answers or not.
 */
export function gameRoutes(app: App, { matches: { views }, archive }: Parts, auth: Auth): void {
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
    async (request, reply) => reply.header('cache-control', REVALIDATED).send(await archive.list(request.query)),
  )

  app.get(
    '/v1/games/:id',
    { schema: { tags, summary: 'A finished game', params: matchParamsSchema, response: { 200: gameSchema, ...notModified, ...failures } } },
    async (request, reply) => {
      const { id } = request.params
      const { live, archived } = await liveOrArchived(views.replay(null, id), () => archive.get(id))
      const game = live ? await withRatings(gameOf(endedRecord(live)), archive) : archived
      if (isKnown(request, reply, `${id}.${digest(game)}`, REVALIDATED)) return reply.code(304).send(undefined)
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
      const { live, archived } = await liveOrArchived(views.replay(player, id), () => archive.record(id))
      if (live && !live.complete) return reply.header('cache-control', 'private, no-store').send(live)
      const record = live ? endedRecord(live) : archived
      if (isKnown(request, reply, `${id}.replay.${digest(playersIn(record))}`, REVALIDATED)) return reply.code(304).send(undefined)
      return reply.send(live ?? wholeReplay(record))
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
      const { live, archived } = await liveOrArchived(views.position(player, id, version, viewer), () => archive.record(id))
      const answer = live ?? archivedPosition(archived, version, player, viewer)
      // Of a game in the history, nothing but the address decides what is seen, if it says as whom.
      const cacheControl = !live && viewer !== undefined ? REVALIDATED : OWN
      const { you, players } = answer.snapshot
      if (isKnown(request, reply, `${id}.${version}.${you}.${digest(players)}`, cacheControl)) return reply.code(304).send(undefined)
      return reply.send(answer)
    },
  )
}

/** The record of a match that has ended. @throws CodedError `unknown-game` while it is played, and when it was aborted. */
function endedRecord(replay: Replay): MatchRecord {
  if (!replay.complete || replay.outcome.by === 'aborted') throw new CodedError('unknown-game')
  return replay.record as MatchRecord
}

/** A game that is still among the live ones; a rated one as the history has it, if it has and can be asked: with its ratings. */
async function withRatings(game: Game, archive: Archive): Promise<Game> {
  if (!game.rated) return game
  try {
    return (await archive.get(game.id)) ?? game
  } catch (error) {
    if (error instanceof CodedError && error.code === 'unavailable') return game
    throw error
  }
}

/** Who is named in a record: all of it that may ever change. */
const playersIn = ({ header, entries }: MatchRecord): PlayerRef[] => [
  header.host.player,
  ...entries.flatMap(({ body }) => (body.type === 'join' ? [body.player] : [])),
]

/** @throws CodedError `unknown-version` */
function archivedPosition(record: MatchRecord, version: number, player: PlayerRef | null, viewer?: Viewer): ViewAnswer {
  const { length } = record.entries
  if (version > length) throw new CodedError('unknown-version', undefined, { version: length })
  const own = (): Viewer => viewerOf(foldRecord(record), player?.id ?? null)
  return { version, snapshot: snapshot(foldRecord(record, version), viewer ?? own()), now: momentOf(record, version) }
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
